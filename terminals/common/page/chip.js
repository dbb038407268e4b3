// A chip: its colour says how much, and so does its face.
import { svg } from "./dom.js";
import { onChip } from "./money.js";

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

/** A chip as a group around 0, 0. */
export function chip(amount, radius, extra = "") {
  const text = onChip(amount);
  const size = radius * (text.length > 4 ? 0.52 : text.length > 3 ? 0.62 : 0.8);
  return svg(
    "g",
    { class: `chip ${colourOf(amount)} ${extra}` },
    svg("circle", { r: radius, class: "rim" }),
    svg("circle", {
      r: radius * 0.86,
      class: "dashes",
      "stroke-width": radius * 0.26,
      "stroke-dasharray": `${radius * 0.45} ${radius * 0.45}`,
    }),
    svg("circle", { r: radius * 0.66, class: "face" }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": size }, text),
  );
}

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

/** A stack: what the amount is made of, and on top the chip that says how much. */
export function pile(amount, radius, extra = "") {
  const step = radius * 0.16;
  const under = made(amount).slice(1).reverse();
  const edges = under.map((colour, index) =>
    svg(
      "g",
      { class: `chip ${colour} ${extra}`, transform: `translate(0 ${step * (under.length / 2 - index)})` },
      svg("circle", { r: radius, class: "rim" }),
    ),
  );
  const top = chip(amount, radius, extra);
  top.setAttribute("transform", `translate(0 ${(-step * under.length) / 2})`);
  return svg("g", { class: "pile" }, edges, top);
}
