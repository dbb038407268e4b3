// The felt: cells drawn once from the offer, then only marked anew when something has changed.
import { block as laidOut, mark } from "./felt/cells.js";
import { put } from "./dom.js";
import { layStops } from "./play/arrows.js";
import { chipSeat, columns, heights, mainCells, propCells } from "./felt/layout.js";
import { sight } from "./limits.js";
import { drawPlan, markDolly } from "./plan/cells.js";
import { fingers } from "./plan/fingers.js";
import { isByKey } from "./plan/lights.js";
import { layTrack, markTrack } from "./plan/track.js";
import { bettingOpen, resting, state } from "./state.js";
import { comeNumber } from "./wheel/stages.js";

const LONG_PRESS_MS = 550;
const NOTHING = { spots: {}, places: { numbers: [], bars: [], props: [] } };
let cells = [];
let laidIn = "";

const room = (element) => `${element.clientWidth} ${element.clientHeight}`;

/** Whether this block has another size than the felt in it was drawn for. */
export const isOfAnotherSize = (main) => room(main) !== laidIn;

/** Draw both blocks of the felt. `tapped` and `pressed` are told the bet. */
export function layFelt(main, props, tapped, pressed) {
  const [focus, struck] = [focusByKey(), new Map(cells.map((cell) => [cell.bet, cell.struck]))];
  drawFelt(main, props, tapped, pressed);
  for (const cell of cells) cell.struck = struck.get(cell.bet); // what struck before is no news on a felt drawn anew
  cells.find(({ bet }) => focus && bet === focus)?.group.focus({ preventScroll: true });
}

/** The spot that the keyboard stands on: a felt that is drawn anew, for its size or a face that has loaded, takes it along. */
function focusByKey() {
  const at = document.activeElement;
  return at && isByKey({ target: at }) ? at.closest(".felt [data-spot]")?.getAttribute("data-spot") : null;
}

function drawFelt(main, props, tapped, pressed) {
  const offer = state.offer ?? NOTHING;
  const drawn = Boolean(offer.places.plan);
  cells = [];
  document.body.dataset.felt = drawn ? "plan" : "rows";
  props.hidden = drawn && !offer.track;
  if (drawn) for (const block of [main, props]) block.style.flexGrow = "";
  else share(main, props, offer);
  laidIn = room(main); // before anything is drawn: afterwards the page would be laid out once more for the question
  if (drawn) return layDrawn(main, props, offer, tapped, pressed);
  const [within, beside] = [sizeOf(main), sizeOf(props)]; // both at once: a page is laid out for whoever asks
  const numbers = mainCells(offer, within);
  put(main, block(within, numbers, columns(numbers), offer.spots, tapped, pressed));
  put(props, block(beside, propCells(offer, beside), [], offer.spots, tapped, pressed));
  layStops();
}

/** A felt that its game has drawn, and the track where the game has one. */
function layDrawn(main, props, offer, tapped, pressed) {
  const drawn = drawPlan(sizeOf(main), offer, () => ({ role: "button", tabindex: -1 }));
  cells.push(...drawn.cells);
  put(main, drawn.element);
  fingers(main, drawn, tapped, pressed);
  if (offer.track) layTrack(props, sizeOf(props), offer);
}

/** One over the other, each block gets the height that its rows want. */
function share(main, props, offer) {
  const tall = matchMedia("(orientation: portrait)").matches;
  const wanted = heights(offer);
  main.classList.toggle("many", Boolean(offer.crapless)); // ten numbers want more width than six
  main.style.flexGrow = tall ? String(wanted.main) : "";
  props.style.flexGrow = tall ? String(wanted.props) : "";
}

const EDGE = 10;
const sizeOf = (element) => ({ width: element.clientWidth - EDGE, height: element.clientHeight - EDGE });

function block(size, laid, frames, spots, tapped, pressed) {
  const drawn = laidOut(size, laid, frames, spots, () => ({ role: "button", tabindex: 0 }));
  for (const { bet, group, corner } of drawn.cells) {
    for (const part of bet ? [group, corner] : []) if (part) listen(part, bet, tapped, pressed);
    if (corner) lightCorner(group, corner);
  }
  cells.push(...drawn.cells);
  return drawn.element;
}

/** The corner of a bar stands before it, where no rule of style can see what the keyboard stands on. */
function lightCorner(group, corner) {
  for (const name of ["focus", "blur"])
    group.addEventListener(name, () => corner.classList.toggle("sought", group.matches(":focus-visible")));
}

/** A tap bets; a long press asks what it is. Other keys are heard by `play/about.js` and `play/arrows.js`. */
function listen(group, bet, tapped, pressed) {
  let timer = null;
  let long = false;
  const end = () => clearTimeout(timer);
  group.addEventListener("pointerdown", () => {
    long = false;
    end();
    timer = setTimeout(() => {
      long = true;
      pressed(bet);
    }, LONG_PRESS_MS);
  });
  for (const name of ["pointerleave", "pointercancel"]) group.addEventListener(name, end);
  group.addEventListener("click", () => {
    end();
    if (!long) tapped(bet);
    long = false;
  });
  group.addEventListener("contextmenu", (event) => event.preventDefault());
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") tapped(bet);
    else return;
    event.preventDefault();
  });
}

/** Mark every cell as things stand. */
export function markFelt() {
  const [now, closed] = [sight(), !bettingOpen() || resting()];
  for (const cell of cells) {
    mark(cell, now, closed);
    if (cell.bet) shake(cell.group, state.refusals.get(cell.bet) ?? 0);
  }
  if (!state.offer?.places.plan) return;
  markDolly(cells, comeNumber(state.table));
  markTrack();
}

/** Where the chip of a spot lies on the screen, or null where it is not drawn. */
export function placeOf(bet) {
  const cell = cells.find((one) => one.bet === bet);
  const screen = cell?.group.getScreenCTM();
  if (!screen) return null;
  const { x, y, radius } = chipSeat(cell);
  return { x: screen.a * x + screen.e, y: screen.d * y + screen.f, radius: radius * screen.a };
}

/** Refused again, it shakes again. */
function shake(group, refusal) {
  if (group.refusal === refusal) return;
  group.refusal = refusal;
  group.classList.remove("shake");
  if (!refusal) return;
  group.getBoundingClientRect(); // so that the browser sees the class go and come
  group.classList.add("shake");
}
