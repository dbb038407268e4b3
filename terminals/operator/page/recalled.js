// The felt of a round that is over, as the players saw it: drawn from what was recorded, and nothing on it can be pressed.
import { chip } from "./chip.js";
import { die } from "./dice.js";
import { svg, h } from "./dom.js";
import { line, lines } from "./fitting.js";
import { chipSeat, columns, mainCells, propCells } from "./layout.js";
import { betName, t } from "./words.js";

const MAIN = { width: 780, height: 540 };
const PROPS = { width: 482, height: 540 };

/**
 * `spots`: every bet there is a place for. `seen`: stakes by bet, `levels` (the Power Odds that were shown), `settled`
 * (what became of this seat's wagers).
 */
export function recalledFelt(spots, seen) {
  const places = Object.fromEntries([...spots, ...spots.flatMap(travelled)].map((bet) => [bet, true]));
  const numbers = mainCells(places, MAIN);
  const frames = columns(numbers).map((frame) => svg("rect", { ...frame, class: "frame" }));
  return h("div", { class: "felt recalled-felt", id: "felt" }, block(MAIN, numbers, frames, seen), block(PROPS, propCells(places, PROPS), [], seen));
}

/** Behind odds on a number lies the come bet that has travelled there; nobody wagers on it, so no list of bets has it. */
const travelled = (bet) => (/^(dont_)?come_odds:/.test(bet) ? [bet.replace("_odds", "")] : []);

function block({ width, height }, cells, frames, seen) {
  return svg("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, class: "block", role: "img", "aria-label": t("op.recall.felt") }, cells.map((cell) => drawn(cell, seen)), frames);
}

function drawn(cell, { stakes, levels, settled }) {
  const { x, y, width, height, bet, side, part } = cell;
  const rows = settled.filter((row) => row.bet === bet);
  const won = rows.some(({ result }) => result === "win");
  const became = won ? "won" : rows.some(({ result }) => result === "lose") ? "lost" : "";
  const kind = bet ? bet.split(":")[0] : "label";
  const amount = stakes[bet] ?? 0;
  const here = chipSeat(cell);
  const laid = amount ? svg("g", { transform: `translate(${here.x} ${here.y})`, "data-chip": bet, "data-amount": amount }, chip(amount, here.radius)) : null;
  const shown = bet && levels[bet] ? power(levels[bet], cell) : null;
  return svg("g", { transform: `translate(${x} ${y})`, class: `cell ${side ?? ""} ${part ?? ""} k-${kind} ${became}` }, svg("rect", { width, height, class: "ground" }), written(cell), laid, shown);
}

function written({ bet, label, number, side, part, width, height }) {
  if (label) return lines(width / 2, height / 2, Math.min(18, height * 0.25), t(`row.${label}`), { fit: width - 12 });
  if (!bet) return [];
  if (side === "number" && part !== "odds") return line(width / 2, height * 0.28, Math.min(52, height * 0.42), String(number), { extra: "big-number", fit: width * 0.8 });
  if (number) return [];
  if (bet.startsWith("hop:")) return [die(Number(bet[4]), width * 0.25, height * 0.3, Math.min(28, width * 0.34)), die(Number(bet[6]), width * 0.66, height * 0.3, Math.min(28, width * 0.34))];
  if (side === "bar") return lines(14, height / 2, Math.min(26, height * 0.4), betName(bet), { anchor: "start", fit: width * 0.6 });
  return lines(8, height * 0.36, Math.min(17, height * 0.26), betName(bet), { anchor: "start", fit: width - 14 });
}

function power(level, { width, height }) {
  const size = Math.min(17, height * 0.26);
  return svg("g", { transform: `translate(${width / 2} ${height - size})`, class: `power ${level}`, "data-power": level }, svg("rect", { x: -size * 1.9, y: -size * 0.8, width: size * 3.8, height: size * 1.6, rx: size * 0.8 }), svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": size }, `⚡${t(`op.recall.${level}`)}`));
}
