// What the records have of notes and tickets: the last that came in or went out, and the boxes that were taken out.
import { h, put } from "../dom.js";
import { money } from "../money.js";
import { columns, facts as paperFacts, onPaper, showSheet, when } from "../parts/paper.js";
import { list } from "../parts/parts.js";
import { past } from "./past.js";
import { overWords } from "./settling.js";
import { t } from "../words.js";

/** The last notes and tickets: a section that is asked for once, and again by its button. */
export function lastPapers() {
  const body = h("div", {}, t("op.wait"));
  const load = async () => {
    const answer = await past("papers", {}, body);
    if (answer) put(body, drawn(answer));
  };
  load();
  return h(
    "section",
    { class: "gap", id: "last-papers" },
    h("h2", {}, t("op.notes.last")),
    h("button", { class: "plain", onclick: load }, t("op.notes.look")),
    body,
  );
}

const HEAD = () => [
  t("op.changes.at"),
  t("op.receipt.seat"),
  t("op.cash.what"),
  `${t("op.amount")}#`,
  t("op.notes.ends"),
];
const rowOf = ({ at, seat, into_seat, amount, ends }) => [
  when(at),
  String(seat),
  t(into_seat ? "op.cash.in" : "op.cash.out"),
  money(amount),
  ends ? `…${ends}` : "–",
];

const NOTES = 5;
const TICKETS = 35;

function drawn({ notes, tickets }) {
  return [
    h("h3", {}, t("op.notes.last.notes", { n: NOTES })),
    list(HEAD(), notes.map(rowOf)),
    h("h3", { class: "gap" }, t("op.notes.last.tickets", { n: TICKETS })),
    list(HEAD(), tickets.map(rowOf)),
  ];
}

const DROPS = 50;

/** Every box that was taken out, with its report. */
export function drops() {
  const body = h("div", {}, t("op.wait"));
  const load = async () => {
    const answer = await past("drops", { last: DROPS }, body);
    if (answer) put(body, dropRows(answer.rows.filter(({ fact }) => fact)));
  };
  load();
  return h(
    "section",
    { class: "gap", id: "drops" },
    h("h2", {}, t("op.notes.drops")),
    h("button", { class: "plain", onclick: load }, t("op.notes.look")),
    body,
  );
}

const same = (one) => (other) => other.seat === one.seat && other.drop === one.drop;

function dropRows(rows) {
  const facts = rows.map(({ at, fact }) => ({ at, ...fact }));
  const counts = facts.filter(({ what }) => what === "drop_counted");
  const out = facts.filter(({ what }) => what === "drop");
  const row = (drop) => {
    const count = counts.find(same(drop));
    return {
      name: `drop-${drop.seat}-${drop.drop}`,
      cells: [
        when(drop.at),
        String(drop.seat),
        String(drop.drop),
        money(drop.amount),
        count ? money(count.counted) : "–",
        count ? overWords(count.over) : t("op.notes.uncounted"),
        h("button", { class: "plain", onclick: () => report(drop, count) }, t("op.notes.report")),
      ],
    };
  };
  const head = [
    t("op.changes.at"),
    t("op.receipt.seat"),
    t("op.notes.drop.number"),
    `${t("op.notes.should")}#`,
    `${t("op.notes.counted")}#`,
    t("op.notes.difference"),
    "",
  ];
  return list(head, out.map(row));
}

/** What should have been in the box, note by note, and what was counted. */
function report(drop, count) {
  const body = () => [
    paperFacts([
      [t("op.receipt.at"), onPaper(drop.at)],
      [t("op.receipt.seat"), String(drop.seat)],
      [t("op.notes.drop.number"), String(drop.drop)],
    ]),
    columns(
      [t("op.notes.note"), `${t("op.notes.pieces")}#`, `${t("op.amount")}#`],
      Object.entries(drop.notes).map(([value, many]) => [
        money(Number(value)),
        String(many),
        money(Number(value) * many),
      ]),
    ),
    paperFacts([
      [t("op.notes.found.many", { n: drop.found }), money(drop.found_amount)],
      [t("op.notes.should"), money(drop.amount)],
      [t("op.notes.tickets"), `${drop.tickets} · ${money(drop.ticket_amount)}`],
      count ? [t("op.notes.counted"), money(count.counted)] : null,
      count ? [t("op.notes.difference"), overWords(count.over)] : null,
      count ? [t("op.receipt.by"), count.by] : null,
    ]),
  ];
  showSheet(t("op.notes.report"), body, [t("op.receipt.attendant"), t("op.notes.witness")], "wide");
}
