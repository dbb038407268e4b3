// Fingers and keys on a drawn felt. A finger that comes down sees through a magnifier what it means, slides to what it
// meant, and lays it by letting go; a long press asks what it is. One that came down on a chip of the player's and goes
// further than a finger misses takes the chip along. One stop of Tab, and arrows from spot to spot.
import { end as putDown, follow, letGo, lift, mayLift } from "../play/drag.js";
import { betName } from "../words.js";
import { isByKey, light } from "./lights.js";
import { Loupe } from "./loupe.js";

const LONG_PRESS_MS = 550;
const MISSES = 44; // pixels: nearer than that a finger that slides still looks for its spot
const loupe = new Loupe();

/** `felt`: its element and its cells. `tapped` and `pressed` are told the bet. */
export function fingers(place, { element, cells }, tapped, pressed) {
  place.append(loupe.element);
  loupe.hide();
  const of = new Map(cells.map((cell) => [cell.group, cell]));
  const cellOf = (node) => of.get(node?.closest?.("[data-spot]")) ?? null;
  const onLine = cells.find(({ field }) => !field) ?? cells[0];
  const touch = Math.max(onLine.width, onLine.height);
  const under = ({ clientX, clientY }) => cellOf(document.elementFromPoint(clientX, clientY));
  let meant = null; // the cell
  let finger = null; // which one: a second is not heard
  let timer = null;
  let told = false; // what it meant has been done
  let from = null; // where it came down
  let carries = false; // the chip that lay there

  const mean = (cell) => {
    meant?.group.classList.remove("aimed");
    meant = cell;
    meant?.group.classList.add("aimed");
    light(meant?.spot.numbers ?? []);
  };
  const look = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    if (meant) loupe.show(event, at, touch, betName(meant.bet));
    else loupe.hide();
  };
  const long = () => {
    if (!meant) return;
    told = true;
    pressed(meant.bet);
  };
  const carry = (event) => {
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > MISSES;
    if (!carries && !told && far && from.cell && mayLift(from.cell.bet)) {
      clearTimeout(timer);
      carries = true;
      lift(from.cell.bet);
    }
    follow(event);
  };
  const end = () => {
    clearTimeout(timer);
    finger = null;
    carries = false;
    putDown();
    loupe.hide();
    mean(null);
  };

  element.addEventListener("pointerdown", (event) => {
    if (finger !== null || event.button > 0) return;
    finger = event.pointerId;
    element.setPointerCapture(finger);
    told = false;
    from = { x: event.clientX, y: event.clientY, cell: under(event) };
    mean(from.cell);
    look(event);
    timer = setTimeout(long, LONG_PRESS_MS);
  });
  element.addEventListener("pointermove", (event) => {
    if (finger === null) return event.pointerType === "mouse" ? mean(under(event)) : undefined;
    if (event.pointerId !== finger) return undefined;
    const now = under(event);
    if (now !== meant) {
      clearTimeout(timer);
      mean(now);
    }
    carry(event);
    return look(event);
  });
  element.addEventListener("pointerup", (event) => {
    if (event.pointerId !== finger) return undefined;
    const cell = told ? null : meant;
    const carried = carries ? from.cell.bet : null;
    end();
    if (carried) return letGo(carried, event);
    if (!cell) return undefined;
    stopAt(cells, cell);
    return tapped(cell.bet);
  });
  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", () => finger === null && mean(null));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    const cell = event.pointerType ? null : cellOf(event.target); // that of a finger has been heard: a screen reader's
    if (cell) tapped(cell.bet);
  });
  element.addEventListener("focusin", (event) => isByKey(event) && mean(cellOf(event.target)));
  element.addEventListener("focusout", () => finger === null && mean(null));
  element.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") tapped(cell.bet);
    else if (!AHEAD[event.key]) return;
    else stopAt(cells, next(cells, cell, AHEAD[event.key]))?.focus();
    event.preventDefault();
  });
  stopAt(cells, cells[0]);
}

const AHEAD = {
  ArrowRight: (x, y) => [x, y],
  ArrowLeft: (x, y) => [-x, y],
  ArrowDown: (x, y) => [y, x],
  ArrowUp: (x, y) => [-y, x],
};
const ASIDE = 2.5; // so much more than ahead does it count how far a spot lies aside

/** The spot that lies next in a direction. */
function next(cells, from, ahead) {
  const at = middle(from);
  let best = from;
  let least = Infinity;
  for (const cell of cells) {
    const to = middle(cell);
    const [far, aside] = ahead(to.x - at.x, to.y - at.y);
    const way = far + ASIDE * Math.abs(aside);
    if (far > 1 && way < least) [best, least] = [cell, way];
  }
  return best;
}

const middle = ({ x, y, seat }) => ({ x: x + seat.x, y: y + seat.y });

/** Where Tab stops: at the spot that was last meant. */
function stopAt(cells, cell) {
  for (const { group } of cells) group.setAttribute("tabindex", group === cell.group ? "0" : "-1");
  return cell.group;
}
