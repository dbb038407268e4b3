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
