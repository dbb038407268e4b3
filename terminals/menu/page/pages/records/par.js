// The par sheet of the book in force: what every bet returns, exactly; on the glass and on paper; and a law beside it.
import { h, put } from "../../dom.js";
import { exports } from "../../parts/files.js";
import { money } from "../../money.js";
import { columns as paperColumns, facts as paperFacts, showSheet } from "../../parts/paper.js";
import { facts, list, word } from "../../parts/parts.js";
import { past, waiting } from "../../past/past.js";
import { profileCard, profileOnPaper } from "../../past/profile.js";
import { betName, t } from "../../words.js";

export const par = {
  open(place) {
    put(place, waiting());
    past("returns", {}, place).then((answer) => answer && put(place, draw(answer.sheet)));
  },
};

const HEAD = () => [
  t("op.par.bet"),
  ...["edge", "edge_resolved", "edge_roll", "win", "push", "lose", "rolls", "deviation"].map(
    (name) => `${t(`op.par.${name}`)}#`,
  ),
  t("op.par.pays"),
];
/** A fraction `n/d` as it is, and beside it what it comes to. */
const share = (text, digits = 4) => `${(100 * fraction(text)).toFixed(digits)} %`;

function fraction(text) {
  const [above, below = "1"] = text.split("/").map(Number);
  return above / below;
}

function cells(bet, row) {
  const pays = row.pays.map(({ odds }) => odds).join(" · ");
  return [
    betName(bet),
    `${row.house_edge_percent.toFixed(4)} %`,
    row.house_edge_resolved ? share(row.house_edge_resolved) : "–",
    row.house_edge_per_roll ? share(row.house_edge_per_roll) : "–",
    share(row.win, 3),
    share(row.push, 3),
    share(row.lose, 3),
    fraction(row.expected_rolls).toFixed(3),
    row.standard_deviation.toFixed(3),
    pays,
  ];
}

/** What a bet returns with all the odds that may lie behind it, where book or house bound them. */
const togetherHead = () => [
  t("op.par.bet"),
  t("op.par.together.odds"),
  `${t("op.par.together.staked")}#`,
  `${t("op.par.edge")}#`,
];
const togetherCells = ({ bet, behind, times, staked, house_edge: edge }) => [
  betName(`${bet}+${behind}`),
  timesOf(times),
  fraction(staked).toFixed(3),
  share(edge),
];

/** `2×`, or `3× (4 10) · 4× (5 9)` by the numbers on which it is so. */
function timesOf(times) {
  const by = new Map();
  for (const [number, most] of Object.entries(times)) by.set(most, [...(by.get(most) ?? []), number]);
  const shown = [...by].map(([most, numbers]) => [`${+fraction(most).toFixed(2)}×`, numbers.join(" ")]);
  return shown.map(([most, numbers]) => (by.size > 1 ? `${most} (${numbers})` : most)).join(" · ");
}

const onPaper = ({ together = [] }) =>
  together.length ? [paperColumns(togetherHead(), together.map(togetherCells))] : [];

function togetherCard({ together = [] }) {
  if (!together.length) return null;
  const rows = together.map((line) => ({ name: `${line.bet}+${line.behind}`, cells: togetherCells(line) }));
  return [
    h("h2", { class: "gap" }, t("op.par.together")),
    h("p", { class: "soft" }, t("op.par.together.says")),
    h("div", { class: "scroll", id: "together" }, list(togetherHead(), rows)),
  ];
}

/** A setting of settings, such as the limits, is several lines. */
const settingsOf = (settings, of = "") =>
  Object.entries(settings).flatMap(([name, value]) =>
    value && typeof value === "object"
      ? settingsOf(value, `${of}${name}.`)
      : [
          [
            word("op.setting", `${of}${name}`),
            value === true
              ? t("op.yes")
              : value === false
                ? t("op.no")
                : (of && AMOUNTS.includes(name)) || name === "denomination"
                  ? money(value)
                  : String(value),
          ],
        ],
  );
const AMOUNTS = ["min", "max", "step"];

function draw(sheet) {
  const rows = Object.entries(sheet.bets);
  const book = [
    [t("op.par.book"), sheet.rulebook],
    [t("op.par.digest"), sheet.digest.match(/.{16}/g).join(" ")],
    ...settingsOf(sheet.settings),
  ];
  const head = [
    "bet",
    "house_edge",
    "house_edge_percent",
    "house_edge_resolved",
    "house_edge_per_roll",
    "win",
    "push",
    "lose",
    "expected_rolls",
    "standard_deviation",
    "pays",
  ];
  const csvRows = () => [
    head,
    ...rows.map(([bet, row]) => [
      bet,
      ...head.slice(1, -1).map((name) => row[name]),
      row.pays.map(({ odds, probability }) => `${odds} (${probability})`).join("; "),
    ]),
  ];
  const report = () =>
    showSheet(
      t("op.page.par"),
      () => [
        paperFacts(book),
        paperColumns(
          HEAD(),
          rows.map(([bet, row]) => cells(bet, row)),
        ),
        ...onPaper(sheet),
        ...profileOnPaper(),
      ],
      null,
      "wide",
    );
  return [
    h(
      "div",
      { class: "tools" },
      exports("par", csvRows, () => sheet),
      h("button", { class: "plain", id: "report", onclick: report }, t("op.print")),
    ),
    h("article", { class: "card" }, facts(book)),
    h("p", { class: "soft gap" }, t("op.par.says")),
    h(
      "div",
      { class: "scroll", id: "par" },
      list(
        HEAD(),
        rows.map(([bet, row]) => ({ name: bet, cells: cells(bet, row) })),
      ),
    ),
    togetherCard(sheet),
    profileCard(),
  ];
}
