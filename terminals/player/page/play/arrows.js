// Arrow keys across the felt, and one stop of Tab on it. A felt that its game has drawn hears its own keys.
import { byId } from "../dom.js";

const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const ASIDE = 2.5; // so much more than ahead does it count how far a spot lies aside
const TIE = 0.05; // of several that lie straight ahead the one whose middle is nearest
const SLACK = 4; // spots share their lines
let stop = ""; // the spot at which Tab stops

const spots = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".felt [data-spot][role=button]")]);
const here = () => document.body.dataset.felt === "rows";

/** The felt was drawn anew: Tab stops where it did. */
export function layStops() {
  if (!here()) return;
  const all = spots();
  const at = all.find((one) => one.dataset.spot === stop) ?? all[0];
  for (const one of all) one.setAttribute("tabindex", one === at ? "0" : "-1");
}

export function setUpArrows() {
  for (const id of ["felt-main", "felt-props"]) {
    byId(id).addEventListener("focusin", ({ target }) => {
      const bet = target.closest?.("[data-spot]")?.dataset.spot;
      if (!here() || !bet) return;
      stop = bet;
      layStops();
    });
    byId(id).addEventListener("keydown", (event) => {
      const from = event.target.closest?.("[data-spot]");
      if (!here() || !from || !AHEAD[event.key]) return;
      next(from, AHEAD[event.key])?.focus();
      event.preventDefault();
    });
  }
}

/** The spot that lies next in a direction, beyond this one's edge, on whichever block of the felt: a wide bar is no nearer
 * to what lies at its end for having its middle elsewhere. */
function next(from, [dx, dy]) {
  const at = sides(from, dx);
  let [best, least] = [null, Infinity];
  for (const one of spots()) {
    const to = sides(one, dx);
    const gap = dx + dy > 0 ? to.near - at.far : at.near - to.far;
    const apart = Math.max(0, to.low - at.high, at.low - to.high);
    const way = Math.max(0, gap) + ASIDE * apart + TIE * Math.abs(to.low + to.high - at.low - at.high);
    if (one !== from && gap > -SLACK && way < least) [best, least] = [one, way];
  }
  return best;
}

/** From where to where it reaches along the way, and across it. */
function sides(of, across) {
  const { left, right, top, bottom } = of.getBoundingClientRect();
  return across
    ? { near: left, far: right, low: top, high: bottom }
    : { near: top, far: bottom, low: left, high: right };
}
