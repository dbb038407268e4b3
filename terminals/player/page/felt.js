// The felt: cells drawn once from the offer, then only marked anew when something has changed.
import { put, svg } from "./dom.js";
import { die } from "./dice.js";
import { drawChips } from "./chips.js";
import { TALL, WIDE, mainCells, propCells } from "./layout.js";
import { isOpen, spotOf } from "./limits.js";
import { state, stakeOn } from "./state.js";
import { money } from "./money.js";
import { betName, paysText, t } from "./words.js";

const LONG_PRESS_MS = 550;
let cells = [];

/** Draw both blocks of the felt. `tapped` and `pressed` are told the bet. */
export function layFelt(main, props, tapped, pressed) {
  const spots = state.offer?.spots ?? {};
  const shape = matchMedia("(orientation: portrait)").matches ? TALL : WIDE;
  cells = [];
  put(main, block(shape.main, mainCells(spots, shape.main), tapped, pressed));
  put(props, block(shape.props, propCells(spots, shape), tapped, pressed));
}

function block(size, laid, tapped, pressed) {
  const drawn = laid.map((cell) => drawCell(cell, tapped, pressed));
  const view = `-3 -3 ${size.width + 6} ${size.height + 6}`;
  return svg("svg", { viewBox: view, preserveAspectRatio: "xMidYMid meet", class: "block" }, drawn);
}

