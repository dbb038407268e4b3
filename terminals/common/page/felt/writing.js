// What is written in a cell of the felt: names, pays, dice, the numbers that win. A cell knows its spot of the offer.
import { svg } from "../dom.js";
import { die } from "../shown/dice.js";
import { SMALLEST, line, lines, shapeFor, widthOf } from "./fitting.js";
import { chipSeat, inCorner, isCrowded, isTall, payPlace } from "./layout.js";
import { money } from "../money.js";
import { numberOf } from "./sight.js";
import { betName, oddsText, paysText, t } from "../words.js";

/** Everything that is written once, when the felt is laid. */
export function writing(cell) {
  if (cell.label) return labelOf(cell);
  if (cell.side === "number") return numberBox(cell);
  if (!cell.bet) return [];
  const kind = cell.bet.split(":")[0];
  return (OF_KIND[kind] ?? (cell.number ? ofNumber : cell.side === "bar" ? bar : prop))(cell);
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

/** The free width left of the chip. */
const leftOf = (cell, from = 12) => {
  const seat = chipSeat(cell);
  return seat.x - seat.radius - from - 4;
};

const pays = (cell, size, fit = null) => {
  const { x, y, anchor } = payPlace(cell);
  return line(x, y, size, shortPays(cell.spot), { extra: "pay", anchor, fit });
};

// ---- numbers ----

function labelOf({ bet, spot, label, width, height, side }) {
  const size = Math.min(19, height * 0.25, width * 0.16);
  const bars = bet ? barred(spot, 10, height * 0.86, Math.min(height * 0.2, width * 0.15)) : [];
  if (!bet) return lines(width / 2, height / 2, size, t(`row.${label}`), { fit: width - 14 });
  const free = leftOf({ bet, label, width, height, side }, 10);
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
  const [size, shape] = numberSize(beside ? leftOf(cell, 2) : width - 2 * CLEAR, beside ? height * 1.4 : height);
  const at = beside ? { x: leftOf(cell, -4) / 2, y: height * 0.52 } : { x: width / 2, y: height * 0.3 };
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
      fit: isTall(cell) ? cell.width - 10 : leftOf(cell),
    }),
  ];
}

function oddsWords(cell) {
  const { x, y, anchor } = payPlace(cell);
  const odds = oddsText(cell.spot.pays, numberOf(cell.bet));
  const words = t("felt.odds", { pays: odds });
  const beside = cell.stacked && !isTall(cell);
  const size = Math.min(18, cell.height * (beside ? 0.4 : cell.stacked ? 0.21 : 0.28));
  const fit = beside ? leftOf(cell, 4) : cell.width - 8;
  const whole = widthOf(words, size, "pay") * 0.75 <= fit; // a shape that is still easily read
  return line(x, y, size, whole ? words : odds, { extra: "pay", anchor, fit });
}

// ---- bars ----

function bar(cell) {
  const { bet, spot, width, height, arm } = cell;
  const size = Math.min(width > 400 ? 40 : 24, height * 0.48);
  if (width < 200) return prop(cell);
  const from = (arm?.width ?? 0) + 24;
  const barsAt = Math.min(from + width * 0.36, from + 300, payPlace(cell).x - BARRED * height);
  const bars = barred(spot, barsAt, height / 2, height * 0.36);
  const words = spot.base ? [] : [pays(cell, Math.min(22, height * 0.32))];
  const free = words.length ? (bars.length ? barsAt : payPlace(cell).x - 60) - from - 12 : leftOf(cell, 20);
  const name = words.length
    ? [line(from, height / 2, size, betName(bet), { extra: "name", anchor: "start", fit: free * 0.94 })]
    : lines(18, height / 2, Math.min(20, height * 0.32), betName(bet), { anchor: "start", fit: free });
  return [...name, ...bars, ...words];
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
      line(x, height * 0.85, 13, t("felt.pays", { pays: spot.pays[n] }), { extra: "pay", fit: step }),
    ];
  });
  return [
    line(24, height / 2, tall, betName(bet), { extra: "name", anchor: "start", fit: first - 34 }),
    ...drawn.flat(),
  ];
}

// ---- propositions ----

const LOOSE = 1.18;

/**
 * Rows from the top down, smaller where the cell is low. A row: its size, what it says, how, and how wide it may be.
 * Where the chip lies in the corner they begin at the top; else they stand in the middle.
 */
function stacked({ height }, rows, { x = 10, top = 0, high = false } = {}) {
  const tall = (size) => Math.max(SMALLEST, size) * LOOSE;
  const wanted = rows.reduce((sum, [size]) => sum + tall(size), 0);
  const scale = Math.min(1, (height - top - 6) / wanted);
  const free = height - top - wanted * scale;
  let y = top + (high ? Math.min(7, free / 2) : free / 2);
  return rows.map(([size, words, extra, fit]) => {
    const at = y + (tall(size) * scale) / 2;
    y += tall(size) * scale;
    return line(x, at, Math.max(SMALLEST, size * scale), words, { extra, anchor: "start", fit });
  });
}

const ONE_ROW = 14; // written smaller than that, a name takes another row

