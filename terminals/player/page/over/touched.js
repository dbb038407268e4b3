// A technician wants this screen touched all over: fields lie over everything until the terminal says that it is over.
import { byId } from "../dom.js";
import { shut } from "./lock.js";
import { state } from "../state.js";
import { FIELDS, touchGrid } from "../shown/touching.js";
import { t } from "../words.js";

const FINGER_AWAY_MS = 60_000;
/** Nobody touches any more, or nothing of the glass feels it: what was touched until now is told. */
let grid = null;
let waiting = null;
/** @type {(message: object) => boolean} */
let send = () => false;

export function setUpTouched(say) {
  send = say;
  for (const name of ["pointerdown", "pointermove"]) document.addEventListener(name, wait, { capture: true });
}

/** The test that is wanted now, by its name, or none: then what was there before is there again. */
export function showTouched() {
  const wanted = state.page ? state.touch : null;
  if (wanted === (grid?.test ?? null)) return;
  grid?.end();
  grid = null;
  if (wanted) {
    byId("dialog").close(); // it would lie above
    let told = false;
    const tell = () => (told ||= send({ kind: "touched", test: wanted, touched: grid.touched(), fields: FIELDS }));
    grid = { test: wanted, tell, ...touchGrid(document.body, t("touch.title"), { left: tell, all: tell }) };
  }
  document.body.classList.toggle("touching", Boolean(grid));
  shut();
  wait();
}

function wait() {
  clearTimeout(waiting);
  if (grid) waiting = setTimeout(grid.tell, FINGER_AWAY_MS);
}
