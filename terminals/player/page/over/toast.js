// A word that passes: mostly why something was refused, in the player's language and with the range that is allowed.
import { byId } from "../dom.js";
import { mostOn, rivalOf, spotOf } from "../limits.js";
import { money } from "../money.js";
import { spare, state } from "../state.js";
import { betName, known, named, t } from "../words.js";

export const SHOWN_MS = 4500;
let timer = null;

/** `news` is no refusal. */
export function toast(words, news = false) {
  const box = byId("toast");
  box.classList.toggle("news", news);
  box.textContent = words;
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), SHOWN_MS);
}

export const toastRefusal = (act, answer) => toast(refusalWords(act, answer));

/** Why an act was refused, with the range that is allowed. */
export function refusalWords(act, { code, reason = "" }) {
  const spot = act.bet ? spotOf(act.bet) : null;
  const base = spot?.base ? betName(spot.base) : "";
  const other = spot ? (rivalOf(act.bet) ?? "") : "";
  const always = { credits: money(spare()), round: state.table?.round };
  const filled = spot && {
    ...always,
    bet: betName(act.bet),
    min: money(spot.min),
    max: money(code === "odds_limit" ? mostOn(act.bet) : spot.max),
    unit: money(spot.unit),
    needs: money(spot.needs ?? 0),
    base,
    other: other && betName(other),
  };
  const words = known(`refused.${code}`)
    ? t(code === "exclusive" && !other ? "refused.other" : `refused.${code}`, filled ?? always)
    : reason || t("refused.other");
  return act.bet ? named(betName(act.bet), words) : words;
}
