// Where each spot of the offer lies on the felt, in pixels of the block it is drawn in. Pure: an offer and a size in,
// cells with places out; what is not offered leaves no gap, the rest grows.

const LABEL = { share: 0.135, beside: 0.1, least: 56, most: 150 };
const TALL_ENOUGH = 1.3; // a block that is wider than so many times its height takes rows that go beside one another so
const ROOMY_BOX = 118; // of a number: there it gets more than half of it, and a finger has room beside it
const LEAST_HALF = 44; // a half that would be narrower than a finger lies over the other one, as wide as its number
const WHOLE = 100; // there every row weighs as much, and one of stacked halves as two
const UNHALVED = 1.5; // of a row whose halves are one, since its book has no odds
const HOPS = { narrow: 7, wide: 11, least: 48 }; // in a row that has many; none narrower than a finger

const numberOf = (bet) => Number(bet.split(":")[1]);
const numbersOf = (row, spots) => [...new Set(row.spots.filter((bet) => spots[bet]).map(numberOf))];
const onlyOffered = (rows, spots) => rows.filter((row) => row.spots.some((bet) => spots[bet]));
/** The rows of the numbers, each with all numbers that some row has: they stand over one another. */
function numberRows({ spots, places }) {
  const rows = onlyOffered(places.numbers, spots);
  const offered = new Set(rows.flatMap((row) => numbersOf(row, spots)));
  const numbers = [...offered].sort((a, b) => a - b);
  return rows.map((row) => ({ ...row, numbers }));
}
const barsOf = ({ spots, places }) => onlyOffered(places.bars, spots);
const sum = (rows) => rows.reduce((so_far, { weight }) => so_far + weight, 0);

/** How much height each block wants where they stand one over the other. An offer has its `spots` and their
 * `places`. */
export const heights = (offer) => ({
  main: sum([...numberRows(offer), ...barsOf(offer)]),
  props: sum(propRows(offer, true)),
});

/** Cells of the main block: numbers, come, field, lines. `size` is the block's. A bar that goes round the corner has an
 * arm, up along the other rows: the outermost is the lowest. */
export function mainCells(offer, size) {
  const bars = barsOf(offer);
  const named = numberRows(offer);
  const first = labelWidth(size.width, named[0]?.numbers.length ?? 0);
  const climbs = size.width >= ARM.climbs;
  const rows = weighed(named, offer.spots, size.width - first);
  const unit = size.height / sum([...rows, ...bars]);
  const round = bars.filter((bar) => bar.corner && offer.spots[bar.spots[0]]);
  const arm = climbs ? size.width * ARM.share : first / Math.max(round.length, 1);
  const beside = arm * round.length;
  const cells = [];
  let y = 0;
  for (const row of rows) {
    const place = { x: climbs ? beside : 0, y, width: size.width, height: unit * row.weight, first };
    cells.push(...numberRow(row, offer.spots, place));
    y += unit * row.weight;
  }
  const top = climbs ? 0 : y;
  for (const bar of bars) {
    const inside = round.includes(bar) ? round.length - 1 - round.indexOf(bar) : round.length;
    const place = { x: arm * inside, y, width: size.width - arm * inside, height: unit * bar.weight };
    const laid = across(sharesOf(bar, offer.spots), place, "bar");
    if (round.includes(bar)) laid[0].arm = { width: arm, up: y - top };
    cells.push(...laid);
    y += unit * bar.weight;
  }
  return cells;
}

const ARM = { share: 0.056, climbs: 900 }; // where there is less width the arms lie under the rows' names
/** How wide the rows' names are: where many numbers stand in little width, no wider than they must be. */
function labelWidth(all, numbers) {
  if (all >= ARM.climbs) return all * LABEL.beside;
  return numbers > MANY ? LABEL.least : Math.min(LABEL.most, Math.max(LABEL.least, all * LABEL.share));
}
const MANY = 6;

const sharesOf = (bar, spots) => bar.spots.map((bet, index) => [bet, bar.shares[index]]).filter(([bet]) => spots[bet]);

function numberRow(row, spots, { x, y, width: all, height, first }) {
  const { numbers } = row;
  const width = (all - x - first) / numbers.length;
  const box = spots[row.label] ? { bet: row.label } : {};
  const label = { ...box, label: row.label, x, y, width: first, height, side: row.side };
  const at = (index) => x + first + index * width;
  return [label, ...numbers.flatMap((n, index) => numberCells(row, spots, n, { y, height, x: at(index), width }))];
}

/** Where boxes are too narrow for two halves beside one another these are stacked, and their rows twice as high. */
function weighed(rows, spots, width) {
  if (!rows.length || width / rows[0].numbers.length >= 2 * LEAST_HALF) return rows;
  return rows.map((row) => {
    const stacked = Boolean(row.base) && numbersOf(row, spots).some((n) => spots[`${row.of}:${n}`]);
    return { ...row, stacked, weight: stacked ? 2 * WHOLE : row.base ? UNHALVED * WHOLE : WHOLE };
  });
}

