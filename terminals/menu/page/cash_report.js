// The report of cash: what came in, went out, was held and lies on seats. All of it together is nothing.
import { h, put } from "./dom.js";
import { money } from "./money.js";
import { columns, facts as paperFacts, onPaper } from "./paper.js";
import { list } from "./parts.js";
import { past, waiting } from "./past.js";
import { t } from "./words.js";

const CAME = ["notes", "tickets_in", "found", "by_hand"];
const WENT = ["tickets_out", "hand_pays", "others", "hold", "on_seats"];
const LINES = [...CAME, ...WENT];
const amountOf = (cash, name) => money(WENT.includes(name) ? -cash[name] : cash[name]);

/** A row for each line, with the difference last. */
export const cashRows = (cash) => [
  ...CAME.map((name) => [t(`op.meters.cash.${name}`), money(cash[name])]),
  [t("op.meters.cash.drop"), money(cash.drop)],
  ...WENT.map((name) => [t(`op.meters.cash.${name}`), amountOf(cash, name)]),
  {
    name: "difference",
    look: cash.difference ? "over" : null,
    cells: [h("b", {}, t("op.meters.cash.difference")), money(cash.difference)],
  },
];

/** A section of a page that is asked for once, and again by its button. */
export function cashSection(about, asks) {
  const body = h("div", { class: "scroll" });
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
  list(head(), rows(report)),
  h("h3", { class: "gap" }, t("op.cash_report.tickets")),
  list(ticketHead(), [ticketRow(report.tickets)]),
];

/** The same for a sheet of paper; nothing where the records do not tell it. */
export const onSheet = (report) =>
  report
    ? [
        h("h2", {}, t("op.meters.cash")),
        h("p", {}, spanWords(report)),
        columns(
          head(),
          rows(report).map(({ cells }) => cells),
        ),
        h("h2", {}, t("op.cash_report.tickets")),
        paperFacts(ticketHead().map((name, index) => [name.replace(/#$/, ""), ticketRow(report.tickets).cells[index]])),
      ]
    : h("p", {}, t("op.cash_report.none"));

function spanWords({ since, until }) {
  const from = since ? onPaper(since) : t("op.cash_report.ever");
  return t("op.cash_report.span", { from, until: until ? onPaper(until) : t("op.cash_report.now") });
}

const head = () => [
  "",
  ...LINES.map((name) => `${t(`op.meters.cash.${name}`)}#`),
  `${t("op.cash_report.difference")}#`,
];

function rows({ table, seats }) {
  const row = (name, words, of) => ({
    name,
    look: of.difference ? "over" : null,
    cells: [words, ...LINES.map((line) => amountOf(of, line)), money(of.difference)],
  });
  const ofSeats = Object.entries(seats).map(([seat, of]) => row(`cash-${seat}`, t("seat", { n: seat }), of));
  return [row("cash-table", h("b", {}, t("op.meters.table")), table), ...ofSeats];
}

const OF_TICKETS = ["out", "back", "voided", "lapsed", "owed"];
const ticketHead = () =>
  [...OF_TICKETS, "difference", "owed_at_the_end"].map((name) => `${t(`op.cash_report.${name}`)}#`);

const ticketRow = (tickets) => ({
  name: "cash-tickets",
  look: tickets.difference ? "over" : null,
  cells: [
    ...OF_TICKETS.map((name) => money(name === "out" ? tickets[name] : -tickets[name])),
    money(tickets.difference),
    money(tickets.owed_at_the_end),
  ],
});
