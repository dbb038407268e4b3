// A seat that nobody plays invites: real dice, the limits, the last rolls. A touch shows the felt.
import { hasPaper, letsIn, slotWords } from "../cash.js";
import { byId, h, put, showIf } from "../dom.js";
import { pair } from "../shown/dice.js";
import { limitWords, numbersOf, ofGame } from "../own.js";
import { strip } from "../shown/rolls.js";
import { live, state } from "../state.js";
import { picture } from "../wheel/wheel.js";
import { t } from "../words.js";

const ALONE_MS = 20_000;
let touched = performance.now() - ALONE_MS;
let shown = "";

export function setUpAttract() {
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => alone(false), { capture: true });
  setInterval(showAttract, 1000);
}

/** A button of the panel beside the screen was pressed: somebody is here. */
export const somebody = () => alone(false);

function alone(yes) {
  touched = yes ? 0 : performance.now();
  showAttract();
}

/** Nobody's credits, nobody's wagers, and nobody has touched it for a while. */
const inviting = () =>
  live() &&
  state.you.open &&
  !state.you.lock &&
  !hasPaper() &&
  state.you.credits + state.you.layout + state.you.vigorish === 0 &&
  performance.now() - touched > ALONE_MS;

export function showAttract() {
  const { table, offer } = state;
  const yes = inviting();
  showIf(byId("attract"), yes);
  if (!yes) return;
  const faces = table.past.at(-1)?.faces ?? null; // before the first roll none are known, and none are shown
  const slot = state.cash ? slotWords() : "";
  const shows = [
    faces,
    table.past.length,
    table.game,
    table.demo,
    offer?.limits,
    offer?.kinds,
    t("attract.touch"),
    slot,
  ];
  const key = JSON.stringify(shows);
  if (key === shown) return;
  shown = key;
  put(
    byId("attract"),
    table.demo ? h("p", {}, h("span", { class: "demo" }, t("demo"))) : [],
    offer?.wheel
      ? picture(offer.wheel)
      : table.game
        ? []
        : pair(faces, faces ? t("rolled", { total: faces[0] + faces[1] }) : t("rolled.none")),
    h("h2", {}, t(ofGame(table, "attract.title"))),
    h("p", { class: "how" }, howWords(table)),
    slot ? h("p", { class: "slot" }, slot) : [],
    h("p", { class: "limits" }, `${t("seat", { n: state.seat })} · ${limitWords(offer)}`),
    h("ul", { class: "strip" }, table.game ? numbersOf(table, 12) : strip(table.past, 12)),
    h("p", { class: "touch" }, t("attract.touch")),
  );
}

/** How a player begins: with what the slot takes now, else with an attendant. */
function howWords(table) {
  if (!letsIn()) return t(ofGame(table, "attract.how"));
  const { notes, tickets } = state.cash;
  const what = notes.length && tickets ? "both" : tickets ? "tickets" : "notes";
  return t(ofGame(table, "attract.put"), { what: t(`attract.what.${what}`) });
}
