// Where each spot of the offer lies on the felt. Pure: an offer in, cells with places out; what is not offered leaves
// no gap, the rest grows.

/** The two blocks: side by side on a wide screen, one over the other on a tall one. */
export const WIDE = { main: { width: 1000, height: 900 }, props: { width: 640, height: 900 }, hops: 7, merged: false };
export const TALL = { main: { width: 1000, height: 760 }, props: { width: 1000, height: 450 }, hops: 11, merged: true };
const POINTS = [4, 5, 6, 8, 9, 10];
const LABEL = 132;

/** Rows of the numbers: the spot of each number, and what stands at the left of them. */
const NUMBER_ROWS = [
  { of: "dont_come_odds", under: "dont_come", label: "dont_come", weight: 1, side: "dont" },
  { of: "lay", label: "lay", weight: 1, side: "dont" },
  { of: "place_to_lose", label: "place_to_lose", weight: 1, side: "dont" },
  { of: "come_odds", under: "come", label: "come_numbers", weight: 1.45, side: "number" },
  { of: "buy", label: "buy", weight: 1, side: "right" },
  { of: "place", label: "place", weight: 1, side: "right" },
];

const BARS = [
  [["come", 5.2], ["big:6", 1], ["big:8", 1]],
  [["field", 1]],
  [["dont_pass", 5], ["dont_odds", 2.2]],
  [["pass_line", 5], ["pass_odds", 2.2]],
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

/** On a tall screen rows go together in pairs: these many of the list above make one. */
const MERGED = [[0, 1], [2, 3], [4], [5], [6, 7]];

/** Cells of the main block: lines, come, numbers, field. */
export function mainCells(spots, size) {
  const rows = NUMBER_ROWS.filter((row) => POINTS.some((n) => spots[`${row.of}:${n}`] || spots[`${row.under}:${n}`]));
  const bars = BARS.map((bar) => bar.filter(([bet]) => spots[bet])).filter((bar) => bar.length);
  const total = rows.reduce((sum, row) => sum + row.weight, 0) + bars.length * 1.05;
  const unit = size.height / total;
  const cells = [];
  let y = 0;
  for (const row of rows) {
    cells.push(...numberRow(row, spots, size.width, y, unit * row.weight));
    y += unit * row.weight;
  }
  for (const bar of bars) {
    cells.push(...across(bar, 0, y, size.width, unit * 1.05));
    y += unit * 1.05;
  }
  return cells;
}

function numberRow(row, spots, all, y, height) {
  const width = (all - LABEL) / POINTS.length;
  const box = spots[row.label] ? { bet: row.label } : {};
  const label = { ...box, label: row.label, x: 0, y, width: LABEL, height, side: row.side };
  const cells = POINTS.map((n, index) => {
    const bet = spots[`${row.of}:${n}`] ? `${row.of}:${n}` : null;
    const under = row.under ? `${row.under}:${n}` : null;
    return { bet, under, number: n, x: LABEL + index * width, y, width, height, side: row.side };
  });
  return [label, ...cells];
}

/** Cells of the other block: propositions, hops, bets for the hand. */
export function propCells(spots, { props: size, hops, merged }) {
  const groups = merged ? MERGED : PROP_ROWS.map((_, index) => [index]);
  const rows = groups.flatMap((group) => {
    const listed = group.map((index) => PROP_ROWS[index]);
    return listed[0] === "hops" ? hopRows(spots, hops) : [listed.flat().filter((bet) => spots[bet])];
  });
  const filled = rows.filter((row) => row.length);
  const height = size.height / Math.max(filled.length, 1);
  return filled.flatMap((row, index) => across(row.map((bet) => [bet, WEIGHT[bet] ?? 1]), 0, index * height, size.width, height));
}

const WEIGHT = { hot_shooter: 2, fire: 1.4 };

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

function across(bar, x, y, width, height) {
  const sum = bar.reduce((so_far, [, weight]) => so_far + weight, 0);
  let at = x;
  return bar.map(([bet, weight]) => {
    const cell = { bet, x: at, y, width: (width * weight) / sum, height };
    at += cell.width;
    return cell;
  });
}
