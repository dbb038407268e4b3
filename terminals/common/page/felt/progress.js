// Fire and the bonus bets show which numbers have been made, the number box of the point wears the puck.
import { put, svg } from "../dom.js";
import { t } from "../words.js";

const WANTED = {
  fire: [4, 5, 6, 8, 9, 10],
  all_small: [2, 3, 4, 5, 6],
  all_tall: [8, 9, 10, 11, 12],
  all_or_nothing: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
};

const MOST_MARKS = 6;

export const wantedBy = (bet) => WANTED[bet] ?? null;

/** What of it has been made in this hand. */
export function madeFor(bet, hand) {
  const made = (bet === "fire" ? hand?.points_made : hand?.numbers) ?? [];
  return (WANTED[bet] ?? []).filter((n) => made.includes(n));
}

export function drawProgress({ bet, group, width, height }, hand) {
  const place = group.querySelector(".progress");
  const wanted = wantedBy(bet);
  if (!place || !wanted) return undefined;
  const made = madeFor(bet, hand);
  if (wanted.length > MOST_MARKS) return put(place, tally(made.length, wanted.length, width, height));
  const step = Math.min(34, (width - 20) / wanted.length, height * (bet === "fire" ? 0.36 : 0.3));
  const marks = wanted.map((n, index) => {
    const done = made.includes(n);
    const words = svg(
      "text",
      {
        "font-size": Math.min(16, step * 0.55),
        "text-anchor": "middle",
        "dominant-baseline": "central",
        class: done ? "made" : "",
      },
      String(n),
    );
    const tick = done
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
    );
  });
  return put(place, marks);
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
