// Panels over the felt: help with every bet's pay and house edge, the rules in short, and this seat's own past.
import { tell } from "../acts.js";
import { byId, h, put, say } from "../dom.js";
import { machineRows } from "../shown/machine.js";
import { money } from "../money.js";
import { loudness, nextLoudness } from "../noises.js";
import { spotOf } from "../limits.js";
import { potRules } from "../shown/pots.js";
import { state } from "../state.js";
import { canLead, leadFirstHand } from "../play/first.js";
import { asksPast, firstPage, pastBody } from "../play/past.js";
import { betName, known, named, paysLines, ruleWords, t } from "../words.js";

const AGAIN_MS = 3000;
const RULES = [
  ...["round", "track", "come_out", "point", "zero", "shooter", "working"],
  ...["close", "void", "memory", "failure"],
];
const MOST_NAMED = 6; // of spots that pay and cost the same

export function setUpPanels(offerLanguages) {
  byId("help-open").addEventListener("click", () => {
    open("help", t("menu.help"), helpBody({}));
    tell({ kind: "help" });
  });
  byId("past-open").addEventListener("click", () => {
    firstPage();
    open("past", t("menu.past"), h("p", {}, t("past.wait")));
    asksPast();
  });
  byId("service").addEventListener("click", () => tell({ kind: "call_service" }));
  byId("language").addEventListener("click", () => offerLanguages());
  byId("sound").addEventListener("click", () => {
    nextLoudness();
    menu();
  });
}

/** The buttons of the menu that say how things stand. */
export function menu() {
  say(byId("language"), t("language.name"));
  say(byId("sound"), loudness() ? t("menu.sound", { n: loudness() }) : t("menu.sound_off"));
  byId("sound").setAttribute("aria-pressed", String(loudness() > 0));
}

function open(of, title, body) {
  const dialog = byId("dialog");
  dialog.className = "large";
  const close = h("button", { class: "close", "aria-label": t("close"), onclick: () => dialog.close() }, t("close"));
  put(
    dialog,
    h("div", { class: "panel-head" }, h("h2", {}, title), close),
    h("div", { class: "panel-body", tabindex: 0, id: "panel-body", "data-of": of }, body),
  );
  if (!dialog.open) dialog.showModal();
}

/** The body of this panel while it stands open: an answer that comes late belongs to no other. */
const bodyOf = (of) =>
  /** @type {HTMLDialogElement} */ (byId("dialog")).querySelector(`:scope[open] [data-of="${of}"]`);

/** What could not be told is asked for again, as long as somebody looks. */
function replace(of, body, why) {
  const place = bodyOf(of);
  if (!place) return;
  put(place, body);
  if (why)
    setTimeout(
      () => place.isConnected && bodyOf(of) === place && (of === "past" ? asksPast() : tell({ kind: of })),
      AGAIN_MS,
    );
}

// ---- help ----

export function showHelp({ bets, why }) {
  if (bets) state.edges = bets;
  replace("help", helpBody(bets ?? {}, why ? t("help.no_edges") : ""), why);
}

function helpBody(edges, note = t("help.wait")) {
  const spots = state.offer?.spots ?? {};
  const kinds = [...new Set(Object.values(spots).map((spot) => spot.kind))];
  const rules = h(
    "section",
    { class: "rules" },
    h("h3", {}, t("help.rules")),
    rulesHere().map((key) => h("p", {}, ruleWords(key, state.offer))),
    potRules(state.table).map((rule) => h("p", {}, rule)),
  );
  return [
    canLead() ? h("button", { id: "first-hand", class: "older", onclick: leadFirstHand }, t("first.open")) : [],
    rules,
    h("h3", {}, t("help.bets")),
    note ? h("p", { class: "quiet" }, note) : [],
    h(
      "div",
      { class: "bets" },
      kinds.map((kind) => helpOf(kind, spots, edges)),
    ),
    h("h3", {}, t("machine.title")),
    h(
      "table",
      { class: "about-machine" },
      machineRows().map(([label, said]) => h("tr", {}, h("td", {}, label), h("td", {}, said))),
    ),
  ];
}

/** The rules of the game that is played, where it has words of its own for them. */
function rulesHere() {
  const name = state.table?.game?.name;
  const own = RULES.map((rule) => `rule.${rule}.${name}`).filter(known);
  return own.length ? own : RULES.map((rule) => `rule.${rule}`).filter(known);
}

