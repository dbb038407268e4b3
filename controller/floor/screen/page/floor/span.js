// From when until when, and of which machine or game: the tools over a page of figures.
import { h, put } from "../dom.js";
import { select } from "../past/past.js";
import { namesUnder, t } from "../words.js";

const DAY = 86_400_000;
const SPANS = { today: 0, week: 6, month: 29, all: null };

/** A day of the store, in words. */
export const dayWords = (/** @type {number} */ day) =>
  new Date(day * DAY).toLocaleDateString(t("language.locale"), { dateStyle: "medium", timeZone: "UTC" });

/** The form; `offer` tells it the machines there are. */
export function span(/** @type {() => void} */ load, games = false) {
  const [when, game] = [
    select(
      "span",
      t("floor.span"),
      Object.keys(SPANS).map((name) => [name, t(`floor.span.${name}`)]),
      "week",
    ),
    select("game", t("floor.game"), [
      ["", t("floor.all")],
      ...namesUnder("floor.game")
        .filter((name) => name !== "none")
        .map((name) => [name, t(`floor.game.${name}`)]),
    ]),
  ];
  const cabinet = select("cabinet", t("floor.machine"), [["", t("floor.all")]]);
  const form = h(
    "form",
    { class: "tools", onsubmit: (/** @type {Event} */ event) => event.preventDefault(), onchange: load },
    when,
    cabinet,
    games ? game : null,
  );
  const offer = (/** @type {string[]} */ names) => {
    const box = cabinet.querySelector("select");
    const picked = box.value;
    put(
      box,
      h("option", { value: "" }, t("floor.all")),
      names.map((name) => h("option", { value: name }, name)),
    );
    box.value = names.includes(picked) ? picked : "";
  };
  return { form, offer };
}

/** What it says, as the floor is asked. */
export function spanOf(/** @type {{ form: HTMLElement }} */ { form }) {
  const said = (/** @type {string} */ id) => form.querySelector(`#${id}`)?.value ?? "";
  const back = SPANS[said("span")];
  const today = Math.floor(Date.now() / DAY);
  return { first: back === null ? "" : today - back, cabinet: said("cabinet"), game: said("game") };
}
