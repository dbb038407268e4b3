// A technician wants this screen touched all over: fields lie over everything until the terminal says that it is over.
import { tell } from "../acts.js";
import { byId } from "../dom.js";
import { shut } from "./lock.js";
import { state } from "../state.js";
import { FIELDS, touchGrid } from "../shown/touching.js";
import { t } from "../words.js";

const FINGER_AWAY_MS = 60_000;
/** Nobody touches any more, or nothing of the glass feels it: what was touched until now is told. */
let grid = null;
let waiting = null;

export function setUpTouched() {
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
    const says = () => (told ||= tell({ kind: "touched", test: wanted, touched: grid.touched(), fields: FIELDS }));
    grid = { test: wanted, says, ...touchGrid(document.body, t("touch.title"), { left: says, all: says }) };
  }
  document.body.classList.toggle("touching", Boolean(grid));
  shut();
  wait();
}

function wait() {
  clearTimeout(waiting);
  if (grid) waiting = setTimeout(grid.says, FINGER_AWAY_MS);
}
