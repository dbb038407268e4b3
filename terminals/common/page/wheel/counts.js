// What the wheel has shown in the gaming day: the numbers that came most and least often, and how often the large bets
// won. It says nothing of the next spin, and that stands beside it.
import { h } from "../dom.js";
import { betName, t } from "../words.js";

/** Both lists, and that the wheel has no memory. `colourOf` tells a number's. */
export function hotAndCold({ hot, cold, spins }, colourOf) {
  return [
    h("h3", {}, t("counts.title", { n: spins })),
    row("hot", hot, colourOf),
    row("cold", cold, colourOf),
    h("p", { class: "memory" }, t("counts.memory")),
  ];
}

function row(which, found, colourOf) {
  const numbers = found.map(({ number, times }) =>
    h(
      "li",
      { class: `number ${colourOf(number)}`, "aria-label": t("counts.times", { number, times }) },
      h("b", {}, String(number)),
      h("small", {}, `${times}×`),
    ),
  );
  const none = h("li", { class: "quiet" }, t("counts.none"));
  return h(
    "div",
    { class: `counts ${which}` },
    h("span", {}, t(`counts.${which}`)),
    h("ul", {}, numbers.length ? numbers : none),
  );
}

/** How often each of the large bets won. */
export function shares({ won }) {
  return h(
    "ul",
    { class: "shares" },
    Object.entries(won).map(([bet, times]) =>
      h("li", { class: `k-${bet.split(":")[0]}` }, h("span", {}, betName(bet)), h("b", {}, String(times))),
    ),
  );
}

/** Number → colour, as its wheel has them. */
export const coloursOf = (wheel) => {
  const colours = new Map(wheel?.rotor ?? []);
  return (number) => colours.get(number) ?? "";
};

/** An outcome, large: the number on its colour, and the colour in a word. */
export const largeNumber = ({ number, colour }) => [
  h("b", { class: `spun number ${colour}` }, String(number)),
  " ",
  h("span", {}, t(`colour.${colour}`)),
];