function drawCell(cell, tapped, pressed) {
  const { x, y, width, height, bet, under, side } = cell;
  const gap = 3;
  const ground = svg("rect", { x: gap, y: gap, width: width - 2 * gap, height: height - 2 * gap, rx: 9, class: "ground" });
  const chips = svg("g", { class: "chips" });
  const words = writing(cell);
  const kind = bet ? bet.split(":")[0] : "label";
  const role = bet ? { role: "button", tabindex: 0, "data-spot": bet } : {};
  const group = svg("g", { transform: `translate(${x} ${y})`, class: `cell ${side ?? ""} k-${kind}`, ...role }, ground, words, chips);
  if (under) group.dataset.under = under;
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

// ---- what is written in a cell ----

function text(x, y, size, words, extra = "", anchor = "middle") {
  return svg("text", { x, y, "font-size": size, "text-anchor": anchor, "dominant-baseline": "central", class: extra }, words);
}

function writing(cell) {
  const { bet, label, width, height, number, side } = cell;
  if (label) return lines(t(`row.${label}`), width / 2, height / 2, 17, width - 16);
  if (side === "number") {
    const written = [text(44, height / 2, number > 9 ? 50 : 56, String(number), "big-number")];
    if (bet) written.push(text(10, height - 15, 14, t("felt.odds"), "pay", "start"));
    return written;
  }
  if (number) return bet ? [text(12, height / 2, 19, paysText(spotOf(bet)?.pays), "pay", "start")] : [];
  return writingOf(bet, width, height);
}

function writingOf(bet, width, height) {
  const kind = bet.split(":")[0];
  const pays = paysText(spotOf(bet).pays);
  if (kind === "hop") return hopWriting(bet, width, height, pays);
  if (kind === "hard") return hardWriting(bet, width, height, pays);
  if (kind === "field") return [text(26, height / 2, 26, betName(bet), "name", "start"), text(158, height / 2, 24, "2   3   4   9   10   11   12", "field-numbers", "start"), text(width - 90, height / 2, 17, pays, "pay", "end")];
  if (["pass_line", "dont_pass", "come"].includes(kind))
    return [text(26, height / 2, 28, betName(bet), "name", "start"), text(width - 90, height / 2, 17, pays, "pay", "end")];
  if (kind === "pass_odds" || kind === "dont_odds") return [text(16, height / 2, 20, betName(bet), "name", "start")];
  if (["hot_shooter", "fire"].includes(kind)) return handWriting(bet, width, height, pays);
  if (kind.startsWith("all_")) return [text(width / 2, height * 0.26, 18, betName(bet), "name"), text(width / 2, height * 0.5, 15, pays, "pay"), svg("g", { class: "progress" })];
  return [...lines(betName(bet), width / 2, height * 0.34, 18, width - 12), ...lines(shortPays(bet, pays), width / 2, height * 0.74, 14, width - 10, "pay")];
}

/** Composite bets win on several numbers; the span of their pays is enough on the felt, the help has them all. */
function shortPays(bet, pays) {
  const odds = Object.values(spotOf(bet).pays ?? {});
  return odds.length > 1 ? [...new Set(odds)].join("  ") : pays;
}

function hopWriting(bet, width, height, pays) {
  const [a, b] = [Number(bet[4]), Number(bet[6])];
  const size = Math.min(30, width * 0.34);
  return [die(a, width / 2 - size * 0.6, height * 0.36, size), die(b, width / 2 + size * 0.6, height * 0.36, size), text(width / 2, height * 0.78, 15, pays, "pay")];
}

function hardWriting(bet, width, height, pays) {
  const half = Number(bet.split(":")[1]) / 2;
  return [die(half, width / 2 - 22, height * 0.32, 36), die(half, width / 2 + 22, height * 0.32, 36), text(width / 2, height * 0.66, 16, betName(bet), "name"), text(width / 2, height * 0.86, 15, pays, "pay")];
}

function handWriting(bet, width, height) {
  const spot = spotOf(bet);
  const steps = Object.entries(spot.pays ?? {}).map(([count, pays]) => `${count}${bet === "hot_shooter" ? "+" : ""} → ${pays}`);
  const limit = spot.max !== state.offer.limits.max ? `   ${money(spot.min)} – ${money(spot.max)}` : "";
  const half = Math.ceil(steps.length / 2);
  const rows = steps.length > 4 ? [steps.slice(0, half), steps.slice(half)] : [steps];
  return [
    text(18, height * 0.22, 21, betName(bet) + limit, "name", "start"),
    ...rows.map((row, index) => text(18, height * (0.48 + 0.2 * index), 15, row.join("   "), "pay", "start")),
    svg("g", { class: "progress" }),
  ];
}

/** Words in as many lines as the width asks for. */
function lines(words, x, y, size, width, extra = "name") {
  const longest = Math.max(3, Math.floor(width / (size * 0.58)));
  const rows = [];
  for (const word of String(words).split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= longest) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  const first = y - ((rows.length - 1) * size * 1.15) / 2;
  return rows.map((row, index) => {
    const fitted = row.length > longest ? size * (longest / row.length) : size;
    return text(x, first + index * size * 1.15, Math.max(fitted, 11), row, extra);
  });
}

// ---- what changes ----

/** Mark every cell as things stand. */
export function markFelt() {
  for (const cell of cells) {
    const { bet, under, group, chips } = cell;
    if (!bet && !under) continue;
    drawChips(chips, cell);
    drawProgress(cell);
    const there = bet ? stakeOn(bet) : { amount: 0 };
    group.classList.toggle("open", Boolean(bet) && isOpen(bet));
    group.classList.toggle("pending", Boolean(there.pending));
    group.classList.toggle("shake", state.refusals.has(bet));
    const won = state.last?.rows.find((row) => row.bet === bet || row.bet === under);
    const fresh = won && state.table?.phase === "settling";
    group.classList.toggle("won", Boolean(fresh && won.paid > 0));
    group.classList.toggle("lost", Boolean(fresh && won.result === "lose"));
    if (bet) group.setAttribute("aria-label", label(bet, there));
    const isPoint = state.table?.hand?.point === cell.number;
    group.classList.toggle("point", cell.side === "number" && isPoint);
  }
}

function label(bet, there) {
  const stake = there.amount ? `, ${t("felt.stake", { amount: money(there.amount) })}` : "";
  return `${betName(bet)}, ${t("felt.pays", { pays: paysText(spotOf(bet)?.pays) })}${stake}`;
}

/** Fire and the bonus bets show what has been made already. */
function drawProgress({ bet, group, width, height }) {
  const place = group.querySelector(".progress");
  if (!place || bet === "hot_shooter") return;
  const hand = state.table?.hand;
  const wanted = { fire: [4, 5, 6, 8, 9, 10], all_small: [2, 3, 4, 5, 6], all_tall: [8, 9, 10, 11, 12], all_or_nothing: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12] }[bet];
  const made = bet === "fire" ? hand?.points_made : hand?.numbers;
  const step = Math.min(30, (width - 24) / wanted.length);
  const left = width / 2 - ((wanted.length - 1) * step) / 2;
  const marks = wanted.map((n, index) => {
    const done = made?.includes(n);
    const mark = text(0, 0, step > 24 ? 15 : 12, String(n), done ? "made" : "");
    return svg("g", { transform: `translate(${left + index * step} ${height * 0.78})` }, svg("circle", { r: step * 0.47, class: done ? "mark made" : "mark" }), mark);
  });
  place.replaceChildren(...marks);
}
