// Small parts of pages: lists that are drawn anew only where they differ, facts, and buttons for acts.
import { h, put } from "../dom.js";
import { money } from "../money.js";
import { offerOf } from "../state.js";
import { betName, known, spoken, t } from "../words.js";

const drawn = new WeakMap();
const postponed = new Map();
let pressed = false;

/** Draw what follows from `key` when it differs from the last time; whoever had the focus keeps it. */
export function redraw(place, key, build) {
  const text = JSON.stringify([key, spoken()]);
  if (drawn.get(place) === text) return;
  if (pressed) {
    postponed.set(place, [key, build]);
    return;
  }
  drawn.set(place, text);
  const focus = place.contains(document.activeElement) ? whereIs(document.activeElement) : null;
  put(place, build());
  if (focus) place.querySelector(focus)?.focus();
}

/** The element that will be the same one after drawing anew: by its key, in its row. */
function whereIs({ dataset, parentElement }) {
  const row = parentElement.closest("[data-row]")?.dataset.row;
  return dataset.key ? `${row ? `[data-row="${CSS.escape(row)}"] ` : ""}[data-key="${CSS.escape(dataset.key)}"]` : null;
}

/** Nothing is drawn under a finger: what it presses would be gone before it is lifted. */
function lifted() {
  setTimeout(() => {
    pressed = false;
    const waiting = [...postponed];
    postponed.clear();
    for (const [place, [key, build]] of waiting) if (place.isConnected) redraw(place, key, build);
  });
}
document.addEventListener("pointerdown", () => (pressed = true), true);
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, lifted, true);

/** Pairs of a word and its value. */
export const facts = (rows) =>
  h(
    "dl",
    { class: "facts" },
    rows.filter(Boolean).map(([word, value, look]) => [h("dt", {}, word), h("dd", { class: look ?? null }, value)]),
  );

/** A list with a head; a column whose name ends in `#` holds figures. */
export function list(head, rows, none = t("op.none")) {
  if (!rows.length) return h("p", { class: "soft" }, none);
  const look = (index) => (head[index].endsWith("#") ? "n" : null);
  const cell = (value, index) => h("td", { class: look(index) }, value);
  const row = (of) =>
    Array.isArray(of)
      ? h("tr", {}, of.map(cell))
      : h("tr", { class: of.look, "data-row": of.name ?? null }, of.cells.map(cell));
  return h(
    "table",
    { class: "list" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name, index) => h("th", { class: look(index), scope: "col" }, name.replace(/#$/, ""))),
      ),
    ),
    h("tbody", {}, rows.map(row)),
  );
}

/** A table that may be wider than its place, and is then moved from side to side, by keys too. */
export const sideways = (/** @type {string} */ label, /** @type {any} */ table, more = {}) =>
  h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label, ...more }, table);

/** A button for an act: not there where the role has it not, grey with the reason where it cannot be done now. */
export function actButton(act, words, press, look = "plain") {
  const offer = offerOf(act);
  if (!offer) return null;
  const button = h(
    "button",
    { class: look, "data-act": act, "data-key": act, disabled: !offer.now, onclick: press },
    words,
  );
  return offer.now ? button : h("span", { class: "cannot" }, button, h("small", {}, whyNot(offer)));
}

/** Several act buttons in a row; nothing where none is offered. */
export const actions = (...buttons) => {
  const there = buttons.flat().filter(Boolean);
  return there.length ? h("div", { class: "row acts" }, there) : null;
};

export const whyNot = ({ code, why_not: why }) => (known(`op.refused.${code}`) ? t(`op.refused.${code}`) : why);

/** The word for something the controller names, or its name where there is none. */
export const word = (group, name) => (known(`${group}.${name}`) ? t(`${group}.${name}`) : String(name));

export const signed = (amount) => (amount > 0 ? `+${money(amount)}` : money(amount));
export const bet = (name) => betName(name);
