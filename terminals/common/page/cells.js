// The cells of the felt: drawn once from the offer, then marked as one player sees them. For the seat that plays and
// for a round that is recalled: what is pressed there is no matter of this file.
import { svg } from "./dom.js";
import { drawChips } from "./chips.js";
import { money } from "./money.js";
import { drawProgress, drawPuck, madeFor, wantedBy } from "./progress.js";
import { became, closedBy } from "./sight.js";
import { betName, paysText, t } from "./words.js";
import { writing } from "./writing.js";

/** One block of the felt and its cells; `of` gives more attributes for a spot, such as what makes it a button. */
export function block(size, laid, frames, spots, of = () => ({})) {
  const cells = laid.map((cell) => drawCell({ ...cell, spot: spots[cell.bet] }, of));
  const heavy = frames.map((frame) => svg("rect", { ...frame, class: "frame" }));
  const view = `-1 -1 ${size.width + 2} ${size.height + 2}`;
  return {
    element: svg(
      "svg",
      { viewBox: view, class: "block" },
      cells.map(({ group }) => group),
      heavy,
    ),
    cells,
  };
}

function drawCell(cell, of) {
  const { x, y, width, height, bet, side, part } = cell;
  const ground = svg("rect", { width, height, class: "ground" });
  const chips = svg("g", { class: "chips" });
  const kind = bet ? bet.split(":")[0] : "label";
  const more = bet ? { "data-spot": bet, ...of(bet) } : {};
  const group = svg(
    "g",
    { transform: `translate(${x} ${y})`, class: `cell ${side ?? ""} ${part ?? ""} k-${kind}`, ...more },
    ground,
    writing(cell),
    chips,
  );
  return { ...cell, group, chips };
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
  group.classList.toggle("open", !closed && closedBy(sight, bet) === null);
  group.classList.toggle("pending", Boolean(lies.pending));
  group.classList.toggle("won", did === "won");
  group.classList.toggle("lost", did === "lost");
  group.setAttribute("aria-label", label(cell, lies, sight.hand));
}

function label({ bet, spot }, lies, hand) {
  const stake = lies.amount ? `, ${t("felt.stake", { amount: money(lies.amount) })}` : "";
  const made = wantedBy(bet) ? `, ${t("felt.made", { numbers: madeFor(bet, hand).join(" ") || "–" })}` : "";
  return `${betName(bet)}, ${t("felt.pays", { pays: paysText(spot?.pays) })}${stake}${made}`;
}
