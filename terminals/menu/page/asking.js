// What the menu asks of its process: each question has a number, and its answer comes back as a promise.
import { withSecond } from "./frame/second.js";
import { changed, state } from "./state.js";

const waiting = new Map();
let tags = 0;
/** @type {(message: object) => boolean} */
let send = () => false;

export const useLine = (say) => (send = say);

/** `{ok, code, reason, details}`; never thrown, so that every caller says what became of it. What one person may not do
 * alone is asked again with a second one. */
export async function ask(message) {
  const answer = await say(message);
  return answer.code === "second_missing" ? withSecond(answer, (who) => say({ ...message, ...who })) : answer;
}

function say(message) {
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
