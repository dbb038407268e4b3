// A touch test: fields over the whole glass. Each turns when a finger comes over it; whoever stands there ends it.
import { h } from "./dom.js";
import { t } from "./words.js";

export const FIELDS = 96;

/** Lies in `place` until `end` is called; `left` is called by its button, or Escape, and `all` when every field was touched. */
export function touchGrid(place, label, { left, all = () => {} }) {
  const fields = Array.from({ length: FIELDS }, () => h("i", { "aria-hidden": "true" }));
  const leave = h("button", { type: "button", class: "leave", id: "touch-left", onclick: () => left(touched()) }, "");
  const touched = () => fields.filter((one) => one.classList.contains("touched")).length;
  const count = () => (leave.textContent = touched() < FIELDS ? t("touch.left", { n: FIELDS - touched() }) : t("touch.good"));
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
  const grid = h("div", { class: "touch-grid", id: "touch-grid", role: "dialog", "aria-label": label, onpointerdown: touch, onpointermove: touch, onkeydown: key }, fields, leave);
  place.append(grid);
  count();
  leave.focus();
  return { touched, end: () => grid.remove() };
}