/** One number of a row: a single spot, or a come bet that has travelled with its odds beside it, or under it. */
function numberCells(row, spots, number, place) {
  const [bet, base] = [`${row.of}:${number}`, `${row.base}:${number}`].map((name) => (spots[name] ? name : null));
  const common = { ...place, number, side: row.side };
  if (!row.base) return [{ ...common, bet }];
  if (!bet) return [{ ...common, bet: base, part: "base" }];
  if (row.stacked) {
    const half = { ...common, height: place.height / 2, stacked: true };
    return [
      { ...half, bet: base, part: "base" },
      { ...half, bet, part: "odds", y: place.y + half.height },
    ];
  }
  const first = place.width * (row.side === "number" && place.width >= ROOMY_BOX ? 0.58 : 0.5);
  return [
    { ...common, bet: base, part: "base", width: first },
    { ...common, bet, part: "odds", x: place.x + first, width: place.width - first },
  ];
}

/** The heavy lines round each number, from the first of its rows to the last. */
export function columns(cells) {
  const boxes = cells.filter((cell) => cell.number);
  return [...new Set(boxes.map((cell) => cell.number))].map((n) => {
    const own = boxes.filter((cell) => cell.number === n);
    const [top, bottom] = [
      Math.min(...own.map((cell) => cell.y)),
      Math.max(...own.map((cell) => cell.y + cell.height)),
    ];
    const [left, right] = [Math.min(...own.map((cell) => cell.x)), Math.max(...own.map((cell) => cell.x + cell.width))];
    return { x: left, y: top, width: right - left, height: bottom - top };
  });
}

function propRows({ spots, places }, wide, width = Infinity) {
  const most = Math.min(wide ? HOPS.wide : HOPS.narrow, Math.floor(width / HOPS.least));
  const rows = together(places.props, wide).flatMap((group) => {
    const offered = group.flatMap((row) => row.spots).filter((bet) => spots[bet]);
    return (group[0].many ? spread(offered, most) : [offered]).map((bets) => ({ bets, weight: group[0].weight }));
  });
  return rows.filter(({ bets }) => bets.length);
}

/** The rows that make one: on a wide block some go beside the next. */
const together = (rows, wide) =>
  rows
    .map((row, index) => [row, ...(wide && row.beside ? [rows[index + 1]] : [])])
    .filter((_, index) => !(wide && rows[index - 1]?.beside));

/** Cells of the other block: propositions, hops, bets for the hand. */
export function propCells(offer, size) {
  const filled = propRows(offer, size.width > TALL_ENOUGH * size.height, size.width);
  const unit = size.height / sum(filled);
  let y = 0;
  return filled.flatMap(({ bets, weight }) => {
    const place = { x: 0, y, width: size.width, height: unit * weight };
    const cells = across(
      bets.map((bet) => [bet, 1]),
      place,
      "prop",
    );
    y += unit * weight;
    return cells;
  });
}

/** In as many rows as it takes, all about as long. */
function spread(bets, most) {
  const rows = Math.ceil(bets.length / most);
  const each = Math.ceil(bets.length / Math.max(rows, 1));
  return Array.from({ length: rows }, (_, row) => bets.slice(row * each, (row + 1) * each));
}

function across(bar, { x, y, width, height }, side) {
  const all = bar.reduce((so_far, [, weight]) => so_far + weight, 0);
  let at = x;
  return bar.map(([bet, weight]) => {
    const cell = { bet, x: at, y, width: (width * weight) / all, height, side };
    at += cell.width;
    return cell;
  });
}

// ---- inside a cell ----

const ROOMY = 200;
const LOW = 84;
const LOW_HOP = 76;
const BESIDE = 56;
const LARGEST_CHIP = 34;
const CROWDED = 110;
const LEGIBLE = 12; // of a chip: on a smaller one nobody can read how much lies there
export const NARROW = 80; // of a cell or box, on a small screen: what is written leaves less room for the chip
const EDGE = { bar: 16, narrow: 3, other: 7 };
const TALL = { wider: 100, higher: 1.15 }; // a box of a number that is so narrow and so high has its chip under its pay

/** A proposition without much room keeps its lower right corner for the chip. */
export const inCorner = ({ side, width, bet }) =>
  width < ROOMY && ((side === "prop" && !bet.startsWith("all_")) || Boolean(bet?.startsWith("big:")));

/** A proposition of a small screen: its words begin at the edge, and its chip is small. */
export const isCrowded = ({ width }) => width < CROWDED;

