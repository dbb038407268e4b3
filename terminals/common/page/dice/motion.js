// How a pair of dice moves, by time alone: shaken under the dome, then falling onto the faces that the dome has shown.
// Pure. A die is { at: [x, y, z], q, blur }; half its side is 1, the table lies at y = 0.
//
// While dice are in the air nothing can be read on them (blur 1): their faces are known to nobody. On the way down they
// become readable only once the true face is the one on top.
import { about, back, lying, onTop, standing, times, unwind } from "./turning.js";

export const ROUNDING = 0.2;
export const LANDS_MS = 850;
const APART = 1.5; // of each die's place from the middle
const HOP_MS = 300;
/** The palette of sounds knows when they touch the table. */
export const BOUNCES = [
  { until: 0.42, high: 0 }, // the fall from where the shaking left it
  { until: 0.72, high: 0.55 },
  { until: 0.9, high: 0.16 },
];

/** A number from 0 to 1 that is the same for the same numbers. */
export function chance(...numbers) {
  let found = 2166136261;
  for (const one of numbers) found = Math.imul(found ^ (Math.trunc(one) + 0x9e37), 16777619);
  found ^= found >>> 15;
  found = Math.imul(found, 0x2c1b3c6d);
  return ((found ^ (found >>> 13)) >>> 0) / 4294967296;
}

const between = (low, high, part) => low + (high - low) * part;

/** Where the pair of a roll lies: the same on every screen, and after a reload. */
export function resting(faces, seed) {
  return faces.map((face, die) => {
    const yaw = between(-0.36, 0.36, chance(seed, die, 1)) + (die ? 0.1 : -0.1);
    const x = (die ? APART : -APART) + between(-0.16, 0.16, chance(seed, die, 2));
    const q = lying(face, yaw);
    return { at: [x, standing(q, ROUNDING), between(-0.35, 0.35, chance(seed, die, 3))], q, blur: 0 };
  });
}

/** Dice whose faces nobody knows: never thrown, or in the air of a table that stands still. */
export const unknown = () => resting([1, 1], 7).map((die) => ({ ...die, blur: 1 }));

/** The pair in the air, so many milliseconds after the shaking began. */
export function shaking(ms, seed) {
  return [0, 1].map((die) => hop(ms / HOP_MS + die * 0.43, seed * 2 + die, die));
}

/** Hop after hop; each begins where the one before has ended. */
function hop(time, seed, die) {
  const n = Math.floor(time);
  const part = time - n;
  const place = (step) => [
    (die ? APART : -APART) + between(-0.22, 0.22, chance(seed, step, 1)),
    between(-0.4, 0.5, chance(seed, step, 2)),
  ];
  const [[x0, z0], [x1, z1]] = [place(n), place(n + 1)];
  const q = spun(n, part, seed);
  const high = between(0.2, 0.5, chance(seed, n, 3)) * 4 * part * (1 - part);
  return { at: [between(x0, x1, part), standing(q, ROUNDING) + high, between(z0, z1, part)], q, blur: 1 };
}

const KEEPS = 24; // hops, after which the turning begins anew where it began

/** Turned by every hop so far, and by a part of this one. */
function spun(n, part, seed) {
  const from = n - (n % KEEPS);
  let q = [0, 0, 0, 1];
  for (let step = from; step <= n; step++) {
    const angle = between(2.2, 4.2, chance(seed, step, 4)) * (step === n ? part : 1);
    q = times(about(across(between(0, 2 * Math.PI, chance(seed, step, 5))), angle), q);
  }
  return q;
}

/** An axis that lies nearly level: dice roll over their edges. */
function across(way) {
  const tilt = 0.35;
  const s = Math.hypot(1, tilt);
  return [Math.cos(way) / s, tilt / s, Math.sin(way) / s];
}

/** From where the shaking left them (`from`) to where they lie: a course that is asked for each moment of it. */
export function landing(from, faces, seed) {
  const rest = resting(faces, seed);
  const turns = rest.map((end, die) => {
    const { axis, angle } = unwind(times(from[die].q, back(end.q)));
    return { axis, angle: angle + 2 * Math.PI };
  });
  return (ms) => rest.map((end, die) => fall(Math.min(1, ms / LANDS_MS), from[die], end, turns[die]));
}

function fall(part, from, end, { axis, angle }) {
  if (part >= 1) return end;
  const slowed = (1 - part) ** 2.1;
  const q = times(about(axis, angle * slowed), end.q);
  const slid = 1 - (1 - part) ** 2;
  const x = between(from.at[0], end.at[0], slid);
  const z = between(from.at[2], end.at[2], slid);
  const above = from.at[1] - standing(from.q, ROUNDING);
  return { at: [x, standing(q, ROUNDING) + bounce(part, above), z], q, blur: haze(q, end.q, angle * slowed) };
}

function bounce(part, above) {
  let from = 0;
  for (const { until, high } of BOUNCES) {
    if (part < until) {
      const here = (part - from) / (until - from);
      return high ? high * 4 * here * (1 - here) : (above + 0.9 * here) * (1 - here * here);
    }
    from = until;
  }
  return 0;
}

/** Nothing can be read before the face on top is the one that stays there: with so much left to turn it is. */
function haze(q, end, left) {
  const { face, level } = onTop(q);
  if (left > 1.2 || face !== onTop(end).face) return 1;
  const clear = Math.min(1, Math.max(0, (level - 0.72) / 0.22)) * Math.min(1, (1.2 - left) / 0.7);
  return 1 - clear * clear * (3 - 2 * clear);
}
