// The languages to choose from, each called what it calls itself: a list under the button that names the one spoken.
import { byId, h, put } from "../dom.js";
import { nameOf, spoken, t } from "../words.js";

/** Open the list, or close it. `choose` is told the one that was touched. */
export async function offerTongues(languages, choose) {
  const list = byId("tongues");
  if (!list.hidden) return close();
  const named = await Promise.all(languages.map(async (language) => [language, await nameOf(language)]));
  put(
    list,
    named.map(([language, name]) => choice(language, name, choose)),
  );
  list.setAttribute("aria-label", t("menu.language"));
  const { right, bottom } = byId("language").getBoundingClientRect();
  list.style.right = `${Math.max(4, innerWidth - right)}px`;
  list.style.top = `${bottom + 6}px`;
  list.hidden = false;
  byId("language").setAttribute("aria-expanded", "true");
  list.querySelector('[aria-checked="true"]')?.focus();
  return undefined;
}

function choice(language, name, choose) {
  const taken = () => {
    close();
    return choose(language);
  };
  const how = { role: "menuitemradio", "aria-checked": String(language === spoken()), lang: language };
  return h("button", { ...how, "data-language": language, onclick: taken }, name);
}

function close() {
  if (byId("tongues").hidden) return;
  byId("tongues").hidden = true;
  byId("language").setAttribute("aria-expanded", "false");
  byId("language").focus();
}

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows go up and down, Escape and a touch elsewhere close it. */
export function setUpTongues() {
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest("#tongues, #language"))) close();
  });
  byId("tongues").addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (!STEPS[event.key]) return;
    const all = [...byId("tongues").children];
    const at = all.indexOf(document.activeElement) + STEPS[event.key];
    /** @type {HTMLElement} */ (all[(at + all.length) % all.length]).focus();
    event.preventDefault();
  });
}
