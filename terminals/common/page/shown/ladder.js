// The Hot Shooter ladder: which roll counts pay what, and where this hand stands.
import { h } from "../dom.js";
import { t } from "../words.js";

/** Rolls of this hand. While a roll is paid the count of its hand stands, also when the hand is over. */
export function counted(table) {
  const { phase, round, last, hand, past = [] } = table ?? {};
  const paid = phase === "settling" && last?.round === round ? (last.roll_count ?? null) : null;
  return { rolls: paid ?? hand?.rolls ?? 0, over: paid !== null && past.at(-1)?.did === "out" };
}

/** A hand that is over has no next step. */
export function ladder(offer, rolls, over = false) {
  const pays = offer?.spots?.hot_shooter?.pays;
  if (!pays) return null;
  const steps = Object.entries(pays)
    .map(([least, times]) => [Number(least), times])
    .sort((a, b) => b[0] - a[0]);
  const reached = Math.max(0, ...steps.map(([least]) => least).filter((least) => least <= rolls));
  const rows = steps.map(([least, times], index) => {
    const most = index ? steps[index - 1][0] - 1 : null;
    const range = most === null ? `${least}+` : `${least}–${most}`;
    const state = least === reached ? "here" : least < reached ? "past" : "";
    return h(
      "li",
      { class: state, "aria-current": state === "here" ? "step" : null },
      h("span", {}, range),
      h("b", {}, times),
    );
  });
  const next = steps
    .map(([least]) => least)
    .filter((least) => least > rolls)
    .pop();
  const words = next ? t("ladder.next", { n: next - rolls }) : t("ladder.top");
  return [h("ol", { class: "ladder" }, rows), over ? null : h("p", { class: "ladder-next" }, words)];
}

/** Marks the rung that a hand has just reached: only where the page has seen it stand lower. */
export class Climb {
  #rolls = null;
  #rung = "";

  /** Returns whether it has climbed. */
  shows(place, rolls) {
    const here = place.querySelector(".here");
    const rung = here?.firstChild?.textContent ?? "";
    const climbed = this.#rolls !== null && rolls > this.#rolls && rung !== "" && rung !== this.#rung;
    [this.#rolls, this.#rung] = [rolls, rung];
    if (climbed) here.classList.add("climbed");
    return climbed;
  }
}
