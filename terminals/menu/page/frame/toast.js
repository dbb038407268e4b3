// A word that passes: that something is done, or why it was refused.
import { byId } from "../dom.js";
import { known, t } from "../words.js";

const SHOWN_MS = 5000;
let timer = null;

export function toast(words, bad = false) {
  const box = byId("toast");
  box.textContent = words;
  box.className = bad ? "bad" : "";
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), SHOWN_MS);
}

/** Whoever comes in next was not meant, and a language that is left has nothing more to say. */
export function quiet() {
  clearTimeout(timer);
  byId("toast").hidden = true;
}

/** The words of a refusal: ours in the person's language where we have them, with the controller's own beside. */
export function toastAnswer({ code, reason, details }) {
  const own = [`op.refused.${code}`, `refused.${code}`]
    .filter(known)
    .map((key) => t(key, details ?? {}))
    .find(isWhole);
  return own || (known(`op.code.${code}`) ? t(`op.code.${code}`) : reason) || t("refused.other");
}

/** What a player is told has figures in it that nobody gives a menu; a sentence with a hole says nothing. */
const isWhole = (words) => !/\{\w+\}/.test(words);

/** Say what became of something that needed no dialog. */
export function tell(answer, good) {
  toast(answer.ok ? good : toastAnswer(answer), !answer.ok);
  return answer;
}
