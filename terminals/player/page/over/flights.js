// Chips that travel when a roll is settled: what was won comes to the player, what was lost goes to the house. They say
// nothing that is not settled already, lie over nothing that is touched, and are gone before the next bet is of interest.
import { pile } from "../felt/chip.js";
import { byId, h, svg } from "../dom.js";
import { placeOf } from "../felt.js";
import { lastHere, live } from "../state.js";

const MOST = 12; // at once: the largest, of what is won first
const APART_MS = 45; // one after the other, so that each is seen

let flown = null; // the round of the last that did

/** Once for each roll, when its result stands on this screen; what stood there before somebody came has flown. */
export function showFlights() {
  const round = lastHere()?.round ?? null;
  const before = flown;
  if (live()) flown = round ?? before ?? NONE;
  if (before === null || round === null || round === before || document.hidden) return;
  const lasts = travelMs();
  if (lasts) fly(lastHere().rows, lasts);
}

const NONE = -1;

/** As the tokens say it: nothing, for who asks for no motion. */
const travelMs = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--travel")) || 0;

/** The chips of a settlement: what each row paid to the player, and what it lost to the house. */
export const moved = (rows) =>
  rows
    .filter((row) => row.paid > 0 || row.result === "lose")
    .map((row) => ({ bet: row.bet, won: row.paid > 0, amount: row.paid || row.stake }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.amount - a.amount)
    .slice(0, MOST);

function fly(rows, lasts) {
  const [mine, house] = [middleOf(byId("credits")), middleOf(byId("felt-main"), 0)];
  const ways = moved(rows)
    .map((row) => ({ ...row, from: placeOf(row.bet), to: row.won ? mine : house }))
    .filter(({ from }) => from);
  const chips = ways.map(({ from, amount }) => chipAt(from, amount));
  byId("flights").replaceChildren(...chips);
  ways.forEach((way, index) => travel(chips[index], way, { lasts, waits: index * APART_MS }));
}

const middleOf = (element, down = 0.5) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height * down };
};

function chipAt({ x, y, radius }, amount) {
  const side = radius * 3;
  const drawn = svg(
    "svg",
    { viewBox: `${-side / 2} ${-side / 2} ${side} ${side}`, width: side, height: side },
    pile(amount, radius),
  );
  const chip = h("div", { class: "flight" }, drawn);
  chip.style.left = `${x - side / 2}px`;
  chip.style.top = `${y - side / 2}px`;
  return chip;
}

/** What is won rises and comes; what is lost slides away and is gone. Only transform and opacity move. */
function travel(chip, { from, to, won }, { lasts, waits }) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const there = `translate(${x}px, ${y}px) scale(${won ? 0.7 : 0.55})`;
  const frames = won
    ? [
        { transform: "scale(.6)", opacity: 0 },
        { transform: "scale(1.18)", opacity: 1, offset: 0.25 },
        { transform: there, opacity: 1, offset: 0.92 },
        { transform: there, opacity: 0 },
      ]
    : [
        { transform: "none", opacity: 1 },
        { transform: there, opacity: 0 },
      ];
  const easing = won ? "cubic-bezier(.3, .1, .2, 1)" : "cubic-bezier(.5, 0, .9, .4)";
  const moving = chip.animate(frames, { duration: won ? lasts * 1.3 : lasts, delay: waits, easing, fill: "both" });
  moving.finished.then(
    () => chip.remove(),
    () => chip.remove(),
  );
}
