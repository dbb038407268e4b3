// A chip is drawn from its spot to another: it comes down there and goes up here, both or nothing. Beside the felt it
// comes back to the player. On a felt in rows that is heard here; on one that its game has drawn, where a finger that
// slides also looks for its spot, by `plan/fingers.js`.
import { move, takeDown } from "../acts.js";
import { chip } from "../felt/chip.js";
import { h, svg } from "../dom.js";
import { bettingOpen, stakeOn } from "../state.js";

const FAR = 14; // pixels: less is a tap of a finger that is not quite still
const SIZE = 56;
let from = null; // the spot, and where the finger came down
let ghost = null;

const spotAt = ({ clientX, clientY }) => {
  const under = document.elementFromPoint(clientX, clientY);
  return { bet: /** @type {HTMLElement} */ (under?.closest(".felt [data-spot]"))?.dataset.spot, under };
};

export function setUpDrag() {
  document.addEventListener("pointerdown", (event) => {
    const group = /** @type {Element} */ (event.target).closest?.(".felt [data-spot][role=button]");
    const bet = /** @type {HTMLElement} */ (group)?.dataset.spot;
    if (document.body.dataset.felt !== "rows" || !bet || event.button > 0) return;
    if (mayLift(bet)) from = { bet, group, id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return;
    if (!ghost && Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR) {
      from.group.dispatchEvent(new Event("pointercancel")); // the finger means the chip now, and no longer the spot
      lift(from.bet);
    }
    follow(event);
  });
  document.addEventListener("pointerup", (event) => from && event.pointerId === from.id && drop(event));
  document.addEventListener("pointercancel", (event) => event.isTrusted && end());
}

/** Whether something of this player's lies there that may be moved now. */
export const mayLift = (bet) => bettingOpen() && stakeOn(bet).amount > 0;

export function lift(bet) {
  const picture = svg("svg", { viewBox: "-34 -34 68 68" }, chip(stakeOn(bet).amount, 31));
  ghost = h("div", { class: "dragged", "aria-hidden": "true" }, picture);
  document.body.append(ghost);
}

export function follow({ clientX, clientY }) {
  if (ghost) ghost.style.transform = `translate(${clientX - SIZE / 2}px, ${clientY - SIZE}px)`;
}

function drop(event) {
  const { bet } = from;
  const lifted = Boolean(ghost);
  end();
  if (!lifted) return;
  const stray = (click) => click.stopPropagation();
  document.addEventListener("click", stray, { capture: true, once: true }); // the finger has done what it meant
  setTimeout(() => document.removeEventListener("click", stray, { capture: true }), 50);
  letGo(bet, event);
}

/** Where the finger has let go of what it drew from a spot. */
export function letGo(bet, event) {
  const to = spotAt(event);
  if (to.bet && to.bet !== bet) move(bet, to.bet);
  else if (!to.bet && !to.under?.closest("main")) takeDown(bet);
}

export function end() {
  ghost?.remove();
  from = ghost = null;
}