/** Where there is little height, and width for both, the chip lies beside the pay, not under it. */
const isLowHop = (cell) => isHop(cell) && cell.height < LOW_HOP && cell.width >= BESIDE;
const isHop = ({ bet }) => Boolean(bet?.startsWith("hop:"));

/** Ten numbers in a row: their boxes are narrow, and what lies there would be no larger than a pip beside its pay. */
export const isTall = ({ number, part, stacked, width, height }) =>
  Boolean(number) && (!part || Boolean(stacked)) && width < TALL.wider && height > width * TALL.higher;

/** Where the chip of a spot lies: clear of what is written, or where its game says so. */
export function chipSeat(cell) {
  if (cell.seat) return cell.seat;
  const { width, height, side, label, part, bet } = cell;
  if (part && !cell.stacked) {
    const radius = Math.min(height * (side === "number" ? 0.24 : 0.34), width * 0.42, LARGEST_CHIP);
    return { x: width / 2, y: height - radius - 5, radius };
  }
  if (isTall(cell)) {
    const radius = Math.min(height * (cell.stacked ? 0.2 : 0.25), width * 0.38, LARGEST_CHIP);
    return { x: width / 2, y: height - radius - 5, radius };
  }
  if (isLowHop(cell)) {
    const radius = Math.min(height * 0.25, width * 0.2);
    return { x: width - radius - 4, y: height - radius - 3, radius };
  }
  if (isHop(cell)) {
    const radius = Math.min(height * 0.19, width * 0.3, LARGEST_CHIP);
    return { x: width / 2, y: height - radius - 2, radius };
  }
  if (side === "prop" && bet.startsWith("hard:") && height < LOW) {
    const radius = Math.min(Math.max(height * (width < NARROW ? 0.19 : 0.24), LEGIBLE), width * 0.2);
    return { x: width - radius - 4, y: radius + 3, radius };
  }
  if (bet === "replay" || bet === "different_doubles") {
    const radius = Math.min(height * 0.2, width * 0.12, LARGEST_CHIP); // over its marks, beside its prizes
    return { x: width - radius - 6, y: height * 0.46, radius };
  }
  if (bet?.startsWith("repeater:") && inCorner(cell) && isCrowded(cell)) {
    const radius = Math.min(height * 0.26, width * 0.21); // right of how often its number has come
    return { x: width - radius - EDGE.narrow, y: height - radius - EDGE.narrow, radius };
  }
  if (inCorner(cell) && isCrowded(cell)) {
    const radius = Math.min(height * 0.2, width * 0.13);
    return { x: width - radius - EDGE.narrow, y: height - radius - EDGE.narrow, radius };
  }
  if (inCorner(cell)) {
    const radius = Math.min(height * (height < LOW ? 0.26 : 0.3), width * 0.26, LARGEST_CHIP);
    return { x: width - radius - 5, y: height - radius - 4, radius };
  }
  if (bet?.startsWith("all_")) {
    const small = width < ROOMY; // there it lies beside the pay, under a name in two rows
    const radius = Math.min(height * (small ? 0.15 : 0.22), width * 0.16, LARGEST_CHIP);
    return { x: width - radius - 6, y: height * (small ? 0.6 : 0.48), radius };
  }
  if (label) {
    const radius = Math.min(height * 0.34, width * 0.2, LARGEST_CHIP);
    return { x: width - radius - EDGE.other, y: radius + 4, radius };
  }
  const edge = side === "bar" && width > ROOMY ? EDGE.bar : width < NARROW ? EDGE.narrow : EDGE.other;
  const radius = Math.min(height * 0.42, width * (width < NARROW ? 0.21 : 0.24), LARGEST_CHIP);
  return { x: width - radius - edge, y: height / 2, radius };
}

/** Where the pay of a spot is written, or stands nearby, and its Power Odds when it has some. */
export function payPlace(cell) {
  const { width, height, side, part } = cell;
  const { x, radius } = chipSeat(cell);
  if (isTall(cell)) return { x: width / 2, y: height * (cell.stacked ? 0.36 : 0.17), anchor: "middle" };
  if (cell.stacked) return { x: (x - radius) / 2, y: height * (side === "number" ? 0.7 : 0.5), anchor: "middle" };
  if (part) return { x: width / 2, y: side === "number" ? height * 0.42 : 11, anchor: "middle" };
  if (isLowHop(cell)) return { x: (x - radius) / 2, y: height - radius - 2, anchor: "middle" };
  if (isHop(cell)) return { x: width / 2, y: height * 0.48, anchor: "middle" };
  if (side === "dont" || side === "right") return { x: (x - radius) / 2, y: height / 2, anchor: "middle" };
  if (side === "bar") return { x: x - radius - 18, y: height / 2, anchor: "end" };
  return { x: 8, y: height - Math.min(17, height * 0.17), anchor: "start" };
}
