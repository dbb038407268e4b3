// The felt: cells drawn once from the offer, then only marked anew when something has changed.
import { put, svg } from "./dom.js";
import { drawChips } from "./chips.js";
import { columns, heights, mainCells, propCells } from "./layout.js";
import { isOpen, spotOf } from "./limits.js";
import { money } from "./money.js";
import { drawProgress, drawPuck, madeFor, wantedBy } from "./progress.js";
import { state, stakeOn } from "./state.js";
import { betName, paysText, t } from "./words.js";
import { writing } from "./writing.js";

const LONG_PRESS_MS = 550;
let cells = [];

/** Draw both blocks of the felt. `tapped` and `pressed` are told the bet. */
export function layFelt(main, props, tapped, pressed) {
  const spots = state.offer?.spots ?? {};
  cells = [];
  share(main, props, spots);
  const numbers = mainCells(spots, sizeOf(main));
  put(main, block(sizeOf(main), numbers, columns(numbers), tapped, pressed));
  put(props, block(sizeOf(props), propCells(spots, sizeOf(props)), [], tapped, pressed));
}

/** One over the other, each block gets the height that its rows want. */
function share(main, props, spots) {
  const tall = matchMedia("(orientation: portrait)").matches;
  const wanted = heights(spots);
  main.style.flexGrow = tall ? String(wanted.main) : "";
  props.style.flexGrow = tall ? String(wanted.props) : "";
}

const EDGE = 10;
const sizeOf = (element) => ({ width: element.clientWidth - EDGE, height: element.clientHeight - EDGE });

function block(size, laid, frames, tapped, pressed) {
  const drawn = laid.map((cell) => drawCell(cell, tapped, pressed));
  const heavy = frames.map((frame) => svg("rect", { ...frame, class: "frame" }));
  const view = `-1 -1 ${size.width + 2} ${size.height + 2}`;
  return svg("svg", { viewBox: view, class: "block" }, drawn, heavy);
}

function drawCell(cell, tapped, pressed) {
  const { x, y, width, height, bet, side, part } = cell;
  const ground = svg("rect", { width, height, class: "ground" });
  const chips = svg("g", { class: "chips" });
  const kind = bet ? bet.split(":")[0] : "label";
  const role = bet ? { role: "button", tabindex: 0, "data-spot": bet } : {};
  const group = svg("g", { transform: `translate(${x} ${y})`, class: `cell ${side ?? ""} ${part ?? ""} k-${kind}`, ...role }, ground, writing(cell), chips);
  if (bet) listen(group, bet, tapped, pressed);
  cells.push({ ...cell, group, chips });
  return group;
}

/** A tap bets; a long press, or Delete, takes down. */
function listen(group, bet, tapped, pressed) {
  let timer = null;
  let long = false;
  const end = () => clearTimeout(timer);
  group.addEventListener("pointerdown", () => {
    long = false;
    end();
    timer = setTimeout(() => {
      long = true;
      pressed(bet);
    }, LONG_PRESS_MS);
  });
  for (const name of ["pointerleave", "pointercancel"]) group.addEventListener(name, end);
  group.addEventListener("click", () => {
    end();
    if (!long) tapped(bet);
    long = false;
  });
  group.addEventListener("contextmenu", (event) => event.preventDefault());
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") tapped(bet);
    else if (event.key === "Delete" || event.key === "Backspace") pressed(bet);
    else return;
    event.preventDefault();
  });
}

/** Mark every cell as things stand. */
export function markFelt() {
  for (const cell of cells) {
    const { bet, group, chips } = cell;
    if (cell.side === "number") drawPuck(cell);
    if (!bet) continue;
    drawChips(chips, cell);
    drawProgress(cell);
    const there = stakeOn(bet);
    group.classList.toggle("open", isOpen(bet));
    group.classList.toggle("pending", Boolean(there.pending));
    shake(group, state.refusals.get(bet) ?? 0);
    markResult(cell);
    group.setAttribute("aria-label", label(bet, there));
  }
}

/** Refused again, it shakes again. */
function shake(group, refusal) {
  if (group.refusal === refusal) return;
  group.refusal = refusal;
  group.classList.remove("shake");
  if (!refusal) return;
  group.getBoundingClientRect(); // so that the browser sees the class go and come
  group.classList.add("shake");
}

/** What the roll that is being shown did to this cell's wagers. */
function markResult({ bet, group }) {
  const rows = state.table?.phase === "settling" ? (state.last?.rows ?? []) : [];
  const own = rows.filter((row) => row.bet === bet);
  const won = own.some((row) => row.result === "win");
  group.classList.toggle("won", won);
  group.classList.toggle("lost", !won && own.some((row) => row.result === "lose"));
}

function label(bet, there) {
  const stake = there.amount ? `, ${t("felt.stake", { amount: money(there.amount) })}` : "";
  const made = wantedBy(bet) ? `, ${t("felt.made", { numbers: madeFor(bet).join(" ") || "–" })}` : "";
  return `${betName(bet)}, ${t("felt.pays", { pays: paysText(spotOf(bet)?.pays) })}${stake}${made}`;
}
