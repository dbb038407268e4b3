// Do the dice and wheels of the house fall evenly? All together, and each machine by itself.
import { histogram } from "../parts/charts.js";
import { h, put } from "../dom.js";
import { list, sideways, word } from "../parts/parts.js";
import { latest, waiting } from "../past/past.js";
import { speakOf, t } from "../words.js";
import { fetched, query } from "./asking.js";
import { span, spanOf } from "./span.js";

export const fairness = {
  open(/** @type {HTMLElement} */ place) {
    const body = h("div", { id: "falling" });
    const ours = latest();
    const load = async () => {
      const still = ours();
      put(body, waiting());
      const found = await fetched(`fairness?${query(spanOf(tools))}`);
      if (!still()) return;
      if (!found) return put(body, h("p", { class: "bad" }, t("floor.no_answer")));
      put(body, found.length ? found.map(game) : h("p", { class: "soft" }, t("op.none")));
    };
    const tools = span(load);
    place.append(tools.form, body);
    void load();
    return (/** @type {any} */ now) => {
      if (!now.trouble) tools.offer(now.machines.map((/** @type {any} */ one) => one.cabinet));
    };
  },
};

function game(/** @type {any} */ found) {
  speakOf(found.device);
  const parts = Object.entries(found).filter(([, part]) => part?.counts);
  const chart = ([of, part]) => histogram(of, part, word("op.dice", of));
  const drawn = h(
    "section",
    { "data-game": found.game },
    h("h2", { class: "gap" }, t(`floor.game.${found.game}`)),
    h("p", { class: "big" }, t("op.dice.rolls", { n: found.rolls }), found.cut ? ` · ${t("op.dice.cut")}` : ""),
    h("div", { class: "charts" }, parts.map(chart)),
    h("p", { class: "soft" }, t("op.dice.says")),
    sideways(t(`floor.game.${found.game}`), squares(found, parts)),
  );
  speakOf(undefined);
  return drawn;
}

function squares(/** @type {any} */ found, /** @type {any[]} */ parts) {
  const head = [t("floor.machine"), `${t("floor.rolls")}#`, ...parts.map(([of]) => `${word("op.dice", of)}#`)];
  const judged = (/** @type {any} */ one) => {
    if (one.chi_square === null) return "–";
    const look = one.warning ? "out-of" : one.chi_square > one.once_in_20 ? "why" : "in";
    return h("span", { class: look, title: `χ² ${one.chi_square}` }, `p ${one.p_value.toFixed(4)}`);
  };
  const row = (/** @type {string} */ name, /** @type {number} */ rolls, /** @type {any} */ of) => [
    name,
    String(rolls),
    ...parts.map(([part]) => judged(of[part])),
  ];
  const machines = found.machines.map((/** @type {any} */ one) => row(one.cabinet, one.rolls, one.squares));
  return list(head, [row(t("floor.all_machines"), found.rolls, found), ...machines]);
}
