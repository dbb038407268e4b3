// Words that fit where they are written: measured, drawn narrower, wrapped and made smaller, but never smaller than can be
// read. The face has narrow shapes of its own: a word that lacks room keeps its size as long as they last.
import { svg } from "../dom.js";

export const SMALLEST = 12;
const pen = document.createElement("canvas").getContext("2d");
const FONT = getComputedStyle(document.body).fontFamily;
// How wide a sign is drawn, the widest first: in hundredths, and by the name that a canvas has for it.
/** @type {[number, CanvasFontStretch][]} */
const STRETCHES = [
  [100, "normal"],
  [87.5, "semi-condensed"],
  [75, "condensed"],
  [62.5, "extra-condensed"],
];
const NORMAL = STRETCHES[0];

// How heavy each kind of writing is: measured and drawn alike.
const WEIGHTS = {
  name: 800,
  pay: 600,
  "pay strong": 850,
  "big-number": 850,
  "field-numbers": 800,
  "bar-words": 800,
  power: 850,
};
const weightOf = (kind) => WEIGHTS[kind] ?? 650;

/** How wide words of this kind are. */
export function widthOf(words, size, kind, [, named] = NORMAL) {
  pen.font = `${weightOf(kind)} ${size}px ${FONT}`;
  pen.fontStretch = named;
  return pen.measureText(words).width;
}

/** The widest shape in which words fit, and the size at which they do: their own, if any shape is narrow enough. */
function fitted(words, size, kind, fit) {
  if (fit === null) return [size, NORMAL];
  for (const stretch of STRETCHES) if (widthOf(words, size, kind, stretch) <= fit) return [size, stretch];
  const narrowest = STRETCHES.at(-1);
  return [Math.max(SMALLEST, (size * fit) / widthOf(words, size, kind, narrowest)), narrowest];
}

/** The narrowest of the shapes that these words need to fit at this size: for words that shall look alike. */
export function shapeFor(all, size, fit, kind) {
  const needed = all.map((words) => fitted(words, size, kind, fit)[1]);
  return needed.reduce((narrow, one) => (one[0] < narrow[0] ? one : narrow), NORMAL);
}

/** One line of text; `extra` says of what kind, `fit` is the width it may take, `shape` how it is drawn whatever its width. */
export function line(x, y, size, words, { extra = "", anchor = "middle", fit = null, shape = null } = {}) {
  const [fits, stretch] = shape ? [size, shape] : fitted(words, size, extra, fit);
  return svg(
    "text",
    {
      x,
      y,
      "font-size": fits.toFixed(1),
      "font-weight": weightOf(extra),
      "font-stretch": stretch === NORMAL ? null : `${stretch[0]}%`,
      "text-anchor": anchor,
      "dominant-baseline": "central",
      class: extra,
    },
    words,
  );
}

/** As many of these words in each row as have room in it, in this shape. */
function inRows(words, size, kind, fit, shape) {
  const rows = [];
  for (const word of words) {
    const last = rows.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size, kind, shape) <= fit)
      rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** Words in as many lines as the width asks for, their middle at y; too high, they are narrower and in fewer, then smaller. */
export function lines(x, y, size, words, { extra = "name", anchor = "middle", fit, high = Infinity }) {
  const ways = STRETCHES.map((shape) => inRows(String(words).split(" "), size, extra, fit, shape));
  const rows = ways.find((way) => way.length * size * 1.1 <= high) ?? ways.at(-1);
  const small = Math.max(SMALLEST, Math.min(size, high / (rows.length * 1.1)));
  const first = y - ((rows.length - 1) * small * 1.1) / 2;
  return rows.map((row, index) => line(x, first + index * small * 1.1, small, row, { extra, anchor, fit }));
}
