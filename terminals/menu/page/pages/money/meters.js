// The meters: what was wagered, won and held, what should have been, and how far chance alone may carry it.
import { ask } from "../../asking.js";
import { cashRows } from "../../past/cash_report.js";
import { courseChart, heldChart } from "../../parts/charts.js";
import { form } from "../../parts/dialogs.js";
import { h, put } from "../../dom.js";
import { choice } from "../../parts/fields.js";
import { exports } from "../../parts/files.js";
import { money } from "../../money.js";
import { columns as paperColumns, showSheet } from "../../parts/paper.js";
import { actButton, actions, list, redraw, word } from "../../parts/parts.js";
import { latest, past, select, waiting } from "../../past/past.js";
import { state } from "../../state.js";
import { betName, known, t } from "../../words.js";

const COLUMNS = ["lifetime", "period", "today"];
const MONEY = [
  "wagered",
  "won",
  "vigorish",
  "in",
  "out",
  "in_by",
  "out_by",
  "reversed",
  "reversed_by",
  "unpaid",
  "unpaid_by",
  ...["found", "found_paid", "found_short", "unknown", "cash_settled"],
  ...["dropped", "drop_counted", "drop_over", "drop_short", "lapsed"],
];

export const meters = {
  open(place) {
    const view = { seat: "", column: "lifetime", by: "kinds", sheet: null, seats: [] };
    const [tools, acts, body] = ["tools", "acts-row", "body"].map((look) => h("div", { class: look }));
    const ours = latest();
    const show = () => view.sheet && put(body, draw(view, set));
    const load = async () => {
      const still = ours();
      put(body, waiting());
      const day = COLUMNS.includes(view.column) ? null : view.column;
      const answer = await past("meters", { seat: Number(view.seat) || null, day }, body);
      if (!still()) return;
      view.sheet = answer?.document ?? null;
      if (view.sheet && !view.seat) view.seats = seatsOf(view.sheet);
      drawTools();
      show();
    };
    const set = (name, value) => {
      view[name] = value;
      return name === "by" ? show() : load();
    };
    const drawTools = () => put(tools, toolsOf(view, set));
    const refresh = () =>
      redraw(acts, state.session?.acts, () =>
        actions(actButton("clear_period", t("op.meters.clear"), () => askClear(load), "danger")),
      );
    place.append(tools, body, acts);
    load();
    return refresh;
  },
};

const seatsOf = ({ ledger }) =>
  Object.keys(ledger)
    .filter((name) => name.startsWith("credits "))
    .map((name) => Number(name.slice(8)))
    .sort((a, b) => a - b);

function toolsOf(view, set) {
  const scope = select(
    "scope",
    t("op.meters.of"),
    [["", t("op.meters.table")], ...view.seats.map((seat) => [seat, t("seat", { n: seat })])],
    view.seat,
  );
  const days = (view.sheet?.days ?? []).map((day) => [day, day]);
  const span = select(
    "span",
    t("op.meters.span"),
    [...COLUMNS.map((name) => [name, t(`op.meters.${name}`)]), ...days],
    view.column,
  );
  scope.querySelector("select").addEventListener("change", (event) => set("seat", event.target.value));
  span.querySelector("select").addEventListener("change", (event) => set("column", event.target.value));
  return [
    scope,
    span,
    view.sheet
      ? exports(
          "meters",
          () => rowsOf(view.sheet),
          () => view.sheet,
        )
      : null,
    view.sheet ? h("button", { class: "plain", id: "report", onclick: () => report(view) }, t("op.print")) : null,
  ];
}

const words = (held) => [
  money(held.wagered),
  money(held.won),
  money(held.vigorish),
  money(held.actual),
  held.actual_percent,
  held.theoretical_amount === null ? "–" : money(held.theoretical_amount),
  held.theoretical_percent,
  bandWords(held),
];
const bandWords = ({ band, within }) =>
  band ? `${money(band[0])} … ${money(band[1])}${within === false ? " ⚠" : ""}` : "–";
const head = (first) => [
  first,
  ...["wagered", "won", "vigorish", "held", "percent", "expected", "percent", "band"].map(
    (name) => `${t(`op.meters.${name}`)}#`,
  ),
];
const named = (by, name) =>
  by === "kinds" ? (known(`bet.${name}`) ? t(`bet.${name}`, { n: "" }).trim() : betName(name)) : betName(name);
const rowsBy = (view) => Object.entries(view.sheet[view.column][view.by]);

