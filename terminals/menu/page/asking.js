// What the menu asks of its process: each question has a number, and its answer comes back as a promise.
import { changed, state } from "./state.js";

const waiting = new Map();
let tags = 0;
/** @type {(message: object) => boolean} */
let send = () => false;

export const useLine = (say) => (send = say);

/** `{ok, code, reason, details}`; never thrown, so that every caller says what became of it. */
export function ask(message) {
  const tag = ++tags;
  return new Promise((resolve) => {
    if (!state.page || !state.up || !send({ ...message, tag }))
      resolve({ ok: false, code: "line_down", reason: "", details: {} });
    else waiting.set(tag, resolve);
  });
}

export function answered({ tag, ...answer }) {
  const resolve = waiting.get(tag);
  waiting.delete(tag);
  resolve?.(answer);
  changed();
}

/** The line broke: what was asked may or may not have happened; the answer says so. */
export function lost() {
  for (const resolve of waiting.values()) resolve({ ok: false, code: "no_answer", reason: "", details: {} });
  waiting.clear();
}