/** A name in one row, or in as many as it needs not to be too small. */
function nameRows(bet, size, fit) {
  const rows = [];
  const least = Math.max(SMALLEST, Math.min(size, ONE_ROW));
  for (const word of betName(bet).split(" ")) {
    if (rows.length && widthOf(`${rows.at(-1)} ${word}`, least, "name") <= fit) rows[rows.length - 1] += ` ${word}`;
    else rows.push(word);
  }
  return rows.map((words) => [size, words, "name", fit]);
}

const clearOf = (cell, from = 10) => {
  const { x, radius } = chipSeat(cell);
  return x - radius - from - 3;
};

function prop(cell) {
  const { bet, spot, width, height } = cell;
  const corner = inCorner(cell);
  const x = corner && isCrowded(cell) ? 5 : 10;
  const free = clearOf(cell, x);
  const rows = nameRows(bet, Math.min(20, height * 0.27), corner ? width - x - 6 : free);
  return stacked(cell, [...rows, [Math.min(17, height * 0.23), shortPays(spot, free), "pay", free]], {
    x,
    high: corner,
  });
}

const OF_THE_HORN = { 2: [1, 1], 3: [1, 2], 11: [5, 6], 12: [6, 6] };

/** A number of the horn with its dice, where they have room over its name. */
function horn(cell) {
  const { bet, spot, width, height } = cell;
  const dice = OF_THE_HORN[numberOf(bet)];
  if (height < DICED || width < DICED) return prop(cell);
  const size = Math.min(30, height * 0.32, width * 0.2);
  const drawn = dice.map((face, index) => die(face, 10 + size * (0.5 + 1.12 * index), size * 0.5 + 7, size));
  const fit = clearOf(cell);
  const name = [Math.min(18, height * 0.21), betName(bet), "name", fit];
  return [
    ...drawn,
    ...stacked(cell, [name, [Math.min(16, height * 0.2), shortPays(spot), "pay", fit]], { x: 10, top: size + 8 }),
  ];
}

const DICED = 80; // pixels, either way

function hop(cell) {
  const { bet, width, height } = cell;
  const [a, b] = [Number(bet[4]), Number(bet[6])];
  const size = Math.min(34, width * 0.36, height * 0.31);
  const y = size / 2 + height * 0.03;
  const middle = Math.max(payPlace(cell).x, size * 1.1 + 4);
  return [
    die(a, middle - size * 0.56, y, size),
    die(b, middle + size * 0.56, y, size),
    pays(cell, Math.max(SMALLEST, Math.min(16, height * 0.18)), width - 8),
  ];
}

const MARK = 16; // half of OFF

function hard(cell) {
  const { bet, spot, width, height } = cell;
  const half = numberOf(bet) / 2;
  const seat = chipSeat(cell);
  const above = seat.y < height / 2; // the chip lies beside the dice, and a mark on it may be wider
  const room = above ? seat.x - Math.max(seat.radius, MARK) - 10 : Infinity;
  const size = Math.min(36, width * 0.23, height * 0.33, room / 2.14);
  const dice = [die(half, 8 + size / 2, size * 0.5 + 4, size), die(half, 8 + size * 1.62, size * 0.5 + 4, size)];
  const reaches = seat.y + seat.radius > size + 5; // down to the name
  const fit = above && !reaches ? width - 14 : clearOf(cell);
  const rows = [
    [Math.min(17, height * 0.21), betName(bet), "name", fit],
    [Math.min(16, height * 0.2), shortPays(spot), "pay", fit],
  ];
  return [...dice, ...stacked(cell, rows, { x: isCrowded(cell) ? 3 : 8, top: size + 5 })];
}

// ---- for the hand ----

function forTheHand(cell) {
  const { bet, spot, height } = cell;
  const steps = Object.entries(spot.pays ?? {});
  const fit = clearOf(cell, 14);
  const step = fit / Math.max(steps.length, 1);
  const head = line(14, height * 0.18, Math.min(21, height * 0.22), `${betName(bet)}   ${limitsOf(spot)}`, {
    extra: "name",
    anchor: "start",
    fit,
  });
  const at = (index, y, size, words, extra) =>
    line(14 + step * index, height * y, size, words, { extra, anchor: "start", fit: step - 6 });
  const told = steps.flatMap(([n, odds], index) =>
    bet === "fire"
      ? [at(index, 0.46, Math.min(17, height * 0.19), pointsPay(n, odds, step - 6), "pay strong")]
      : [
          at(
            index,
            0.5,
            13,
            widthOf(t("felt.rolls", { n }), 13, "pay") > step - 6 ? `${n}+` : t("felt.rolls", { n }),
            "pay",
          ),
          at(index, 0.75, Math.min(19, height * 0.2), odds, "pay strong"),
        ],
  );
  return [head, ...told, svg("g", { class: "progress" })];
}

function pointsPay(n, odds, fit) {
  const words = `${t("felt.points", { n })}  ${odds}`;
  return widthOf(words, SMALLEST, "pay strong") > fit ? `${n}→${odds}` : words;
}

