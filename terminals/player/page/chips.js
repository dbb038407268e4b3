// Chips on the felt: amount, who is under way, ON or OFF, locked, staying by itself, and the Power Odds of a spot.
import { svg } from "./dom.js";
import { onChip } from "./money.js";
import { isLocked, isWorking, spotOf } from "./limits.js";
import { stakeOn, state } from "./state.js";
import { t } from "./words.js";

const COLOURS = [[1e9, "brown"], [100000, "orange"], [50000, "purple"], [10000, "black"], [2500, "green"], [1000, "blue"], [500, "red"], [0, "white"]];

export const colourOf = (amount) => COLOURS.find(([least]) => amount >= least)[1];

/** A chip as a group around 0, 0. */
export function chip(amount, radius, extra = "") {
  const text = onChip(amount);
  const size = radius * (text.length > 4 ? 0.52 : text.length > 3 ? 0.62 : 0.8);
  return svg(
    "g",
    { class: `chip ${colourOf(amount)} ${extra}` },
    svg("circle", { r: radius, class: "rim" }),
    svg("circle", { r: radius * 0.86, class: "dashes", "stroke-width": radius * 0.26, "stroke-dasharray": `${radius * 0.45} ${radius * 0.45}` }),
    svg("circle", { r: radius * 0.66, class: "face" }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": size }, text),
  );
}

/** Draw what lies in a cell, where it changed. */
export function drawChips(place, cell) {
  const bets = [cell.under, cell.bet].filter(Boolean).map((bet) => ({ bet, ...stakeOn(bet) }));
  const laid = bets.filter((one) => one.amount > 0);
  const power = cell.bet ? powerOn(cell.bet) : null;
  const key = JSON.stringify([laid.map((one) => [one, isLocked(one.bet), isWorking(one.bet), staysMark(one.bet)]), power]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  const radius = Math.min(31, cell.height * 0.4, cell.width * 0.3);
  const across = laid.length > 1 ? radius * 1.5 : 0;
  const wide = cell.width > cell.height * 1.15;
  const right = wide ? cell.width - radius - 9 : cell.width / 2;
  const drawn = laid.map((one, index) => stack(one, right - across * (laid.length - 1 - index), cell.height / 2, radius));
  if (power) drawn.push(badge(power, cell));
  place.replaceChildren(...drawn);
}

function stack({ bet, amount, pending }, x, y, radius) {
  const marks = [];
  const working = isWorking(bet);
  if (working !== null) marks.push(tag(working ? t("chip.on") : t("chip.off"), 0, -radius * 0.92, working ? "is-on" : "is-off"));
  if (isLocked(bet)) marks.push(lock(radius * 0.78, radius * 0.72));
  else if (staysMark(bet)) marks.push(tag("↻", radius * 0.78, radius * 0.72, "stays"));
  return svg("g", { transform: `translate(${x} ${y})`, "data-chip": bet }, chip(amount, radius, pending ? "pending" : ""), marks);
}

/** A wager carried through a roll that a win would leave standing. */
function staysMark(bet) {
  const carried = (state.you?.stakes[bet] ?? 0) - (state.you?.added[bet] ?? 0);
  return Boolean(spotOf(bet)?.stays && carried > 0);
}

function tag(words, x, y, extra) {
  const width = Math.max(20, 11 * words.length + 8);
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: `tag ${extra}` },
    svg("rect", { x: -width / 2, y: -10, width, height: 20, rx: 6 }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 14 }, words),
  );
}

function lock(x, y) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: "tag lock" },
    svg("rect", { x: -9, y: -4, width: 18, height: 13, rx: 3 }),
    svg("path", { d: "M -5 -4 v -4 a 5 5 0 0 1 10 0 v 4", fill: "none" }),
  );
}

/** The figure that this spot pays on this roll, if the draw fell on it. */
export function powerOn(bet) {
  const level = state.table?.levels[bet];
  const by = level && spotOf(bet)?.power?.[level];
  if (!by) return null;
  const figures = [...new Set(Object.values(by))];
  return { level, words: figures.length > 2 ? figures.slice(0, 2).join(" ") : figures.join(" ") };
}

function badge({ level, words }, cell) {
  const width = Math.min(cell.width - 6, 12 + 9.4 * (words.length + 2));
  return svg(
    "g",
    { transform: `translate(${cell.width / 2} ${14})`, class: `power ${level}`, "data-power": level },
    svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 15 }, `⚡${words}`),
  );
}
