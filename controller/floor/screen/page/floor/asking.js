// What the page asks of the floor: over HTTP, each answer by itself; and what it is told without asking.
import { answered, useLine } from "../asking.js";

/** @typedef {Record<string, string | number | null | undefined>} Asked */
/** @typedef {{ role: string, who: string, why: string, seat: number, since: number }} Need */
/** @typedef {{ phase: string, holds: string[], last: Record<string, any>, needs: Need[], calls: boolean }} Play */
/** @typedef {{ cabinet: string, heard_at: number, waiting: number, entries: number, game: string, device: string } & Play} Machine */
/** @typedef {{ about: Record<string, any> }} About */
/** @typedef {{ number: number, at: number, code: string, cabinet: string, journal: string, seq: number, details: string } & About} Alarm */
/** @typedef {{ at: number, machines: Machine[], alarms: Alarm[], trouble?: string }} Now */

/** What was said with a question, without what was left open. */
export function query(/** @type {Asked} */ asked) {
  const said = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
}

/** The answer, or null where there is none; a session that has ended ends the page too. */
export async function fetched(/** @type {string} */ path, /** @type {object | null} */ said = null) {
  const how = said ? { method: "POST", body: JSON.stringify(said) } : {};
  const answer = await fetch(path, how).catch(() => null);
  if (answer?.status === 401) ended();
  return answer?.ok ? answer.json() : null;
}

let ended = () => {};
export const whenEnded = (/** @type {() => void} */ then) => (ended = then);

/** From here on the cabinet's recall asks this floor about this journal. */
export function recallFrom(/** @type {string} */ journal) {
  useLine((/** @type {any} */ message) => {
    void answer(journal, message);
    return true;
  });
}

async function answer(/** @type {string} */ journal, /** @type {any} */ { tag, about, asks }) {
  const none = { ok: false, code: "no_answer", reason: "", details: {} };
  const known = await (about ? fetched(`recall/${journal}`, { about, number: asks.number }) : null);
  answered({ tag, ...(known ?? none) });
}
