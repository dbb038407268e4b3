// Chips on the felt: amount, who is under way, ON or OFF, locked, staying by itself, and the Power Odds of a spot.
import { put, svg } from "../dom.js";
import { pile } from "./chip.js";
import { widthOf } from "./fitting.js";
import { halo } from "./halo.js";
import { chipSeat, payPlace } from "./layout.js";
import { became, isLocked, isWorking, powerOn, stays } from "./sight.js";
import { t } from "../words.js";

/** Draw what lies in a cell, where it changed. */
export function drawChips(place, cell, { amount, pending }, sight) {
  const { bet } = cell;
  const power = powerOn(sight, bet);
  const marks =
    amount > 0 ? { working: marked(sight, bet), locked: isLocked(sight, bet), staying: stays(sight, bet) } : null;
  const key = JSON.stringify([amount, marks, power]);
  const anew = cell.lies !== key;
  if (anew) lay(place, cell, amount, marks, power);
  cell.lies = key;
  if (!anew && cell.pending === pending) return;
  cell.pending = pending;
  for (const chip of place.querySelectorAll(".chip")) chip.classList.toggle("pending", pending);
}

/** What is asked of a felt's looks by what lies on a spot stands in the classes of the spot: a rule that looks into it
 * (`:has`) would have every spot styled anew for each chip that comes. */
function lay(place, cell, amount, marks, power) {
  const { classList } = place.parentNode;
  classList.toggle("laid", amount > 0);
  classList.toggle("called", amount > 0 && marks.working !== null);
  classList.toggle("powered", Boolean(power));
  if (cell.struck !== Boolean(power)) halo(place.parentNode, "strike", Boolean(power));
  cell.struck = Boolean(power);
  put(place, amount > 0 ? stack(cell, amount, marks) : [], power ? badge(power, cell) : []);
}

/** What has just won was ON: that it rests from the next roll on is said when it has been paid. */
function marked(sight, bet) {
  const working = isWorking(sight, bet);
  return working === false && became(sight, bet) === "won" ? null : working;
}

function stack(cell, amount, { working, locked, staying }) {
  const { x, y, radius } = chipSeat(cell);
  const low = radius * 0.74;
  const marks = [];
  const size = Math.max(0.72, Math.min(1, radius / 28));
  if (working !== null)
    marks.push(tag(working ? t("chip.on") : t("chip.off"), 0, -radius, working ? "is-on" : "is-off", size));
  if (locked) marks.push(lock(low, low, size));
  if (staying) marks.push(tag("↻", -low, low, "stays", size));
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, "data-chip": cell.bet, "data-amount": amount },
    pile(amount, radius),
    marks,
  );
}

function tag(words, x, y, extra, size) {
  const width = Math.max(20, 11 * words.length + 8);
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size})`, class: `tag ${extra}` },
    svg("rect", { x: -width / 2, y: -10, width, height: 20, rx: 6 }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 14 }, words),
  );
}

function lock(x, y, size) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size})`, class: "tag lock" },
    svg("rect", { x: -9, y: -4, width: 18, height: 13, rx: 3 }),
    svg("path", { d: "M -5 -4 v -4 a 5 5 0 0 1 10 0 v 4", fill: "none" }),
  );
}

/** The badge stands where the pay is written, and hides it: on this roll the spot pays this instead. */
function badge({ level, figures }, cell) {
  const place = payPlace(cell);
  const onHop = place.anchor === "middle"; // there it lies across, between dice and chip
  const size = Math.max(12, Math.min(20, cell.height * (onHop ? 0.18 : 0.19)));
  const words = [`⚡${figures.join(" ")}`, `⚡${figures[0]}`];
  const text = words.find((one) => widthOf(one, size, "power") + 10 <= cell.width) ?? words[1];
  const width = Math.min(widthOf(text, size, "power") + 14, cell.width - 2);
  const left = onHop ? (cell.width - width) / 2 : Math.max(3, place.anchor === "end" ? place.x - width : place.x - 6);
  const y = onHop ? Math.min(place.y, cell.height * 0.48) : place.y;
  return svg(
    "g",
    { transform: `translate(${left} ${y})`, class: `power ${level}`, "data-power": level },
    svg("rect", { x: 0, y: -size * 0.72, width, height: size * 1.44, rx: size * 0.72 }),
    svg("text", { x: width / 2, "text-anchor": "middle", "dominant-baseline": "central", "font-size": size }, text),
  );
}
