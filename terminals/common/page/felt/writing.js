// What is written in a cell of the felt: names, pays, dice, the numbers that win. A cell knows its spot of the offer.
import { svg } from "../dom.js";
import { die } from "../shown/dice.js";
import { SMALLEST, line, lines, shapeFor, widthOf } from "./fitting.js";
import { chipSeat, isTall, payPlace } from "./layout.js";
import { PROPOSITIONS, clearOf, pays, prop } from "./propositions.js";
import { numberOf } from "./sight.js";
import { betName, oddsText, t } from "../words.js";

/** Everything that is written once, when the felt is laid. */
export function writing(cell) {
  if (cell.label) return labelOf(cell);
  if (cell.side === "number") return numberBox(cell);
  if (!cell.bet) return [];
  const kind = cell.bet.split(":")[0];
  const alike = cell.number ? ofNumber : cell.side === "bar" ? bar : prop;
  return (kind === "field" ? field : (PROPOSITIONS[kind] ?? alike))(cell);
}

/** The name once more, along the arm of a line that goes round the corner. */
export function armWords({ bet, arm }) {
  const size = Math.min(30, arm.width * 0.44);
  const long = arm.up - 16;
  if (size < SMALLEST + 2 || long < 4 * size) return [];
  const words = line(0, 0, size, betName(bet), { extra: "name", fit: long });
  words.setAttribute("transform", `translate(${arm.width / 2} ${-arm.up / 2}) rotate(-90)`);
  return [words];
}

// ---- numbers ----

function labelOf({ bet, spot, label, width, height, side }) {
  const size = Math.min(19, height * 0.25, width * 0.16);
  const bars = bet ? barred(spot, 10, height * 0.86, Math.min(height * 0.2, width * 0.15)) : [];
  if (!bet) return lines(width / 2, height / 2, size, t(`row.${label}`), { fit: width - 14 });
  const free = clearOf({ bet, label, width, height, side }, 11);
  return [
    ...lines(10, height * (bars.length ? 0.36 : 0.5), size, t(`row.${label}`), {
      anchor: "start",
      fit: free,
      high: height * (bars.length ? 0.66 : 1),
    }),
    ...bars,
  ];
}

/** A number's own box: the number and a seat for the come bet that has travelled here; beside it its odds. */
function numberBox(cell) {
  const { number, part, width, height } = cell;
  if (part === "odds") return [oddsWords(cell), svg("g", { class: "own-puck" })];
  const beside = cell.stacked && !isTall(cell); // the chip lies beside it
  const [size, shape] = numberSize(beside ? clearOf(cell, 3) : width - 2 * CLEAR, beside ? height * 1.4 : height);
  const at = beside ? { x: clearOf(cell, -3) / 2, y: height * 0.52 } : { x: width / 2, y: height * 0.3 };
  return [line(at.x, at.y, size, String(number), { extra: "big-number", shape }), svg("g", { class: "own-puck" })];
}

const LONGEST = "10";
const CLEAR = 6; // pixels on each side, so that no number touches a line

/** All numbers are of one size and one shape: those in which the longest has room. */
function numberSize(fit, height) {
  const shape = shapeFor([LONGEST], Math.min(height * 0.56, 84), fit, "big-number");
  const size = Math.min(height * 0.56, 84);
  return [Math.min(size, (size * fit) / widthOf(LONGEST, size, "big-number", shape)), shape];
}

/** Place, buy, lay, place to lose; don't come that has travelled, and the odds behind it. */
function ofNumber(cell) {
  const { bet, spot, height, part } = cell;
  if (part === "base") return [];
  if (part === "odds") return [oddsWords(cell)];
  const { x, y, anchor } = payPlace(cell);
  return [
    line(x, y, Math.min(24, height * (isTall(cell) ? 0.22 : 0.36)), oddsText(spot.pays, numberOf(bet)), {
      extra: "pay",
      anchor,
      fit: isTall(cell) ? cell.width - 10 : clearOf(cell, 13),
    }),
  ];
}

