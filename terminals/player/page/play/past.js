// This seat's own past: its rounds with what each brought, page by page and by bet; and the figures that players like to
// know, with the note that dice have no memory.
import { coloursOf, largeNumber } from "../wheel/counts.js";
import { tell } from "../acts.js";
import { pair } from "../shown/dice.js";
import { byId, h, put, svg } from "../dom.js";
import { money } from "../money.js";
import { ofGame } from "../own.js";
import { strip } from "../shown/rolls.js";
import { state } from "../state.js";
import { betName, ended, known, named, t } from "../words.js";

let told = null; // the answer that was shown last
let pages = 1;
let wanted = ""; // the bet that is searched for
let tab = "rounds";

export function firstPage() {
  pages = 1;
  wanted = "";
  tab = "rounds";
  told = null;
}

export const asksPast = () => tell({ kind: "past", pages });

/** The whole body of the panel, from what the records have told. */
export function pastBody(message) {
  told = message;
  const body = h("div", { id: "past" });
  const draw = () => put(body, tabs(draw), tab === "rounds" ? rounds(draw) : figures());
  draw();
  return body;
}

function tabs(draw) {
  const one = (name) =>
    h(
      "button",
      {
        role: "tab",
        "aria-selected": String(tab === name),
        "data-tab": name,
        onclick: () => {
          tab = name;
          draw();
          /** @type {HTMLElement} */ (byId("past").querySelector(`[data-tab="${name}"]`)).focus();
        },
      },
      t(`past.tab.${name}`),
    );
  return h("div", { class: "tabs", role: "tablist", "aria-label": t("menu.past") }, one("rounds"), one("figures"));
}

// ---- rounds ----

/** What a round brought: what it paid, less what it lost. */
export const netOf = ({ rows }) =>
  rows.reduce((sum, row) => sum + (row.result === "lose" ? -row.stake : row.paid) - (row.vigorish ?? 0), 0);

function rounds(draw) {
  if (!told.rounds.length) return h("p", {}, t("past.none"));
  const bets = [...new Set(told.rounds.flatMap(({ rows }) => rows.map(({ bet }) => bet)))];
  const found = wanted ? told.rounds.filter(({ rows }) => rows.some(({ bet }) => bet === wanted)) : told.rounds;
  const select = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "past-bet" },
      h("option", { value: "" }, t("past.all")),
      bets.map((bet) => h("option", { value: bet, selected: bet === wanted }, betName(bet))),
    )
  );
  select.addEventListener("change", () => {
    wanted = select.value;
    draw();
    byId("past-bet").focus();
  });
  const older = () => {
    pages = told.pages + 1;
    asksPast();
  };
  return [
    h("label", { class: "search" }, t("past.search"), " ", select),
    h("p", { class: "quiet", role: "status" }, t("past.shown", { n: found.length, of: told.rounds.length })),
    h("ul", { class: "rounds" }, found.map(pastRound)),
    told.more ? h("button", { id: "past-older", class: "older", onclick: older }, t("past.older")) : null,
  ];
}

/** What came: dice, a number on its colour, or how the round ended without any. */
function cameOf(round) {
  if (round.faces) return pair(round.faces, t("rolled", { total: round.faces[0] + round.faces[1] }));
  if (round.number === undefined) return h("span", {}, ended(round.how));
  const colour = coloursOf(state.offer?.wheel)(round.number);
  return h("span", {}, largeNumber({ number: round.number, colour }));
}

function pastRound(round) {
  const when = new Date(round.ended_at).toLocaleTimeString(t("language.locale"));
  const rows = round.rows.map((row) =>
    h(
      "li",
      { class: row.result },
      h("span", {}, `${betName(row.bet)} ${money(row.stake)}`),
      h(
        "b",
        {},
        row.paid ? `+${money(row.paid)}` : known(`result.${row.result}`) ? t(`result.${row.result}`) : row.result,
      ),
    ),
  );
  const held = round.rows.reduce((sum, row) => sum + (row.vigorish ?? 0), 0);
  if (held) rows.push(h("li", { class: "lose" }, h("span", {}, t("result.commission")), h("b", {}, signed(-held))));
  const net = netOf(round);
  const nothing = rows.length ? null : h("li", { class: "quiet" }, t("past.nothing"));
  return h(
    "li",
    { "data-round": round.round },
    h(
      "div",
      { class: "past-head" },
      h("b", {}, t("past.round", { n: round.round })),
      h("span", {}, when),
      cameOf(round),
    ),
    h("p", { class: `net ${net > 0 ? "win" : net < 0 ? "lose" : ""}` }, t("past.net"), " ", h("b", {}, signed(net))),
    h("ul", {}, rows, nothing),
  );
}

