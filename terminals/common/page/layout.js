// Where each spot of the offer lies on the felt, in pixels of the block it is drawn in. Pure: an offer and a size in,
// cells with places out; what is not offered leaves no gap, the rest grows.

const POINTS = [4, 5, 6, 8, 9, 10];
const LABEL = { share: 0.135, least: 84, most: 150 };
const TALL_ENOUGH = 1.3; // a block that is wider than so many times its height takes its rows in pairs

/** Rows of the numbers: the spot of each number, the base of it where that has travelled, and what stands at the left of them. */
const NUMBER_ROWS = [
  { of: "dont_come_odds", base: "dont_come", label: "dont_come", weight: 1, side: "dont" },
  { of: "lay", label: "lay", weight: 0.95, side: "dont" },
  { of: "place_to_lose", label: "place_to_lose", weight: 0.95, side: "dont" },
  { of: "come_odds", base: "come", label: "come_numbers", weight: 1.75, side: "number" },
  { of: "buy", label: "buy", weight: 0.95, side: "right" },
  { of: "place", label: "place", weight: 0.95, side: "right" },
];

const BARS = [
  { weight: 1.05, spots: [["come", 5], ["big:6", 1.1], ["big:8", 1.1]] },
  { weight: 1.05, spots: [["field", 1]] },
  { weight: 1, spots: [["dont_pass", 5], ["dont_odds", 2]] },
  { weight: 1.1, spots: [["pass_line", 5], ["pass_odds", 2]] },
];

const PROP_ROWS = [
  ["hard:4", "hard:6", "hard:8", "hard:10"],
  ["any_seven", "any_craps", "whirl", "six_seven_eight"],
  ["c", "e", "c_and_e", "horn"],
  ["horn:2", "horn:3", "horn:11", "horn:12"],
  ["horn_high:2", "horn_high:3", "horn_high:11", "horn_high:12"],
  "hops",
  ["hot_shooter", "fire"],
  ["all_small", "all_or_nothing", "all_tall"],
];

/** On a wide block rows go together in pairs: these of the list above make one. */
const IN_PAIRS = [[0, 1], [2, 3], [4], [5], [6], [7]];
const HOPS = { narrow: 7, wide: 11, least: 48 }; // in a row; none narrower than a finger

const numberRows = (spots) => NUMBER_ROWS.filter((row) => POINTS.some((n) => spots[`${row.of}:${n}`] || spots[`${row.base}:${n}`]));
const barsOf = (spots) => BARS.map((bar) => ({ ...bar, spots: bar.spots.filter(([bet]) => spots[bet]) })).filter((bar) => bar.spots.length);

/** How much height each block wants where they stand one over the other. */
export const heights = (spots) => ({
  main: [...numberRows(spots), ...barsOf(spots)].reduce((sum, { weight }) => sum + weight, 0),
  props: propRows(spots, true).reduce((sum, row) => sum + tallness(row), 0),
});

/** Cells of the main block: numbers, come, field, lines. `size` is the block's. */
export function mainCells(spots, size) {
  const [rows, bars] = [numberRows(spots), barsOf(spots)];
  const unit = size.height / [...rows, ...bars].reduce((sum, { weight }) => sum + weight, 0);
  const cells = [];
  let y = 0;
  for (const row of rows) {
    cells.push(...numberRow(row, spots, size.width, y, unit * row.weight));
    y += unit * row.weight;
  }
  for (const bar of bars) {
    cells.push(...across(bar.spots, y, size.width, unit * bar.weight, "bar"));
    y += unit * bar.weight;
  }
  return cells;
}

function numberRow(row, spots, all, y, height) {
  const first = Math.min(LABEL.most, Math.max(LABEL.least, all * LABEL.share));
  const width = (all - first) / POINTS.length;
  const box = spots[row.label] ? { bet: row.label } : {};
  const label = { ...box, label: row.label, x: 0, y, width: first, height, side: row.side };
  return [label, ...POINTS.flatMap((n, index) => numberCells(row, spots, n, { y, height, x: first + index * width, width }))];
}

/** One number of a row: a single spot, or a come bet that has travelled with its odds beside it. */
function numberCells(row, spots, number, place) {
  const [bet, base] = [`${row.of}:${number}`, `${row.base}:${number}`].map((name) => (spots[name] ? name : null));
  const common = { ...place, number, side: row.side };
  if (!row.base) return [{ ...common, bet }];
  if (!bet) return [{ ...common, bet: base, part: "base" }];
  const half = place.width / 2;
  return [{ ...common, bet: base, part: "base", width: half }, { ...common, bet, part: "odds", x: place.x + half, width: half }];
}

