// Asking about what is past, and the small parts that all pages of the past have.
import { ask } from "../asking.js";
import { h, put } from "../dom.js";
import { field, text } from "../parts/fields.js";
import { toastAnswer } from "../frame/toast.js";
import { t } from "../words.js";

/** What the records process says to this; a refusal is said in `place`, and nothing is given. */
export async function past(about, asks, place) {
  const answer = await ask({ kind: "past", about, asks });
  if (answer.ok) return answer.details;
  if (place) put(place, h("p", { class: "bad", role: "alert" }, toastAnswer(answer)));
  return null;
}

export const waiting = () => h("p", { class: "soft" }, t("op.wait"));

/** A moment as a person chooses it here; milliseconds, or null. */
export function moment(id, words) {
  const made = field(words, h("input", { type: "datetime-local", id, step: 1 }));
  made.classList.add("when");
  return made;
}
export const momentOf = (input) => (input.value ? new Date(input.value).getTime() : null);

/** A whole number that may be left out. */
export function optional(id, words) {
  const made = field(words, text({ id, inputmode: "numeric", maxlength: 12, "data-keys": "number" }));
  made.classList.add("short");
  return made;
}
export const numberOf = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value.trim()) : null);

/** One of a list. */
export function select(id, words, options, picked = "") {
  return field(
    words,
    h(
      "select",
      { id },
      options.map(([value, says]) => h("option", { value, selected: String(value) === String(picked) }, says)),
    ),
  );
}

/** Only the latest question counts: `ours()` begins one, and what it gives says later whether it still is the
 * latest. */
export function latest() {
  let turn = 0;
  return () => {
    const mine = ++turn;
    return () => mine === turn;
  };
}
