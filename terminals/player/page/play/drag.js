// A chip is drawn from its spot to another: it comes down there and goes up here, both or nothing. Beside the felt it
// comes back to the player.
import { move, takeDown } from "../acts.js";
import { chip } from "../chip.js";
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
    if (document.body.dataset.felt !== "rows" || !bet || event.button > 0 || !bettingOpen()) return;
    if (stakeOn(bet).amount) from = { bet, group, id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return;
    if (!ghost && Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR) lift();
    if (ghost) ghost.style.transform = `translate(${event.clientX - SIZE / 2}px, ${event.clientY - SIZE}px)`;
  });
  document.addEventListener("pointerup", (event) => from && event.pointerId === from.id && drop(event));
  document.addEventListener("pointercancel", (event) => event.isTrusted && end());
}

/** The finger means the chip now, and no longer the spot. */
function lift() {
  from.group.dispatchEvent(new Event("pointercancel"));
  const picture = svg("svg", { viewBox: "-34 -34 68 68" }, chip(stakeOn(from.bet).amount, 31));
  ghost = h("div", { class: "dragged", "aria-hidden": "true" }, picture);
  document.body.append(ghost);
}

function drop(event) {
  const { bet } = from;
  const lifted = Boolean(ghost);
  end();
  if (!lifted) return;
  const stray = (click) => click.stopPropagation();
  document.addEventListener("click", stray, { capture: true, once: true }); // the finger has done what it meant
  setTimeout(() => document.removeEventListener("click", stray, { capture: true }), 50);
  const to = spotAt(event);
  if (to.bet && to.bet !== bet) move(bet, to.bet);
  else if (!to.bet && !to.under?.closest("main")) takeDown(bet);
}

function end() {
  ghost?.remove();
  from = ghost = null;
}
