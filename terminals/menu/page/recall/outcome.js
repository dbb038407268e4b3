// What a round came to, whatever device showed it: a pair of dice, or a number with its colour.
import { pair } from "../shown/dice.js";
import { h } from "../dom.js";
import { outcomeWords } from "../own.js";
import { state } from "../state.js";

/** The line of the record that tells of the result, with the colour that the round ended with; null where none came. */
export function resultOf({ happened: rows }) {
  const line = rows.find(({ what }) => what === "result");
  if (!line) return null;
  const { colour } = rows.find(({ what }) => what === "round ended")?.details ?? {};
  return colour === undefined ? line : { ...line, colour };
}

/** `3 + 4 = 7`, or `17 black`. */
export function resultWords(/** @type {any} */ { faces, number, colour }) {
  if (faces) return `${faces[0]} + ${faces[1]} = ${faces[0] + faces[1]}`;
  return outcomeWords(colour === undefined ? { number } : { number, colour });
}

/** For whoever looks for it on the page: `3-4`, or `17`. */
export const resultMark = ({ faces, number }) => faces?.join("-") ?? String(number);

/** It drawn; of a throw that did not count, empty dice where dice are played. */
export function drawnResult(/** @type {any} */ line, words) {
  const { faces = null, number, colour = "" } = line ?? {};
  if (number !== undefined) return h("b", { class: `roll number ${colour}` }, String(number));
  return state.table?.game ? null : pair(faces, words);
}
