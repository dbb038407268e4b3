// What the bets for the hand show of it: which numbers have been made or pairs have come, how often a number has; the
// number box of the point wears the puck.
import { put, svg } from "../dom.js";
import { NARROW } from "./layout.js";
import { t } from "../words.js";

const WANTED = {
  fire: [4, 5, 6, 8, 9, 10],
  all_small: [2, 3, 4, 5, 6],
  all_tall: [8, 9, 10, 11, 12],
  all_or_nothing: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
};

const MOST_MARKS = 6;
const FACES = [1, 2, 3, 4, 5, 6];

/**
 * What a bet for the hand has come to: marks, each with what it is called and says beside it, and whether it counts; or
 * how much of how much. Null for a bet of another kind.
 */
function progressOf({ bet, spot }, hand) {
  const tally = hand?.tally;
  const marks = (of, made) => ({ marks: of.map((n) => ({ n, label: String(n), done: made.includes(n) })) });
  switch (spot?.counts) {
    case "times":
      return { have: Math.min(tally?.times[bet.split(":")[1]] ?? 0, spot.times), of: spot.times };
    case "doubles":
      return { marks: FACES.map((n) => ({ n, label: String(n), done: Boolean(tally?.doubles.includes(n)) })) };
    case "made":
      return { marks: replayed(spot, tally?.made ?? {}) };
  }
  if (bet === "fire") return marks(WANTED.fire, hand?.points_made ?? []);
  const wanted = WANTED[bet];
  if (!wanted) return null;
  const come = marks(wanted, hand?.numbers ?? []);
  return wanted.length > MOST_MARKS ? { have: come.marks.filter(({ done }) => done).length, of: wanted.length } : come;
}

/** The points, and how often each has been made; one that has a prize counts. */
function replayed({ pays }, made) {
  const ways = Object.keys(pays).map((way) => way.split("×").map(Number));
  const least = Math.min(...ways.map(([times]) => times));
  const points = [...new Set(ways.map(([, point]) => point))].sort((a, b) => a - b);
  return points.map((n) => ({
    n,
    label: String(n),
    done: (made[n] ?? 0) >= least,
    beside: made[n] ? `×${made[n]}` : "",
  }));
}

/** The same in words. */
export function progressWords(cell, hand) {
  const progress = progressOf(cell, hand);
  if (!progress) return "";
  if (!progress.marks) return `${progress.have} / ${progress.of}`;
  const told = progress.marks.filter(({ done, beside }) => done || beside);
  const double = cell.spot?.counts === "doubles";
  return told.map(({ label, beside = "" }) => (double ? `${label}·${label}` : `${label}${beside}`)).join(" ") || "–";
}

export function drawProgress(cell, hand) {
  const { group, width, height, spot } = cell;
  const place = group.querySelector(".progress");
  const progress = place ? progressOf(cell, hand) : null;
  if (!progress) return undefined;
  if (!progress.marks) {
    const { have, of } = progress;
    return put(place, spot.counts === "times" ? howOften(have, of, width, height) : tally(have, of, width, height));
  }
  const step = Math.min(34, (width - 20) / progress.marks.length, height * (group.matches(".k-fire") ? 0.36 : 0.3));
  const marks = progress.marks.map(({ n, label, done, beside }, index) => {
    const words = svg(
      "text",
      {
        "font-size": Math.min(16, step * 0.55),
        "text-anchor": "middle",
        "dominant-baseline": "central",
        class: done ? "made" : "",
      },
      label,
    );
    const more = beside ? often(beside, step) : null;
    const tick =
      done && !beside
        ? svg("path", {
            d: "M -5 -1 l 4 4 l 7 -8",
            transform: `translate(${step * 0.36} ${-step * 0.36})`,
            class: "tick",
          })
        : null;
    return svg(
      "g",
      { transform: `translate(${10 + step * (index + 0.5)} ${height - step * 0.58})`, "data-made": done ? n : null },
      svg("circle", { r: step * 0.45, class: done ? "mark made" : "mark" }),
      words,
      tick ?? [],
      more ?? [],
    );
  });
  return put(place, marks);
}

/** How often, on a tag of its own over its mark. */
const often = (words, step) =>
  svg(
    "g",
    { transform: `translate(${step * 0.34} ${-step * 0.34})`, class: "more" },
    svg("rect", { x: -9, y: -7, width: 18, height: 13, rx: 5 }),
    svg("text", { "font-size": 12, "text-anchor": "middle", "dominant-baseline": "central" }, words),
  );

/** A Repeater: so often of so often. */
function howOften(have, of, width, height) {
  const narrow = width < NARROW;
  const words = svg(
    "text",
    {
      x: 6,
      y: height * 0.85,
      "font-size": narrow ? 12 : 14,
      "dominant-baseline": "central",
      class: have ? "often some" : "often",
    },
    narrow ? `${have}/${of}` : `${have} / ${of}`,
  );
  return [words];
}

/** All or nothing lies between small and tall, whose marks are its own: it counts them. */
function tally(made, of, width, height) {
  const y = height * 0.84;
  const long = width - 24 - 56;
  const bar = svg("rect", { x: 12, y: y - 8, width: long, height: 16, rx: 8, class: "mark" });
  const full = svg("rect", {
    x: 12,
    y: y - 8,
    width: Math.max(16, (long * made) / of),
    height: 16,
    rx: 8,
    class: "mark made",
  });
  const words = svg(
    "text",
    { x: width - 12, y, "font-size": 16, "text-anchor": "end", "dominant-baseline": "central" },
    `${made} / ${of}`,
  );
  return [bar, made ? full : [], words];
}

/** ON, where the point is. */
export function drawPuck(cell, hand) {
  const { group, number, part, width, height, stacked } = cell;
  const here = hand?.point === number;
  if (cell.here === here) return undefined;
  cell.here = here;
  const place = group.querySelector(".own-puck");
  if (!place) return undefined;
  group.classList.toggle("point", here);
  const wears = here && (part === "odds" || !group.nextSibling?.classList?.contains("odds"));
  if (!wears) return put(place);
  if (stacked) return put(place, flatPuck());
  const radius = Math.min(width * 0.3, height * 0.16, 26);
  const words = svg(
    "text",
    { "font-size": radius * 0.8, "text-anchor": "middle", "dominant-baseline": "central" },
    t("puck.on"),
  );
  const at = part === "odds" ? width / 2 : width - radius - 8;
  return put(
    place,
    svg(
      "g",
      { transform: `translate(${at} ${radius + 5})` },
      svg("circle", { r: radius, class: "rim" }),
      svg("circle", { r: radius * 0.86, class: "face" }),
      words,
    ),
  );
}

const FLAT = { width: 32, height: 16, edge: 3, size: 12 };

/** Where a box is low: over its pay, and as large as can be read. */
function flatPuck() {
  const { width, height, edge, size } = FLAT;
  const words = svg(
    "text",
    { "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" },
    t("puck.on"),
  );
  const face = svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2, class: "flat-face" });
  return svg("g", { transform: `translate(${width / 2 + edge} ${height / 2 + edge})` }, face, words);
}
