// Movements of cash: those under way, and the last that are over; a supervisor takes back a mistake.
import { ask } from "../../asking.js";
import { form, reason } from "../../parts/dialogs.js";
import { field, text } from "../../parts/fields.js";
import { h } from "../../dom.js";
import { lookAgain } from "../../looking.js";
import { money } from "../../money.js";
import { actButton, list, word } from "../../parts/parts.js";
import { receipt } from "../../parts/receipt.js";
import { t } from "../../words.js";

const EVERY_MS = 2000;

export const cash = {
  open: (place) => lookAgain(place, EVERY_MS, () => ({ what: "money" }), draw).refresh,
};

function draw(seen, look) {
  const under = seen.under_way.length
    ? [
        h("h2", {}, t("op.cash.under_way")),
        list(
          head(false),
          seen.under_way.map((move) => row(move)),
        ),
      ]
    : null;
  return [
    under,
    h("h2", { class: "gap" }, t("op.cash.over")),
    list(
      head(true),
      seen.over.map((move) => row(move, look)),
      t("op.cash.none"),
    ),
  ];
}

const head = (over) => [
  t("op.receipt.seat"),
  t("op.cash.what"),
  `${t("op.amount")}#`,
  t("op.receipt.by"),
  t("op.receipt.move"),
  over ? "" : t("op.cash.state"),
];

function row(move, look) {
  const way = t(move.into_seat ? "op.cash.in" : "op.cash.out");
  const last = !look
    ? word("op.move", move.state)
    : move.state === "done" && move.reversible
      ? actButton("reverse", t("op.cash.reverse"), () => askReverse(move, look))
      : move.state === "done"
        ? ""
        : word("op.move", move.state);
  return {
    name: move.move,
    cells: [
      String(move.seat),
      `${way} · ${word("op.instrument", move.instrument)}`,
      money(move.amount),
      move.by,
      h("code", {}, move.move),
      last,
    ],
  };
}

function askReverse(move, look) {
  const input = text({ id: "reason" });
  const says = t(move.into_seat ? "op.cash.reverse.says" : "op.cash.unpaid.says", { n: move.seat, by: move.by });
  form(t("op.cash.reverse"), {
    body: [
      h("p", { class: "sum" }, money(move.amount)),
      h("p", {}, says),
      field(t("op.reason"), input),
      reason(input, [t("op.reason.mistake")]),
    ],
    go: t("op.cash.reverse"),
    look: "danger",
    ready: () => input.value.trim() !== "",
    act: () => ask({ kind: "act", act: "reverse", reference: move.move, reason: input.value.trim() }),
    done({ details }) {
      receipt(
        t(move.into_seat ? "op.cash.reverse.done" : "op.cash.unpaid.done"),
        [
          [t("op.receipt.seat"), String(move.seat)],
          [t("op.amount"), money(move.amount)],
          [t("op.receipt.credits"), money(details.credits)],
          [t("op.receipt.move"), move.move],
          [t("op.reason"), input.value.trim()],
        ],
        details,
      );
      look();
    },
  });
}