function draw(view, set) {
  const column = view.sheet[view.column];
  const by = choice(
    t("op.meters.by"),
    ["kinds", "bets"].map((name) => [name, t(`op.meters.${name}`)]),
    view.by,
    (name) => set("by", name),
  );
  const total = { name: "total", cells: [h("b", {}, t("op.meters.all")), ...words(column.held)] };
  const bets = rowsBy(view).map(([name, held]) => ({
    name,
    look: held.within === false ? "over" : null,
    cells: [named(view.by, name), ...words(held)],
  }));
  return [
    h("div", { class: "scroll", id: "held" }, list(head(""), [total])),
    charts(view),
    h("div", { class: "row gap" }, by),
    h("div", { class: "scroll", id: "bets" }, list(head(t("op.meters.bet")), bets)),
    h("h2", { class: "gap" }, t("op.meters.cash")),
    h("div", { id: "cash" }, list([t("op.meters.meter"), `${t("op.amount")}#`], cashRows(column.cash))),
    h("h2", { class: "gap" }, t("op.meters.meters")),
    h(
      "div",
      { id: "meters" },
      list(
        [t("op.meters.meter"), `${t("op.meters.value")}#`, `${t("op.meters.wraps")}#`],
        Object.entries(column.meters).map(meterRow),
      ),
    ),
    view.seat
      ? null
      : [
          h("h2", { class: "gap" }, t("op.meters.ledger")),
          h(
            "div",
            { id: "ledger" },
            list(
              [t("op.meters.account"), `${t("op.meters.balance")}#`],
              Object.entries(view.sheet.ledger).map(([name, amount]) => ({
                name,
                cells: [accountName(name), money(amount)],
              })),
            ),
          ),
        ],
  ];
}

function charts(view) {
  const rows = rowsBy(view)
    .filter(([, { band }]) => band)
    .map(([name, held]) => ({ ...held, name: named(view.by, name) }));
  const heads = { held: t("op.meters.held"), expected: t("op.meters.expected"), band: t("op.meters.band") };
  const course = courseChart(view.sheet.course, t("op.meters.course"));
  const legend = h("p", { class: "legend" }, t("op.meters.legend"));
  const total = { ...view.sheet[view.column].held, name: t("op.meters.all") };
  return [
    course ? h("div", { class: "course-of" }, h("h2", { class: "gap" }, t("op.meters.course")), legend, course) : null,
    rows.length
      ? h(
          "div",
          { class: "held-of" },
          h("h2", { class: "gap" }, t("op.meters.plot")),
          h("p", { class: "legend" }, t("op.meters.plot.says")),
          heldChart(total.band ? [total, ...rows] : rows, t("op.meters.plot"), heads),
        )
      : null,
  ];
}

function meterRow([name, { value, wraps }]) {
  return { name, cells: [meterName(name), isMoney(name) ? money(value) : String(value), String(wraps)] };
}

const isMoney = (name) => MONEY.includes(name.split(":")[0]);

/** `no_rolls:aborted` in words; what belongs to a bet with the bet's own name. */
function meterName(name) {
  const [kind, ...of] = name.split(":");
  const rest = of.join(":");
  const what = word("op.meter", kind);
  if (!rest) return what;
  if (kind === "bills") return `${what} · ${money(Number(rest))}`;
  if (["wagered", "won", "vigorish"].includes(kind)) return `${what} · ${betName(rest)}`;
  const key = [`op.door.${rest}`, `op.instrument.${rest}`, `op.outcome.${rest}`].find(known);
  return `${what} · ${key ? t(key) : rest}`;
}

function accountName(name) {
  const [kind, of = ""] = name.split(" ");
  const rest =
    kind === "house" ? named("kinds", of) : kind === "cash" ? word("op.instrument", of) : t("seat", { n: of });
  return `${word("op.account", kind)} · ${rest}`;
}

/** The sheet a line each, as `boxcars meters --csv` gives it. */
function rowsOf(sheet) {
  const rows = [["column", "what", "name", "value", "wraps", "won", "held", "theoretical", "band_from", "band_to"]];
  for (const column of [...COLUMNS, ...sheet.days].filter((name) => sheet[name])) {
    const { meters: counted, bets } = sheet[column];
    for (const [name, { value, wraps }] of Object.entries(counted))
      rows.push([column, "meter", name, value, wraps, "", "", "", "", ""]);
    for (const [name, held] of Object.entries(bets))
      rows.push([
        column,
        "bet",
        name,
        held.wagered,
        0,
        held.won,
        held.actual,
        held.theoretical_amount,
        ...(held.band ?? ["", ""]),
      ]);
  }
  return rows;
}

function report(view) {
  const of = view.seat ? t("seat", { n: view.seat }) : t("op.meters.table");
  const span = COLUMNS.includes(view.column) ? t(`op.meters.${view.column}`) : view.column;
  const column = view.sheet[view.column];
  const body = () => [
    h("h2", {}, `${of} · ${span}`),
    paperColumns(head(t("op.meters.bet")), [
      [t("op.meters.all"), ...words(column.held)],
      ...rowsBy(view).map(([name, held]) => [named(view.by, name), ...words(held)]),
    ]),
    charts(view),
    h("h2", {}, t("op.meters.meters")),
    paperColumns(
      [t("op.meters.meter"), `${t("op.meters.value")}#`, `${t("op.meters.wraps")}#`],
      Object.entries(column.meters)
        .map(meterRow)
        .map(({ cells }) => cells),
    ),
  ];
  showSheet(t("op.page.meters"), body, null, "wide");
}

function askClear(load) {
  form(t("op.meters.clear"), {
    body: [h("p", {}, t("op.meters.clear.says"))],
    go: t("op.meters.clear"),
    look: "danger",
    act: () => ask({ kind: "act", act: "clear_period" }),
    good: t("op.meters.cleared"),
    done: load,
  });
}