/** The heavy lines round each number, from the first of its rows to the last. */
export function columns(cells) {
  const boxes = cells.filter((cell) => cell.number);
  return POINTS.filter((n) => boxes.some((cell) => cell.number === n)).map((n) => {
    const own = boxes.filter((cell) => cell.number === n);
    const [top, bottom] = [Math.min(...own.map((cell) => cell.y)), Math.max(...own.map((cell) => cell.y + cell.height))];
    const [left, right] = [Math.min(...own.map((cell) => cell.x)), Math.max(...own.map((cell) => cell.x + cell.width))];
    return { x: left, y: top, width: right - left, height: bottom - top };
  });
}

function propRows(spots, wide, width = Infinity) {
  const groups = wide ? IN_PAIRS : PROP_ROWS.map((_, index) => [index]);
  const most = Math.min(wide ? HOPS.wide : HOPS.narrow, Math.floor(width / HOPS.least));
  const rows = groups.flatMap((group) => {
    const listed = group.map((index) => PROP_ROWS[index]);
    return listed[0] === "hops" ? hopRows(spots, most) : [listed.flat().filter((bet) => spots[bet])];
  });
  return rows.filter((row) => row.length);
}

/** Cells of the other block: propositions, hops, bets for the hand. */
export function propCells(spots, size) {
  const filled = propRows(spots, size.width > TALL_ENOUGH * size.height, size.width);
  const unit = size.height / filled.reduce((sum, row) => sum + tallness(row), 0);
  let y = 0;
  return filled.flatMap((row) => {
    const cells = across(row.map((bet) => [bet, 1]), y, size.width, unit * tallness(row), "prop");
    y += unit * tallness(row);
    return cells;
  });
}

/** Bets for the hand have more to say. */
const FOR_THE_HAND = ["hot_shooter", "fire"];
const tallness = (row) => (row[0].startsWith("all_") ? 1.7 : FOR_THE_HAND.includes(row[0]) ? 1.35 : 1);

function hopRows(spots, most) {
  const hops = Object.keys(spots).filter((bet) => bet.startsWith("hop:"));
  const pairs = hops.filter((bet) => bet[4] === bet[6]);
  const others = hops.filter((bet) => bet[4] !== bet[6]);
  const sorted = [...pairs, ...others.sort((a, b) => total(a) - total(b))];
  const rows = Math.ceil(sorted.length / most);
  const each = Math.ceil(sorted.length / Math.max(rows, 1));
  return Array.from({ length: rows }, (_, row) => sorted.slice(row * each, (row + 1) * each));
}

const total = (hop) => Number(hop[4]) + Number(hop[6]);

function across(bar, y, width, height, side) {
  const sum = bar.reduce((so_far, [, weight]) => so_far + weight, 0);
  let at = 0;
  return bar.map(([bet, weight]) => {
    const cell = { bet, x: at, y, width: (width * weight) / sum, height, side };
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
const NARROW = 80; // on a small screen: what is written needs the room
const EDGE = { bar: 16, narrow: 3, other: 7 };

/** A proposition without much room keeps its lower right corner for the chip. */
export const inCorner = ({ side, width, bet }) => width < ROOMY && ((side === "prop" && !bet.startsWith("all_")) || Boolean(bet?.startsWith("big:")));

/** A proposition of a small screen: its words begin at the edge, and its chip is small. */
export const isCrowded = ({ width }) => width < CROWDED;

/** Where there is little height, and width for both, the chip lies beside the pay, not under it. */
const isLowHop = (cell) => isHop(cell) && cell.height < LOW_HOP && cell.width >= BESIDE;
const isHop = ({ bet }) => Boolean(bet?.startsWith("hop:"));

/** Where the chip of a spot lies: clear of what is written. */
export function chipSeat(cell) {
  const { width, height, side, label, part, bet } = cell;
  if (part) {
    const radius = Math.min(height * (side === "number" ? 0.24 : 0.34), width * 0.42, LARGEST_CHIP);
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
    const radius = Math.min(height * (width < NARROW ? 0.19 : 0.24), width * 0.2);
    return { x: width - radius - 4, y: radius + 3, radius };
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
  if (part) return { x: width / 2, y: side === "number" ? height * 0.42 : 11, anchor: "middle" };
  if (isLowHop(cell)) return { x: (x - radius) / 2, y: height - radius - 2, anchor: "middle" };
  if (isHop(cell)) return { x: width / 2, y: height * 0.46, anchor: "middle" };
  if (side === "dont" || side === "right") return { x: (x - radius) / 2, y: height / 2, anchor: "middle" };
  if (side === "bar") return { x: x - radius - 18, y: height / 2, anchor: "end" };
  return { x: 8, y: height - Math.min(17, height * 0.17), anchor: "start" };
}