/** Replay and Different Doubles: a table of prizes in two rows over the marks. */
function prizes(cell) {
  const { bet, spot, width, height } = cell;
  const fit = width - 20;
  const whole = `${betName(bet)}   ${limitsOf(spot)}`;
  const size = Math.min(20, height * 0.2);
  const name = widthOf(whole, size, "name") > fit ? nameRows(bet, size, fit) : [[size, whole, "name", fit]]; // the help has them
  const pay = Math.min(16, height * 0.17);
  const room = clearOf(cell, 18);
  const rows = (spot.counts === "made" ? timesRows : pairsRows)(spot.pays, room);
  const told = rows.map((words) => [pay, words, "pay strong", room]);
  const over = height - Math.min(34, height * 0.3) * 1.3; // the marks
  return [...stacked({ height: over }, [...name, ...told], { high: true }), svg("g", { class: "progress" })];
}

/** By how many pairs, two prizes in a row; what is counted is said where there is room. */
function pairsRows(pays, room) {
  const told = Object.entries(pays);
  const long = told.map(([n, odds]) => `${t("felt.doubles", { n })} ${odds}`);
  const half = Math.ceil(told.length / 2);
  const joined = (all) => [all.slice(0, half), all.slice(half)].map((row) => row.join(" · "));
  return joined(long).every((words) => widthOf(words, SMALLEST, "pay strong") <= room)
    ? joined(long)
    : joined(told.map(([n, odds]) => `${n}→${odds}`));
}

/** Of a table by how often and which point: for each how often, from the least to the most that it pays. */
function timesRows(pays) {
  const by = new Map();
  for (const [way, odds] of Object.entries(pays)) {
    const [times] = way.split("×");
    by.set(times, [...(by.get(times) ?? []), odds]);
  }
  return [...by].map(([times, all]) => {
    const sorted = bestFirst(all);
    const least = sorted.at(-1) === sorted[0] ? "" : `${sorted.at(-1).split(":")[0]}–`;
    return `${t("felt.times", { n: times })}  ${least}${sorted[0]}`;
  });
}

/** A number that has to come so often: its name, its pay, and how often it has come. */
function repeater(cell) {
  const { spot, width, height } = cell;
  const fit = width - 16;
  const longest = betName("repeater:12"); // they are all named alike, in a shape that is still easily read
  const whole = widthOf(longest, ONE_ROW, "name") * 0.75 <= fit;
  const words = whole ? betName(cell.bet) : `${spot.times}×${numberOf(cell.bet)}`;
  const name = [Math.min(17, height * 0.27), words, "name", fit];
  const pay = [Math.min(16, height * 0.24), paysText(spot.pays), "pay strong", clearOf(cell, 8)];
  return [...stacked({ height: height * 0.74 }, [name, pay], { x: 8, high: true }), svg("g", { class: "progress" })];
}

function bonus(cell) {
  const { bet, spot, height, width } = cell;
  const name = nameRows(bet, Math.min(19, height * 0.2), width - 20);
  const odds = [Math.min(17, height * 0.17), paysText(spot.pays), "pay strong", clearOf(cell, 12)];
  const fits = widthOf(limitsOf(spot), SMALLEST, "pay") <= width - 20;
  const limits = fits ? [[Math.min(14, height * 0.15), limitsOf(spot), "pay", clearOf(cell, 12)]] : []; // the help has them
  return [
    ...stacked({ height: height * 0.7 }, [...name, odds, ...limits], { x: 12, high: true }),
    svg("g", { class: "progress" }),
  ];
}

const limitsOf = (spot) => `${money(spot.min)}–${money(spot.max)}`;

const SHARES = { 4: "¼", 5: "1/5" };

/** Bets made of several pay several odds: the best is enough on the felt, the help has them all. Where each part is
 * paid by itself it is the chart's figure, and of how much. */
function shortPays(spot, room = 200) {
  if (spot.parts) {
    const share = SHARES[spot.parts.of] ?? `1/${spot.parts.of}`;
    return `${share} ${upTo(Object.values(spot.parts.pays), room - widthOf(`${share} `, SMALLEST, "pay"))}`;
  }
  const odds = Object.values(spot.pays ?? {});
  return odds.length < 2 ? paysText(spot.pays) : upTo(odds, room);
}

/** The best of several; where they are not all alike it is said that there are less. */
function upTo(odds, room) {
  if (new Set(odds).size === 1) return odds[0];
  const words = t("felt.up_to", { pays: best(odds) });
  return widthOf(words, SMALLEST, "pay") > room ? `≤${best(odds)}` : words;
}

const valueOf = (odds) => odds.split(":").reduce((a, b) => a / b);
const bestFirst = (odds) => [...odds].sort((a, b) => valueOf(b) - valueOf(a));
const best = (odds) => bestFirst(odds)[0];

const OF_KIND = {
  field,
  horn: (cell) => (numberOf(cell.bet) ? horn : prop)(cell),
  hop,
  hard,
  hot_shooter: forTheHand,
  fire: forTheHand,
  replay: prizes,
  different_doubles: prizes,
  repeater,
  all_small: bonus,
  all_tall: bonus,
  all_or_nothing: bonus,
};
