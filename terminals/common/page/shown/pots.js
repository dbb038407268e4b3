// The progressive jackpots of the house that this table plays for, and what was just won of them: on every screen.
import { byId, h, put, showIf } from "../dom.js";
import { money } from "../money.js";
import { t } from "../words.js";

/** A house calls its jackpots what it likes. */
const potName = (/** @type {string} */ name) => name.replaceAll("_", " ");

export const nameOf = (/** @type {any} */ of) => t("jackpot.pot", { name: potName(of.jackpot) });

export function showPots(/** @type {any} */ table) {
  const [place, pots] = [byId("pots"), table?.pots ?? []];
  showIf(place, pots.length);
  const names = pots.map(nameOf).join("\n"); // in the language of now: another one says them anew
  if (place.dataset.of !== names) {
    place.dataset.of = names;
    put(place, pots.map(pot));
  }
  for (const one of pots) showPot(place.querySelector(`[data-jackpot="${one.jackpot}"]`), one);
  showWon(table?.won);
}

function pot(/** @type {any} */ of) {
  return h(
    "span",
    { class: "pot", "data-jackpot": of.jackpot },
    h("span", { class: "pot-name" }, nameOf(of)),
    " ",
    h("b", { class: "pot-amount" }),
    h("small", { class: "pot-how" }),
  );
}

/** An amount that the floor does not stand behind now is not shown. */
function showPot(/** @type {HTMLElement | null} */ place, /** @type {any} */ of) {
  if (!place) return;
  const [what, at] = Object.entries(of.trigger)[0];
  const known = of.amount !== null;
  const amount = known ? money(of.amount) : t("jackpot.unknown");
  const how = of.open ? t(`jackpot.on.${what}`, { n: at }) : t("jackpot.closed");
  write(place.querySelector(".pot-amount"), amount);
  write(place.querySelector(".pot-how"), how);
  place.classList.toggle("off", !of.open || !known);
}

/** What this seat has won of them, for a notice or over a locked seat: how much, and of how much. */
export const ownPots = (/** @type {any[]} */ pots) =>
  pots.map(({ jackpot, amount, prize }) => [
    t("jackpot.yours", { name: potName(jackpot), amount: money(amount) }),
    amount === prize ? t("jackpot.yours.all") : t("jackpot.yours.part", { prize: money(prize) }),
  ]);

function showWon(/** @type {any} */ won) {
  const place = byId("pot-won");
  showIf(place, won);
  if (won)
    write(place, t("jackpot.won", { name: potName(won.jackpot), where: won.cabinet, amount: money(won.amount) }));
}

/** What is so already is not said again: a reader of screens would read it out. */
function write(/** @type {Element | null} */ place, /** @type {string} */ text) {
  if (place && place.textContent !== text) place.textContent = text;
}

/** How each is won and divided, for the page of rules. */
export function potRules(/** @type {any} */ table) {
  return (table?.pots ?? []).map((/** @type {any} */ of) => {
    const [what, at] = Object.entries(of.trigger)[0];
    return t("jackpot.rules", { name: potName(of.jackpot), trigger: t(`jackpot.on.${what}`, { n: at }) });
  });
}
