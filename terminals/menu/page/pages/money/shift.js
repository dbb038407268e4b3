// A shift: what its attendant put on, paid and owes; the handover closes it and prints it.
import { ask } from "../../asking.js";
import { cashSection, onSheet } from "../../past/cash_report.js";
import { form } from "../../parts/dialogs.js";
import { h, put } from "../../dom.js";
import { amountIn, field, number } from "../../parts/fields.js";
import { lookAgain } from "../../looking.js";
import { money } from "../../money.js";
import { columns, onPaper, facts as paperFacts, showSheet } from "../../parts/paper.js";
import { actButton, actions, facts, list, word } from "../../parts/parts.js";
import { past } from "../../past/past.js";
import { receipt } from "../../parts/receipt.js";
import { state } from "../../state.js";
import { t } from "../../words.js";

const EVERY_MS = 2000;

export const shift = {
  open(place) {
    let of = null;
    const shown = h("div", {});
    const cash = h("div", {});
    const closed = h("div", { class: "gap", id: "closed-shifts" });
    const whose = () => ({ operator: of ?? state.session?.operator });
    const section = () => put(cash, cashSection("cash_of_shift", whose));
    const choose = (name) => {
      of = name;
      look();
      section();
    };
    place.append(shown, cash, closed);
    section();
    closedShifts(closed);
    const { look, refresh } = lookAgain(
      shown,
      EVERY_MS,
      () => ({ what: "shift", name: of }),
      (seen) =>
        draw(seen, choose, () => {
          look();
          section();
          closedShifts(closed);
        }),
    );
    return refresh;
  },
};

function draw(seen, choose, look) {
  const mine = seen.operator === state.session?.operator;
  const others = Object.entries(seen.others);
  return [
    h(
      "div",
      { class: "row" },
      h("b", { class: "big" }, t("op.shift.of", { name: seen.operator, n: seen.number })),
      mine
        ? null
        : h("button", { class: "plain", "data-key": "mine", onclick: () => choose(null) }, `‹ ${t("op.shift.mine")}`),
    ),
    h(
      "div",
      { class: "cards gap" },
      h("article", { class: "card" }, facts(figures(seen))),
      h("article", { class: "card waits" }, owes(seen)),
    ),
    h(
      "div",
      { class: "gap" },
      actions(
        mine && !begun(seen) ? actButton("open_drawer", t("op.shift.drawer"), () => askDrawer(look), "go") : null,
        actButton("handover", t("op.shift.handover"), () => askHandover(seen, mine, look), "go"),
        h("button", { class: "plain", "data-key": "report", onclick: () => report(seen, false) }, t("op.shift.report")),
      ),
    ),
    others.length
      ? [
          h("h2", { class: "gap" }, t("op.shift.others")),
          h(
            "div",
            { class: "row" },
            others.map(([name, amount]) =>
              h(
                "button",
                { class: "pick", "data-key": `of-${name}`, onclick: () => choose(name) },
                `${name}  ${owesShort(amount)}`,
              ),
            ),
          ),
        ]
      : null,
    h("h2", { class: "gap" }, t("op.shift.moves")),
    h("div", { class: "moves" }, list(movesHead(), seen.moves.map(moveRow), t("op.cash.none"))),
  ];
}

const begun = (seen) => seen.credits || seen.hand_pays || seen.reversals || seen.opened_with;
const figures = (seen) => [
  seen.opened_with ? [t("op.shift.opened_with"), money(seen.opened_with)] : null,
  [`${t("op.shift.credits")} (${seen.credits})`, money(seen.credits_amount)],
  [`${t("op.shift.hand_pays")} (${seen.hand_pays})`, money(-seen.hand_pays_amount)],
  [`${t("op.shift.reversals")} (${seen.reversals})`, money(-seen.reversals_amount)],
];

const owesWords = (amount) => (amount < 0 ? t("op.shift.is_owed") : t("op.shift.owes"));
const owesShort = (amount) => `${owesWords(amount)} ${money(Math.abs(amount))}`;
/** What is to be handed in: what was taken less what was paid, and what the drawer was opened with, which is the house's. */
const rest = (seen) => (seen.opened_with ?? 0) + seen.owes;
const owes = (seen) => [
  h("h2", {}, owesWords(rest(seen))),
  h("p", { class: "sum", id: "owes" }, money(Math.abs(rest(seen)))),
];
const movesHead = () => [t("op.receipt.seat"), t("op.cash.what"), `${t("op.amount")}#`, t("op.receipt.move")];
const moveRow = (move) => [String(move.seat), moveWords(move), money(move.amount), move.move];

