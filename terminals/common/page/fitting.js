// Words that fit where they are written: measured, wrapped and made smaller, but never smaller than can be read.
import { svg } from "./dom.js";

export const SMALLEST = 12;
const pen = document.createElement("canvas").getContext("2d");
const FONT = getComputedStyle(document.body).fontFamily;

export function widthOf(words, size, weight = 700) {
  pen.font = `${weight} ${size}px ${FONT}`;
  return pen.measureText(words).width;
}

/** One line of text; `fit` is the width it may take. */
export function line(x, y, size, words, { extra = "", anchor = "middle", fit = null } = {}) {
  const wide = fit === null ? 0 : widthOf(words, size);
  const fitted = wide > fit && fit !== null ? Math.max(SMALLEST, (size * fit) / wide) : size;
  return svg(
    "text",
    { x, y, "font-size": fitted.toFixed(1), "text-anchor": anchor, "dominant-baseline": "central", class: extra },
    words,
  );
}

/** Words in as many lines as the width asks for, their middle at y. */
export function lines(x, y, size, words, { extra = "name", anchor = "middle", fit }) {
  const rows = [];
  for (const word of String(words).split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= fit) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  const first = y - ((rows.length - 1) * size * 1.1) / 2;
  return rows.map((row, index) => line(x, first + index * size * 1.1, size, row, { extra, anchor, fit }));
}
