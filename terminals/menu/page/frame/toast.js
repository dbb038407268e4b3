// A word that passes: that something is done, or why it was refused.
import { byId } from "../dom.js";
import { whole, whyOf } from "./why.js";
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

/** The words of a refusal in the person's language, with why where the controller names it. What a player is told may
 * have figures in it that nobody gives a menu. */
export function toastAnswer({ code, details }) {
  const keys = [`op.refused.${code}`, `refused.${code}`, `op.code.${code}`].filter(known);
  const words = keys.map((key) => whole(t(key, details ?? {}))).find(Boolean) ?? t("refused.other");
  return [words, whyOf(code, details)].filter(Boolean).join(" ");
}

/** Say what became of something that needed no dialog. */
export function tell(answer, good) {
  toast(answer.ok ? good : toastAnswer(answer), !answer.ok);
  return answer;
}