function moveWords({ into_seat, instrument, state }) {
  const words = [t(into_seat ? "op.cash.in" : "op.cash.out"), word("op.instrument", instrument)];
  return [...words, ...(state === "done" ? [] : [word("op.move", state)])].join(" · ");
}

function askDrawer(look) {
  const amount = number({ id: "drawer" });
  form(t("op.shift.drawer"), {
    body: [h("p", {}, t("op.shift.drawer.says")), field(t("op.amount"), amount)],
    go: t("op.shift.drawer"),
    ready: () => (amountIn(amount) ?? 0) > 0,
    act: () => ask({ kind: "act", act: "open_drawer", amount: amountIn(amount) }),
    done({ details }) {
      receipt(t("op.shift.drawer.done"), [[t("op.amount"), money(details.amount)]], details);
      look();
    },
  });
}

function askHandover(seen, mine, look) {
  const counted = number({ id: "counted" });
  const over = h("p", { class: "big", id: "over" });
  const show = () =>
    put(over, amountIn(counted) === null ? "" : differenceOf(amountIn(counted) - rest(seen)).join("  "));
  counted.addEventListener("input", show);
  form(t("op.shift.handover"), {
    body: [
      h("p", {}, t("op.shift.handover.says", { name: seen.operator })),
      h("h2", {}, owesWords(rest(seen))),
      h("p", { class: "sum" }, money(Math.abs(rest(seen)))),
      field(t("op.shift.counted"), counted),
      over,
    ],
    go: t("op.shift.handover"),
    ready: () => counted.value.trim() === "" || amountIn(counted) !== null,
    act: () => ask({ kind: "act", act: "handover", name: mine ? null : seen.operator, counted: amountIn(counted) }),
    async done({ details }) {
      await report({ ...seen, ...details }, true);
      look();
    },
  });
}

const differenceOf = (over) => [t(over < 0 ? "op.shift.short" : "op.shift.over"), money(Math.abs(over))];

/** What was counted as the shift was handed over, and who took it. */
const handedOver = ({ counted, difference, to, paper }) => [
  counted === null || counted === undefined ? null : [t("op.shift.counted"), money(counted)],
  counted === null || counted === undefined ? null : differenceOf(difference),
  to ? [t("op.shift.taken_by"), to] : null,
  paper ? [t("op.paper.number"), String(paper)] : null,
];

const spanOf = (cash) =>
  cash ? [cash.since ? [t("op.shift.from"), onPaper(cash.since)] : null, [t("op.shift.to"), onPaper(cash.until)]] : [];

/** `again`: of a shift that was handed over before, whose paper has been given. */
async function report(seen, closed, again = false) {
  const asks = { operator: seen.operator, ...(closed ? { number: seen.number } : {}) };
  const cash = (await past("cash_of_shift", asks, null))?.document ?? null;
  const moves = seen.moves ?? [];
  const body = () => [
    again ? h("p", { class: "demo-print", id: "duplicate" }, t("op.paper.duplicate")) : null,
    h(
      "h2",
      {},
      `${t("op.shift.of", { name: seen.operator, n: seen.number })} · ${t(closed ? "op.shift.closed" : "op.shift.so_far")}`,
    ),
    paperFacts([...figures(seen), [owesWords(rest(seen)), money(Math.abs(rest(seen)))]]),
    closed ? paperFacts([...handedOver(seen), ...spanOf(cash)]) : null,
    moves.length ? h("div", { class: "moves" }, columns(movesHead(), moves.map(moveRow))) : null,
    onSheet(cash),
  ];
  showSheet(t("op.shift.report"), body, [seen.operator, seen.to || t("op.receipt.cashier")], "wide");
}

/** A supervisor looks at shifts that were handed over, and prints one again. */
async function closedShifts(place) {
  if (state.session?.role !== "supervisor") return;
  const rows = ((await past("shifts", {}, place))?.rows ?? []).filter((row) => row.fact?.what === "shift");
  const cells = ({ at, fact }) => [
    onPaper(at),
    t("op.shift.of", { name: fact.operator, n: fact.number }),
    money(rest(fact)),
    fact.counted === null || fact.counted === undefined ? "" : differenceOf(fact.difference).join(" "),
    fact.to ?? "",
    h(
      "button",
      { class: "plain", "data-again": `${fact.operator}-${fact.number}`, onclick: () => report(fact, true, true) },
      t("op.shift.past.show"),
    ),
  ];
  const head = [t("op.shift.to"), t("op.page.shift"), `${t("op.shift.owes")}#`, "", t("op.shift.taken_by"), ""];
  put(place, h("h2", {}, t("op.shift.past")), list(head, rows.map(cells), t("op.shift.past.none")));
}
