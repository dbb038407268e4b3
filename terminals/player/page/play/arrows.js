// Arrow keys across the felt, and one stop of Tab on it. A felt that its game has drawn hears its own keys.
import { byId } from "../dom.js";

const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const ASIDE = 2.5; // so much more than ahead does it count how far a spot lies aside
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

/** The spot that lies next in a direction, on whichever block of the felt. */
function next(from, [dx, dy]) {
  const at = middle(from);
  let [best, least] = [null, Infinity];
  for (const one of spots()) {
    const to = middle(one);
    const far = (to.x - at.x) * dx + (to.y - at.y) * dy;
    const aside = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
    const way = far + ASIDE * aside;
    if (far > 4 && way < least) [best, least] = [one, way];
  }
  return best;
}

function middle(of) {
  const { x, y, width, height } = of.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
