// What is counted: the hand and its ladder, totals and best hands of the day, the Power Odds of this roll.
import { byId, h, put, say, svg } from "./dom.js";
import { Climb, counted, ladder } from "./shown/ladder.js";
import { powerFigures } from "./felt/sight.js";
import { betName, spoken, t } from "./words.js";

const MOST_LEVELS = 12;
const FEW_LEVELS = 6;
const HIGH_FIRST = { high: 0, low: 1 };
const SEVEN = 7;
const climb = new Climb();
let handShown = "";
let powerShown = "";
const FACES = [1, 2, 3, 4, 5, 6];
const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/** The roll count with what the book makes of it: a ladder, or the numbers that have come. */
export function showHand(table, offer) {
  const { rolls, over } = counted(table);
  const key = JSON.stringify([rolls, over, table.hand, offer?.name, spoken()]);
  if (key === handShown) return;
  handShown = key;
  put(byId("count"), h("span", {}, t("display.count")), h("b", {}, String(rolls)));
  const steps = ladder(offer, rolls, over);
  const name = steps ? h("h3", {}, t("bet.hot_shooter")) : null;
  put(byId("ladder"), name, steps ?? [points(table, offer), numbers(table, offer), doubles(table, offer)]);
  climb.shows(byId("ladder"), rolls);
}

/** For a book with a bet on different points made. */
function points({ hand }, offer) {
  if (!offer?.spots.fire) return null;
  return [
    h("h3", {}, t("display.points_made")),
    h("p", { class: "tally" }, String(new Set(hand?.points_made ?? []).size)),
  ];
}

/** For a book with bets on all small, all tall or all of them, or on a number that comes again and again. */
function numbers({ hand }, offer) {
  const repeats = Object.values(offer?.spots ?? {}).some(({ counts }) => counts === "times");
  if (!repeats && !["all_small", "all_tall", "all_or_nothing"].some((bet) => offer?.spots[bet])) return null;
  const come = hand?.numbers ?? [];
  const times = hand?.tally?.times ?? {};
  const marks = NUMBERS.map((n) => {
    const beside = times[n] > 1 ? `×${times[n]}` : "✓";
    const here = come.includes(n);
    return h("li", { class: here ? "come" : "" }, String(n), here ? h("i", {}, beside) : null);
  });
  return [h("h3", {}, t("display.numbers_made")), h("ul", { class: repeats ? "numbers often" : "numbers" }, marks)];
}

/** For a book with a bet on the different pairs before a seven. */
function doubles({ hand }, offer) {
  if (!offer?.spots.different_doubles) return null;
  const come = hand?.tally?.doubles ?? [];
  const pairs = FACES.map((n) => [n, `${n}·${n}`]);
  const marks = pairs.map(([n, words]) => h("li", { class: come.includes(n) ? "come" : "" }, words));
  return [h("h3", {}, t("display.doubles")), h("ul", { class: "numbers pairs" }, marks)];
}

/** How often each total has come today: bars with their numbers, so that no colour has to be told apart. */
export function showChart({ totals }) {
  const rolls = totals.reduce((sum, count) => sum + count, 0);
  say(byId("chart-title"), t("display.totals", { n: rolls }));
  const most = Math.max(1, ...totals);
  const bars = totals.map((count, index) => bar(index + 2, count, count / most, index * 40 + 3));
  const axis = svg("line", { x1: 0, x2: 440, y1: 107, y2: 107, class: "axis" });
  put(
    byId("chart"),
    svg("svg", { viewBox: "0 0 440 136", role: "img", "aria-label": t("display.totals", { n: rolls }) }, axis, bars),
  );
}

function bar(total, count, part, x) {
  const height = part * 78;
  return svg(
    "g",
    {},
    svg("rect", { x, y: 106 - height, width: 34, height, rx: 3, class: total === SEVEN ? "bar seven" : "bar" }),
    svg("text", { x: x + 17, y: 101 - height, "text-anchor": "middle", class: "often" }, count ? String(count) : ""),
    svg("text", { x: x + 17, y: 132, "text-anchor": "middle", class: "of" }, String(total)),
  );
}

export function showBest({ best_hands: best }) {
  const rows = best.map((hand) =>
    h(
      "li",
      {},
      h("b", {}, t("display.rolls", { n: hand.rolls })),
      h("span", {}, hand.shooter ? t("display.seat", { n: hand.shooter }) : t("display.house")),
    ),
  );
  put(byId("hands"), rows.length ? rows : h("li", { class: "quiet" }, t("display.best.none")));
}

export function showPower(table, offer) {
  const levels = Object.entries(table.levels).sort(([, a], [, b]) => HIGH_FIRST[a] - HIGH_FIRST[b]);
  byId("power").hidden = !levels.length || table.phase === "settling"; // then the ladder is looked at
  if (!levels.length) return;
  const key = JSON.stringify([levels, offer?.name, spoken()]);
  if (key === powerShown) return;
  powerShown = key;
  say(byId("power-title"), `⚡ ${t("display.power")}`);
  const most = levels.length > MOST_LEVELS ? MOST_LEVELS - 1 : MOST_LEVELS;
  const rows = levels.slice(0, most).map(([bet, level]) => {
    const figures = powerFigures(offer?.spots[bet], level).join(" ");
    return h("li", { class: level }, h("span", {}, betName(bet)), h("b", {}, figures));
  });
  const more = levels.length > most ? h("li", { class: "more" }, t("wins.more", { n: levels.length - most })) : null;
  byId("levels").classList.toggle("few", levels.length <= FEW_LEVELS);
  put(byId("levels"), rows, more);
}
