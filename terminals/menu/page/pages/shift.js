// A shift: what its attendant put on, paid and owes; the handover closes it and prints it.
import { ask } from "../asking.js";
import { cashSection, onSheet } from "../cash_report.js";
import { form } from "../dialogs.js";
import { h, put } from "../dom.js";
import { lookAgain } from "../looking.js";
import { money } from "../money.js";
import { columns, facts as paperFacts, showSheet } from "../paper.js";
import { actButton, actions, facts, list, word } from "../parts.js";
import { past } from "../past.js";
import { state } from "../state.js";
import { t } from "../words.js";

const EVERY_MS = 2000;

export const shift = {
  open(place) {
    let of = null;
    const shown = h("div", {});
    const cash = h("div", {});
    const whose = () => ({ operator: of ?? state.session?.operator });
    const section = () => put(cash, cashSection("cash_of_shift", whose));
    const choose = (name) => {
      of = name;
      look();
      section();
    };
    place.append(shown, cash);
    section();
    const { look, refresh } = lookAgain(
      shown,
      EVERY_MS,
      () => ({ what: "shift", name: of }),
      (seen) =>
        draw(seen, choose, () => {
          look();
          section();
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

const figures = (seen) => [
  [`${t("op.shift.credits")} (${seen.credits})`, money(seen.credits_amount)],
  [`${t("op.shift.hand_pays")} (${seen.hand_pays})`, money(-seen.hand_pays_amount)],
  [`${t("op.shift.reversals")} (${seen.reversals})`, money(-seen.reversals_amount)],
];

const owesWords = (amount) => (amount < 0 ? t("op.shift.is_owed") : t("op.shift.owes"));
const owesShort = (amount) => `${owesWords(amount)} ${money(Math.abs(amount))}`;
const owes = (seen) => [
  h("h2", {}, owesWords(seen.owes)),
  h("p", { class: "sum", id: "owes" }, money(Math.abs(seen.owes))),
];
const movesHead = () => [t("op.receipt.seat"), t("op.cash.what"), `${t("op.amount")}#`, t("op.receipt.move")];
const moveRow = (move) => [String(move.seat), moveWords(move), money(move.amount), move.move];

function moveWords({ into_seat, instrument, state }) {
  const words = [t(into_seat ? "op.cash.in" : "op.cash.out"), word("op.instrument", instrument)];
  return [...words, ...(state === "done" ? [] : [word("op.move", state)])].join(" · ");
}

function askHandover(seen, mine, look) {
  form(t("op.shift.handover"), {
    body: [
      h("p", {}, t("op.shift.handover.says", { name: seen.operator })),
      h("h2", {}, owesWords(seen.owes)),
      h("p", { class: "sum" }, money(Math.abs(seen.owes))),
    ],
    go: t("op.shift.handover"),
    act: () => ask({ kind: "act", act: "handover", name: mine ? null : seen.operator }),
    async done({ details }) {
      await report({ ...seen, ...details }, true);
      look();
    },
  });
}

async function report(seen, closed) {
  const asks = { operator: seen.operator, ...(closed ? { number: seen.number } : {}) };
  const cash = (await past("cash_of_shift", asks, null))?.document ?? null;
  const body = () => [
    h(
      "h2",
      {},
      `${t("op.shift.of", { name: seen.operator, n: seen.number })} · ${t(closed ? "op.shift.closed" : "op.shift.so_far")}`,
    ),
    paperFacts([...figures(seen), [owesWords(seen.owes), money(Math.abs(seen.owes))]]),
    seen.moves.length ? h("div", { class: "moves" }, columns(movesHead(), seen.moves.map(moveRow))) : null,
    onSheet(cash),
  ];
  showSheet(t("op.shift.report"), body, [seen.operator, t("op.receipt.cashier")], "wide");
}
