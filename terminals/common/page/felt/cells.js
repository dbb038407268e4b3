// The cells of the felt: drawn once from the offer, then marked as one player sees them. For the seat that plays and
// for a round that is recalled: what is pressed there is no matter of this file.
import { svg } from "../dom.js";
import { drawChips } from "./chips.js";
import { halo } from "./halo.js";
import { money } from "../money.js";
import { drawProgress, drawPuck, progressWords } from "./progress.js";
import { became, closedBy } from "./sight.js";
import { betName, paysText, t } from "../words.js";
import { armWords, writing } from "./writing.js";

/** One block of the felt and its cells; `of` gives more attributes for a spot, such as what makes it a button. */
export function block(size, laid, frames, spots, of = () => ({})) {
  const cells = laid.map((cell) => drawCell({ ...cell, spot: spots[cell.bet] }, of));
  const heavy = frames.map((frame) => svg("rect", { ...frame, class: "frame" }));
  const view = `-1 -1 ${size.width + 2} ${size.height + 2}`;
  return {
    element: svg(
      "svg",
      { viewBox: view, class: "block" },
      cells.flatMap(({ group, corner }) => (corner ? [corner, group] : [group])),
      heavy,
    ),
    cells,
  };
}

function drawCell(cell, of) {
  const { x, y, width, height, bet, side, part, arm } = cell;
  const ground = svg("rect", { width, height, class: arm ? "ground clear" : "ground" });
  const chips = svg("g", { class: "chips" });
  const kind = bet ? bet.split(":")[0] : "label";
  const more = bet ? { "data-spot": bet, ...of(bet) } : {};
  const [at, named] = [`translate(${x} ${y})`, `cell ${side ?? ""} ${part ?? ""} k-${kind}`];
  const corner = arm
    ? svg("g", { transform: at, class: `${named} corner` }, roundTheCorner(cell), armWords(cell))
    : null;
  const group = svg("g", { transform: at, class: named, ...more }, ground, writing(cell), chips);
  return { ...cell, group, chips, corner };
}

/** The ground of a bar with its arm: one cloth, rounded where it turns. The bar's own rectangle lies over it, clear, so that
 * what is touched is as wide as it looks. */
function roundTheCorner({ width, height, arm }) {
  const [outer, inner] = [Math.min(height, arm.width) * 0.92, Math.min(height, arm.width) * 0.34];
  const turn = (radius, x, y) => `A ${radius} ${radius} 0 0 0 ${x} ${y}`;
  const inside = `M 0 ${-arm.up} H ${arm.width} V ${-inner} ${turn(inner, arm.width + inner, 0)}`;
  const outside = `H ${width} V ${height} H ${outer} A ${outer} ${outer} 0 0 1 0 ${height - outer} Z`;
  return svg("path", { d: `${inside} ${outside}`, class: "ground" });
}

/** Mark a cell as things stand. `closed`: nobody can bet now, whatever the stage of the game. */
export function mark(cell, sight, closed = false) {
  const { bet, group, chips } = cell;
  if (cell.side === "number") drawPuck(cell, sight.hand);
  if (!bet) return;
  const lies = sight.shown(bet);
  drawChips(chips, cell, lies, sight);
  drawProgress(cell, sight.hand);
  const did = became(sight, bet);
  const open = !closed && closedBy(sight, bet) === null;
  for (const one of cell.corner ? [group, cell.corner] : [group]) {
    one.classList.toggle("open", open);
    one.classList.toggle("pending", Boolean(lies.pending));
    one.classList.toggle("won", did === "won");
    one.classList.toggle("lost", did === "lost");
    halo(one, "glow", did === "won");
  }
  name(cell, lies.amount, progressWords(cell, sight.hand));
}

/** What it is called: written where it has become another one. A felt in another language is drawn anew. */
function name(cell, amount, numbers) {
  const key = `${amount} ${numbers}`;
  if (cell.named === key) return;
  cell.named = key;
  const { bet, spot } = cell;
  const stake = amount ? `, ${t("felt.stake", { amount: money(amount) })}` : "";
  const made = numbers ? `, ${t("felt.made", { numbers })}` : "";
  const words = `${betName(bet)}, ${t("felt.pays", { pays: paysText(spot?.pays) })}${stake}${made}`;
  cell.group.setAttribute("aria-label", words);
}
