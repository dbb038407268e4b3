// Money: what was held beside what should have been, by machine, game, bet and day; cash, boxes and tickets.
import { heldChart } from "../parts/charts.js";
import { h, put } from "../dom.js";
import { money } from "../money.js";
import { list, sideways, word } from "../parts/parts.js";
import { latest, waiting } from "../past/past.js";
import { betName, t } from "../words.js";
import { fetched, query } from "./asking.js";
import { dayWords, span, spanOf } from "./span.js";

const PARTS = ["machines", "games", "days", "bets"];
const NAMES = {
  machines: (/** @type {any} */ one) => one.name,
  games: (/** @type {any} */ one) => word("floor.game", one.name),
  days: (/** @type {any} */ one) => dayWords(one.name),
  bets: (/** @type {any} */ one) => betName(one.name),
};

export const held = {
  open(/** @type {HTMLElement} */ place) {
    const body = h("div", { id: "held" });
    const ours = latest();
    const load = async () => {
      const still = ours();
      put(body, waiting());
      const asked = spanOf(tools);
      const found = await fetched(`money?${query(asked)}`);
      if (!still()) return;
      tools.offer(found?.cabinets ?? []);
      put(body, found ? drawn(found, asked) : h("p", { class: "bad" }, t("floor.no_answer")));
    };
    const tools = span(load, true);
    place.append(h("p", { class: "soft" }, t("floor.journalled")), tools.form, body);
    void load();
  },
};

function drawn(/** @type {any} */ found, /** @type {any} */ asked) {
  const file = (/** @type {string} */ part) =>
    h("a", { href: `money.csv?${query({ ...asked, part })}`, download: "", "data-csv": part }, t("floor.csv"));
  const head = (/** @type {string} */ part) =>
    h("div", { class: "part-head" }, h("h2", {}, t(`floor.by.${part}`)), file(part));
  return [
    h("p", { class: "legend" }, t("op.meters.plot.says")),
    PARTS.map((part) => [head(part), heldOf(found[part], part)]),
    head("cash"),
    sideways(t("floor.by.cash"), cash(found.cash), { id: "part-cash" }),
    head("tickets"),
    sideways(t("floor.by.tickets"), tickets(found.tickets), { id: "part-tickets" }),
  ];
}

function heldOf(/** @type {any[]} */ rows, /** @type {string} */ part) {
  const [name, label] = [NAMES[part], t(`floor.by.${part}`)];
  const played = rows.filter((one) => one.wagered);
  if (!played.length) return h("p", { class: "soft" }, t("op.none"));
  const heads = { held: t("op.meters.held"), expected: t("op.meters.expected"), band: t("op.meters.band") };
  const charted = played.map((one) => ({ ...one, name: name(one), theoretical_amount: one.due }));
  const cells = (/** @type {any} */ one) => [
    name(one),
    money(one.wagered),
    money(one.actual),
    one.due === null ? "–" : money(one.due),
    one.band ? `${money(one.band[0])} … ${money(one.band[1])}` : "–",
    h("span", { class: one.within === false ? "out-of" : "in" }, t(`floor.within.${one.within}`)),
  ];
  const figures = ["wagered", "held", "expected", "band"].map((of) => `${t(`op.meters.${of}`)}#`);
  const titles = [t(`floor.of.${part}`), ...figures, t("floor.within")];
  return [heldChart(charted, label, heads), sideways(label, list(titles, played.map(cells)))];
}

const CASH = [
  ["notes_in", ["in:bill"]],
  ["tickets_in", ["in:ticket"]],
  ["other_in", ["in:"]],
  ["tickets_out", ["out:ticket"]],
  ["hand_pays", ["out:hand_pay"]],
  ["other_out", ["out:"]],
  ["dropped", ["dropped"]],
  ["counted", ["drop_counted"]],
];

function cash(/** @type {any[]} */ rows) {
  const own = (/** @type {any} */ meters, /** @type {string} */ name) => meters[name] ?? 0;
  const rest = (/** @type {any} */ meters, /** @type {string} */ way) =>
    Object.entries(meters)
      .filter(([name]) => name.startsWith(way) && !CASH.some(([, [of]]) => of === name))
      .reduce((sum, [, amount]) => sum + amount, 0);
  const amount = (/** @type {any} */ meters, /** @type {string} */ of) =>
    money(of.endsWith(":") ? rest(meters, of) : own(meters, of));
  const over = (/** @type {any} */ meters) => money(own(meters, "drop_over") - own(meters, "drop_short"));
  return list(
    [t("floor.machine"), ...CASH.map(([name]) => `${t(`floor.cash.${name}`)}#`), `${t("floor.cash.over")}#`],
    rows.map(({ name, meters }) => [name, ...CASH.map(([, [of]]) => amount(meters, of)), over(meters)]),
  );
}

const tickets = (/** @type {any[]} */ rows) =>
  list(
    [t("floor.machine"), t("floor.tickets.state"), `${t("floor.tickets.many")}#`, `${t("floor.tickets.amount")}#`],
    rows.map((one) => [one.cabinet, word("floor.ticket", one.state), String(one.many), money(one.amount)]),
  );
