// What is written in a proposition: its name, its dice, its pays; and in a bet for the hand, a table of prizes.
import { svg } from "../dom.js";
import { die } from "../shown/dice.js";
import { SMALLEST, line, widthOf } from "./fitting.js";
import { chipSeat, inCorner, isCrowded, payPlace } from "./layout.js";
import { money } from "../money.js";
import { numberOf } from "./sight.js";
import { betName, paysText, t } from "../words.js";

/** The free width left of the chip, of what begins here. */
export const clearOf = (cell, from = 10) => {
  const { x, radius } = chipSeat(cell);
  return x - radius - from - 3;
};

/** What it pays, where its cell has room for that. */
export const pays = (cell, size, fit = null) => {
  const { x, y, anchor } = payPlace(cell);
  return line(x, y, size, shortPays(cell.spot), { extra: "pay", anchor, fit });
};

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

/** Its name and its pay, over one another. */
export function prop(cell) {
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

/** Those that are written in a manner of their own. */
export const PROPOSITIONS = {
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