const signed = (amount) => (amount > 0 ? `+${money(amount)}` : money(amount));

// ---- figures ----

function figures() {
  const { table } = state;
  return [
    h("p", { class: "memory" }, t(ofGame(table, "past.memory"))),
    line(),
    table?.game ? [] : [hotAndCold(table.totals), hand(), average(table.day), hardways(table.day)],
  ];
}

const [WIDE, HIGH, EDGE] = [640, 160, 8];

/** The session as a line: the net after each of the rounds that are told, the oldest first. */
function line() {
  const nets = [...told.rounds].reverse().map(netOf);
  const sums = nets.reduce((so_far, net) => [...so_far, so_far.at(-1) + net], [0]);
  if (sums.length < 2) return [];
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const x = (index) => EDGE + (index * (WIDE - 2 * EDGE)) / (sums.length - 1);
  const y = (sum) => EDGE + ((most - sum) * (HIGH - 2 * EDGE)) / Math.max(1, most - least);
  const says = t("figures.line.says", {
    n: nets.length,
    net: signed(sums.at(-1)),
    most: signed(most),
    least: signed(least),
  });
  return h(
    "section",
    { class: "figure" },
    h("h3", {}, t("figures.line")),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": says, id: "session-line" },
      svg("line", { x1: EDGE, x2: WIDE - EDGE, y1: y(0), y2: y(0), class: "zero" }),
      svg("polyline", { points: sums.map((sum, index) => `${x(index)},${y(sum)}`).join(" "), class: "net-line" }),
    ),
    h("p", {}, says),
  );
}

const WAYS = 36;
const waysOf = (total) => 6 - Math.abs(7 - total);
const SHOWN = 3;

/** What has come more often, and less often, than two dice would have it come over very many rolls. */
function hotAndCold(totals) {
  const rolls = totals.reduce((sum, count) => sum + count, 0);
  const by = totals
    .map((count, index) => ({ total: index + 2, count, over: WAYS * count - rolls * waysOf(index + 2) }))
    .sort((a, b) => b.over - a.over);
  const words = (list) => list.map(({ total, count }) => t("figures.times", { total, n: count })).join(" · ") || "–";
  return h(
    "section",
    { class: "figure", id: "hot-cold" },
    h("h3", {}, t("display.totals", { n: rolls })),
    h("p", {}, h("b", {}, t("figures.hot")), " ", words(by.filter(({ over }) => over > 0).slice(0, SHOWN))),
    h(
      "p",
      {},
      h("b", {}, t("figures.cold")),
      " ",
      words(
        by
          .filter(({ over }) => over < 0)
          .reverse()
          .slice(0, SHOWN),
      ),
    ),
  );
}

/** The rolls of the hand that is played, as far as they are still told. */
function hand() {
  const { table, seat } = state;
  const after = table.past.findLastIndex(({ did }) => did === "out");
  const rolls = table.past.slice(after + 1);
  const mine = table.shooter === seat;
  return h(
    "section",
    { class: "figure" },
    h("h3", {}, t(mine ? "figures.my_hand" : "figures.hand", { n: table.hand?.rolls ?? 0 })),
    rolls.length ? h("ul", { class: "strip" }, strip(rolls, rolls.length)) : h("p", {}, t("figures.no_rolls")),
  );
}

function average(day) {
  if (!day?.hands) return [];
  const rolls = (day.rolls / day.hands).toFixed(1);
  return h("section", { class: "figure" }, h("p", {}, t("figures.average", { rolls, n: day.hands })));
}

function hardways(day) {
  const rows = Object.entries(day?.since ?? {}).filter(([bet]) => state.offer?.spots[bet]);
  if (!rows.length) return [];
  return h(
    "section",
    { class: "figure", id: "since" },
    h("h3", {}, t("figures.since")),
    h("p", {}, rows.map(([bet, n]) => named(betName(bet), n)).join(" · ")),
  );
}