function oddsWords(cell) {
  const { x, y, anchor } = payPlace(cell);
  const odds = oddsText(cell.spot.pays, numberOf(cell.bet));
  const words = t("felt.odds", { pays: odds });
  const beside = cell.stacked && !isTall(cell);
  const size = Math.min(18, cell.height * (beside ? 0.4 : cell.stacked ? 0.21 : 0.28));
  const fit = beside ? clearOf(cell, 5) : cell.width - 8;
  const whole = widthOf(words, size, "pay") * 0.75 <= fit; // a shape that is still easily read
  return line(x, y, size, whole ? words : odds, { extra: "pay", anchor, fit });
}

// ---- bars ----

function bar(cell) {
  const { bet, spot, width, height, arm } = cell;
  const size = Math.min(width > 400 ? 40 : 24, height * 0.48);
  if (width < 200 || spot.base) return prop(cell); // odds pay by the point: the best is said under their name
  const from = (arm?.width ?? 0) + 24;
  const barsAt = Math.min(from + width * 0.36, from + 300, payPlace(cell).x - BARRED * height);
  const bars = barred(spot, barsAt, height / 2, height * 0.36);
  const free = (bars.length ? barsAt : payPlace(cell).x - 60) - from - 12;
  const name = line(from, height / 2, size, betName(bet), { extra: "name", anchor: "start", fit: free * 0.94 });
  return [name, ...bars, pays(cell, Math.min(22, height * 0.32))];
}

const BARRED = 2.25; // how wide BAR and its dice are, and the pay after them, in heights of their bar

/** BAR and the dice that are no win for a don't bet. */
function barred(spot, x, y, size) {
  const bars = spot?.bars;
  if (!bars) return [];
  const [a, b] = bars;
  const small = Math.max(SMALLEST, size * 0.6);
  const words = line(x, y, small, t("felt.bar"), { extra: "bar-words", anchor: "start" });
  const after = x + Math.max(small * 2.6, widthOf(t("felt.bar"), small, "bar-words") + small * 0.4) + size * 0.5;
  return [words, die(a, after, y, size), die(b, after + size * 1.15, y, size)];
}

const RING = 0.66; // of what is free, so that rings do not touch

/** The field: the numbers that win, and those that pay more in a ring. */
function field(cell) {
  const { bet, spot, width, height } = cell;
  const tall = Math.min(34, height * 0.44);
  const numbers = Object.keys(spot.pays ?? {})
    .map(Number)
    .sort((a, b) => a - b);
  const most = Object.values(spot.pays).sort(
    (a, b) =>
      Object.values(spot.pays).filter((p) => p === b).length - Object.values(spot.pays).filter((p) => p === a).length,
  )[0];
  const first = Math.min(190, width * 0.2);
  const step = (chipSeat(cell).x - chipSeat(cell).radius - 24 - first) / numbers.length;
  const size = Math.min(tall, step * RING); // a high bar may be a narrow one
  const drawn = numbers.map((n, index) => {
    const x = first + step * (index + 0.5);
    if (spot.pays[n] === most) return line(x, height * 0.5, size * 0.9, String(n), { extra: "field-numbers" });
    const ring = svg("circle", { cx: x, cy: height * 0.38, r: size * 0.72, class: "field-ring" });
    return [
      ring,
      line(x, height * 0.38, size * 0.8, String(n), { extra: "field-numbers" }),
      line(
        x,
        Math.min(height * 0.85, height - 8),
        height < 46 ? SMALLEST : 13,
        t("felt.pays", { pays: spot.pays[n] }),
        { extra: "pay", fit: step },
      ),
    ];
  });
  return [
    line(24, height / 2, tall, betName(bet), { extra: "name", anchor: "start", fit: first - 34 }),
    ...drawn.flat(),
  ];
}
