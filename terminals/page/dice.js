// Dice in SVG: faces with pips, and their names for those who hear the screen.
import { svg } from "./dom.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** One die as a group, its middle at x, y. */
export function die(face, x, y, size, extra = "") {
  const pips = (PIPS[face] ?? []).map(([across, down]) =>
    svg("circle", { cx: across * size * 0.26, cy: down * size * 0.26, r: size * 0.1, class: "pip" }),
  );
  const body = svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.18, class: "die" });
  return svg("g", { transform: `translate(${x} ${y})`, class: `die-group ${extra}` }, body, pips);
}

/** A pair side by side, in a drawing of its own. */
export function pair(faces, label) {
  const dice = faces ? [die(faces[0], 55, 55, 88), die(faces[1], 165, 55, 88)] : [die(0, 55, 55, 88, "blank"), die(0, 165, 55, 88, "blank")];
  return svg("svg", { viewBox: "0 0 220 110", class: "dice", role: "img", "aria-label": label }, dice);
}
