// The report of cash: what came in, and where it is now: gone out, held, or on the seats. Both come to the same, or money
// was made or lost. Each amount stands as it is: what the house lost is less than nothing.
import { h, put } from "../dom.js";
import { money } from "../money.js";
import { columns, facts as paperFacts, onPaper } from "../parts/paper.js";
import { list } from "../parts/parts.js";
import { past, waiting } from "./past.js";
import { t } from "../words.js";

const CAME = ["notes", "tickets_in", "found", "by_hand", "transfers_in"];
const WENT = ["tickets_out", "hand_pays", "jackpots", "transfers_out", "others", "hold", "on_seats"];

/** A row for each line, with both sums and the difference last. */
export const cashRows = (cash) => [
  ...CAME.map((name) => [t(`op.meters.cash.${name}`), money(cash[name])]),
  [t("op.meters.cash.drop"), money(cash.drop)],
  total("came", cash.came),
  ...WENT.map((name) => [t(`op.meters.cash.${name}`), money(cash[name])]),
  total("went", cash.went + cash.hold + cash.on_seats),
  {
    name: "difference",
    look: cash.difference ? "over" : null,
    cells: [h("b", {}, t("op.meters.cash.difference")), money(cash.difference)],
  },
];

const total = (side, amount) => ({
  name: side,
  look: null,
  cells: [h("b", {}, t(`op.meters.cash.${side}`)), h("b", {}, money(amount))],
});

/** A section of a page that is asked for once, and again by its button. */
export function cashSection(about, asks) {
  const body = h("div", {});
  const load = async () => {
    put(body, waiting());
    const answer = await past(about, asks(), body);
    if (answer) put(body, onPage(answer.document));
  };
  load();
  return h(
    "section",
    { class: "gap", id: "cash-report" },
    h("h2", {}, t("op.meters.cash")),
    h("button", { class: "plain", "data-key": "cash-report", onclick: load }, t("op.notes.look")),
    body,
  );
}

const onPage = (report) => [
  h("p", { class: "soft" }, spanWords(report)),
  list([t("op.meters.table"), `${t("op.amount")}#`], cashRows(report.table)),
  h("div", { class: "gap" }, list(seatHead(), seatRows(report))),
  h("h3", { class: "gap" }, t("op.cash_report.tickets")),
  list(["", `${t("op.amount")}#`], ticketRows(report)),
];

/** The same for a sheet of paper; a sentence where the records do not tell it. */
export const onSheet = (report) =>
  report
    ? [
        h("h2", {}, `${t("op.meters.cash")} · ${t("op.meters.table")}`),
        h("p", {}, spanWords(report)),
        paperFacts(cashRows(report.table).map(cellsOf)),
        columns(seatHead(), seatRows(report).map(cellsOf)),
        h("h2", {}, t("op.cash_report.tickets")),
        paperFacts(ticketRows(report).map(cellsOf)),
      ]
    : h("p", {}, t("op.cash_report.none"));

const cellsOf = (row) => row.cells ?? row;

function spanWords({ since, until }) {
  const from = since ? onPaper(since) : t("op.cash_report.ever");
  return t("op.cash_report.span", { from, until: until ? onPaper(until) : t("op.cash_report.now") });
}

const seatHead = () => [
  t("op.receipt.seat"),
  ...["op.day.in", "op.day.out", "op.day.held", "op.cash_report.on_seat", "op.cash_report.difference"].map(
    (key) => `${t(key)}#`,
  ),
];

const seatRows = ({ seats }) =>
  Object.entries(seats).map(([seat, of]) => ({
    name: `cash-${seat}`,
    look: of.difference ? "over" : null,
    cells: [seat, ...[of.came, of.went, of.hold, of.on_seats, of.difference].map(money)],
  }));

const LESS = ["back", "voided", "lapsed", "owed"];

const ticketRows = ({ tickets }) => [
  [t("op.cash_report.out"), money(tickets.out)],
  ...LESS.map((name) => [t(`op.cash_report.${name}`), money(tickets[name])]),
  {
    name: "cash-tickets",
    look: tickets.difference ? "over" : null,
    cells: [h("b", {}, t("op.meters.cash.difference")), money(tickets.difference)],
  },
  [t("op.cash_report.owed_at_the_end"), money(tickets.owed_at_the_end)],
];