function helpOf(kind, spots, edges) {
  const of = Object.entries(spots).filter(([, spot]) => spot.kind === kind && spot.opens !== "never");
  const rows = grouped(of, edges).map(([names, pays, edge]) =>
    h("tr", {}, h("td", {}, names), h("td", {}, pays), h("td", {}, edge)),
  );
  const [, first] = of[0];
  const notes = [
    ...notWith(of),
    ...byNames(of, ({ parts }) => parts && t("help.parts", { n: parts.of })),
    ...byNames(of, ({ times }) => times && t("help.times", { n: times })),
    first.twelve ? t(`help.twelve.${first.twelve}`) : null,
    first.rests
      ? t("help.rests")
      : first.off_on_come_out
        ? t(first.calls ? "help.off.calls" : "help.off")
        : first.calls
          ? t("help.calls")
          : null,
    ...byNames(of, ({ min, max, unit }) => t("help.limits", { min: money(min), max: money(max), unit: money(unit) })),
    oddsLimit(of),
    commissionWords(first),
    of.some(([, spot]) => spot.power) ? t("help.power") : null,
  ];
  const table = h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", {}, t("help.spot")), h("th", {}, t("help.pays")), h("th", {}, t("help.edge")))),
    h("tbody", {}, rows),
  );
  return h(
    "article",
    { "data-kind": kind },
    h("h4", {}, t(`bet.${kind}`)),
    h("p", {}, ruleWords(`help.${kind}`, state.offer)),
    table,
    h("p", { class: "quiet" }, notes.filter(Boolean).join(" ")),
  );
}

/** What is said of the spots of a kind, with their names where it does not hold for all of them. */
function byNames(of, says) {
  const by = new Map();
  for (const [bet, spot] of of) {
    const words = says(spot);
    if (words) by.set(words, [...(by.get(words) ?? []), shortName(bet)]);
  }
  return [...by].map(([words, names]) => (names.length === of.length ? words : named(names.join(", "), words)));
}

const shortName = (bet) => (bet.includes(":") ? bet.split(":")[1].replaceAll("-", "·") : betName(bet));

/** What the house takes of a bet, and when; null where it takes nothing. */
export function commissionWords({ commission: taken }) {
  if (!taken) return null;
  return t(`help.commission.${taken.when}`, { rate: percent(taken.rate), of: t(`help.of.${taken.of}`) });
}

/** What a player may not have beside a bet of this kind. */
export function notWith(of) {
  const pairs = (state.offer?.exclusive ?? []).filter(({ one }) => of.some(([bet]) => one.includes(bet)));
  const names = [...new Set(pairs.flatMap(({ other }) => other).map((bet) => t(`bet.${spotOf(bet).kind}`)))];
  return names.length ? [t("help.not_with", { bets: names.join(", ") })] : [];
}

/** How much may lie behind a bet: so many times that bet, by its number where that matters, or what the table takes. */
function oddsLimit(of) {
  const [, first] = of[0];
  if (!first.base) return null;
  if (!first.most_times_base) return t("help.most.table");
  const times = of.flatMap(([bet, { most_times_base: most }]) =>
    Object.entries(most).map(([number, rate]) => [number || bet.split(":")[1], timesOf(rate)]),
  );
  if (new Set(times.map(([, rate]) => rate)).size === 1) return t("help.most", { n: times[0][1] });
  const by = new Map();
  for (const [number, rate] of times) by.set(rate, [...(by.get(rate) ?? []), number]);
  return t("help.most", { n: [...by].map(([rate, numbers]) => `${rate} (${numbers.join(", ")})`).join(", ") });
}

function timesOf(rate) {
  const [above, below] = rate.split("/").map(Number);
  return `${+(above / below).toFixed(2)}×`;
}

/** Spots of a kind that pay and cost the same stand in one row. */
function grouped(of, edges) {
  const rows = new Map();
  for (const [bet, spot] of of) {
    const edge = edgeOf(spot, edges[bet]);
    const chart = spot.parts ?? spot;
    const pays = [...paysLines(chart.pays), ...powerLines(chart.power)];
    const key = JSON.stringify([pays, edge]);
    rows.set(key, [[...(rows.get(key)?.[0] ?? []), shortName(bet)], pays, edge]);
  }
  return [...rows.values()].map(([names, pays, edge]) => [
    rows.size === 1 && names.length > MOST_NAMED ? t("help.all", { n: names.length }) : names.join(", "),
    pays.map((line) => h("div", {}, line)),
    edge,
  ]);
}

/** Exact, where the offer says it; else as it was worked out, in hundredths of a per cent. */
export function edgeOf(spot, told) {
  const exact = spot.edge ? `${spot.edge} ≈ ` : "";
  const rate = spot.edge ? hundredths(spot.edge) : told?.house_edge_percent;
  return rate === undefined ? "–" : `${exact}${rate.toFixed(2)} %`;
}

function hundredths(rate) {
  const [above, below] = rate.split("/").map(Number);
  return (100 * above) / below;
}

/** What a spot pays when Power Odds fall on it: the lower figure, and the higher one. */
function powerLines(power) {
  if (!power?.low || !power.high) return [];
  const both = Object.fromEntries(
    Object.entries(power.low).map(([total, low]) => [total, `${low} / ${power.high[total]}`]),
  );
  const lines = new Set(Object.values(both)).size === 1 ? [Object.values(both)[0]] : paysLines(both);
  return lines.map((line) => `⚡ ${line}`);
}

const percent = (rate) => `${+hundredths(rate).toFixed(2)} %`;

// ---- the past of this seat ----

export function showPast(message) {
  if (message.why) return replace("past", h("p", {}, t("past.none_told")), message.why);
  return replace("past", pastBody(message));
}
