// Dice in SVG: faces with pips, and their names for those who hear the screen.
import { svg } from "../dom.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** One die as a group, its middle at x, y. */
export function die(face, x, y, size, extra = "") {
  const pips = (PIPS[face] ?? []).map(([across, down]) =>
    svg("circle", { cx: across * size * 0.26, cy: down * size * 0.26, r: size * 0.1, class: "pip" }),
  );
  const body = svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.18, class: "die" });
  return svg("g", { transform: `translate(${x} ${y})`, class: `die-group ${extra}` }, body, pips);
}

/** A pair side by side, in a drawing of its own. Dice in the air have no faces yet: showing some would be a lie. */
export function pair(faces, label, inTheAir = false) {
  const [a, b] = inTheAir ? [0, 0] : (faces ?? [0, 0]);
  const extra = faces || inTheAir ? "" : "blank";
  const dice = [die(a, 55, 55, 88, extra), die(b, 165, 55, 88, extra)];
  return svg("svg", { viewBox: "0 0 220 110", class: "dice", role: "img", "aria-label": label }, dice);
}
