// A chip: its colour says how much, and so does its face.
import { svg } from "../dom.js";
import { onChip } from "../money.js";

const COLOURS = [
  [1e9, "brown"],
  [100000, "orange"],
  [50000, "purple"],
  [10000, "black"],
  [2500, "green"],
  [1000, "blue"],
  [500, "red"],
  [0, "white"],
];

const colourOf = (amount) => COLOURS.find(([least]) => amount >= least)[1];

/** A chip as a group around 0, 0: rim and its marks, a face, the light on its upper edge. */
export function chip(amount, radius) {
  const text = onChip(amount);
  const size = radius * (text.length > 4 ? 0.54 : text.length > 3 ? 0.66 : text.length > 2 ? 0.78 : 0.92);
  return svg(
    "g",
    { class: `chip ${colourOf(amount)}` },
    svg("circle", { r: radius, class: "rim" }),
    marks(radius),
    svg("circle", { r: radius * 0.7, class: "face", "stroke-width": radius * 0.05 }),
    svg("path", { d: shine(radius * 0.95), class: "shine", "stroke-width": radius * 0.06 }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": size }, text),
  );
}

const ON_THE_RIM = 8; // marks

/** The marks of the rim: as many dashes round a circle, and gaps as wide as they need. */
function marks(radius) {
  const [at, each] = [radius * 0.86, (2 * Math.PI * radius * 0.86) / ON_THE_RIM];
  const dashes = `${each * 0.42} ${each * 0.58}`;
  return svg("circle", { r: at, class: "dashes", "stroke-width": radius * 0.24, "stroke-dasharray": dashes });
}

const shine = (r) => `M ${-r * 0.82} ${-r * 0.57} A ${r} ${r} 0 0 1 ${r * 0.42} ${-r * 0.9}`;

const MOST_UNDER = 4;
const LEAST = 100; // what the lowest chip is worth

/** The colours of the chips that make an amount, the largest first, and never more than the eye counts. */
function made(amount) {
  const found = [];
  let left = amount;
  for (const [from, colour] of COLOURS.slice(1)) {
    const worth = Number(from) || LEAST;
    for (; left >= worth && found.length <= MOST_UNDER; left -= worth) found.push(colour);
  }
  return found;
}

/** A stack: what the amount is made of, each chip with its edge, and on top the one that says how much. */
export function pile(amount, radius) {
  const step = radius * 0.17;
  const under = made(amount).slice(1).reverse();
  const lowest = (step * under.length) / 2;
  const edges = under.map((colour, index) =>
    svg(
      "g",
      { class: `chip ${colour}`, transform: `translate(0 ${lowest - step * index})` },
      svg("circle", { r: radius, class: "under" }),
      marks(radius),
    ),
  );
  const top = chip(amount, radius);
  top.setAttribute("transform", `translate(0 ${-lowest})`);
  const shadow = svg("ellipse", {
    cx: radius * 0.1,
    cy: lowest + radius * 0.2,
    rx: radius,
    ry: radius * 0.94,
    class: "shadow",
  });
  return svg("g", { class: "pile" }, shadow, edges, top);
}
