// A touch test: fields over the whole glass. Each turns when a finger comes over it; whoever stands there ends it.
import { h } from "../dom.js";
import { t } from "../words.js";

export const FIELDS = 96;
/** Milliseconds after the last finger: what is still tapped was meant for the fields, not for what lay under them. */
const STILL_TAPPING_MS = 400;

/** Lies in `place` until `end` is called; `left` is called by its button, or Escape, and `all` when every field was
 * touched. */
export function touchGrid(place, label, { left, all = () => {} }) {
  const fields = Array.from({ length: FIELDS }, () => h("i", { "aria-hidden": "true" }));
  const leave = h("button", { type: "button", class: "leave", id: "touch-left", onclick: () => left(touched()) }, "");
  const touched = () => fields.filter((one) => one.classList.contains("touched")).length;
  const count = () =>
    (leave.textContent = touched() < FIELDS ? t("touch.left", { n: FIELDS - touched() }) : t("touch.good"));
  const over = ({ clientX, clientY }) => {
    const under = document.elementsFromPoint(clientX, clientY).find((one) => fields.includes(one));
    if (!under || under.classList.contains("touched")) return;
    under.classList.add("touched");
    count();
    if (touched() === FIELDS) all();
  };
  /** A quick finger is in several places between two frames. */
  const touch = (event) => [...(event.getCoalescedEvents?.() ?? []), event].forEach(over);
  const key = (event) => event.key === "Escape" && left(touched());
  const grid = h(
    "div",
    {
      class: "touch-grid",
      id: "touch-grid",
      role: "dialog",
      "aria-label": label,
      onpointerdown: touch,
      onpointermove: touch,
      onkeydown: key,
    },
    fields,
    leave,
  );
  let down = false;
  for (const [name, is] of Object.entries({ pointerdown: true, pointerup: false, pointercancel: false }))
    grid.addEventListener(name, () => (down = is));
  place.append(grid);
  count();
  leave.focus();
  return { touched, end: () => leaveGlass(grid, () => down) };
}

/** It is over and seen no more, but takes what a finger that is still there does, until none has been for a while. */
function leaveGlass(grid, isDown) {
  grid.id = "";
  grid.classList.add("spent");
  grid.setAttribute("aria-hidden", "true");
  let waiting = null;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => (isDown() ? later() : grid.remove()), STILL_TAPPING_MS);
  };
  for (const name of ["pointerdown", "pointerup", "click"]) grid.addEventListener(name, later);
  later();
}
