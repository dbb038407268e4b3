// The track: the numbers as they lie round the wheel. A touch on one lays it with its neighbours, a touch on a series all
// that belongs to it; either all of it or nothing, in one command. What belongs to what, the offer says.
import { layChips } from "../acts.js";
import { put, svg } from "../dom.js";
import { SMALLEST, line, lines } from "../felt/fitting.js";
import { isOpen } from "../limits.js";
import { money } from "../money.js";
import { changed, state } from "../state.js";
import { betName, t } from "../words.js";
import { isByKey, light } from "./lights.js";
import { inside, ring } from "./oval.js";

let touches = []; // what can be touched: its group, the chips it lays, what it is called
let each = 2; // neighbours on each side

export function layTrack(place, size, offer) {
  const { spots, track, places } = offer;
  const stands = size.height > size.width;
  each = Math.min(each, track.neighbours);
  const around = ring(track.spots.length, size).map((piece, index) => number(piece, index, spots, track, places.plan));
  const names = Object.keys(track.series);
  const fields = inside(size, names.length + 1);
  const others = names.map((name, index) => series(fields[index], name, track.series[name], stands));
  touches = [...around, ...others];
  const view = `0 0 ${size.width} ${size.height}`;
  const group = svg("svg", { viewBox: view, class: "block track" }, [
    touches.map((touch) => touch.group),
    howMany(fields.at(-1), track.neighbours),
  ]);
  put(place, group);
}

/** A number of the track; its neighbours are those beside it. */
function number(piece, index, spots, track, plan) {
  const bet = track.spots[index];
  const chips = () => Object.fromEntries(beside(track.spots, index).map((one) => [one, 1]));
  const touch = button(piece, `track-number ${plan.spots[bet].colour ?? ""}`, chips, spots);
  touch.group.dataset.track = bet;
  touch.group.dataset.number = String(spots[bet].numbers[0]);
  touch.group.append(line(piece.x, piece.y, Math.min(26, piece.room * 0.5), betName(bet), { extra: "big-number" }));
  touch.says = () => t("track.number", { bet: betName(bet), n: each });
  return touch;
}

const beside = (spots, index) =>
  Array.from({ length: 2 * each + 1 }, (_, step) => spots.at((index + step - each) % spots.length));

function series(piece, name, chips, stands) {
  const touch = button(piece, "track-series", () => chips, state.offer.spots);
  touch.group.dataset.series = name;
  touch.says = () => t(`series.${name}`);
  const size = Math.max(SMALLEST, Math.min(22, piece.high * 0.24));
  const many = Object.values(chips).reduce((sum, one) => sum + one, 0);
  touch.group.append(
    ...lines(piece.x, piece.y - size * (stands ? 1 : 0.75), size, t(`series.${name}`), { fit: piece.wide - 10 }),
    line(
      piece.x,
      piece.y + size * (stands ? 1.2 : 0.95),
      Math.max(SMALLEST, size * 0.85),
      t("track.chips", { n: many }),
      { extra: "pay" },
    ),
  );
  return touch;
}

function button(piece, kind, chips, spots) {
  const group = svg(
    "g",
    { class: `cell ${kind}`, role: "button", tabindex: 0 },
    svg("path", { d: piece.path, class: "ground" }),
  );
  const covered = () => [...new Set(Object.keys(chips()).flatMap((bet) => spots[bet].numbers))];
  const on = () => light(covered());
  const off = () => light([]);
  for (const event of ["pointerenter", "pointerdown"]) group.addEventListener(event, on);
  for (const event of ["pointerleave", "pointercancel", "blur"]) group.addEventListener(event, off);
  group.addEventListener("focus", (event) => isByKey(event) && on());
  group.addEventListener("click", () => layChips(chips()));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    layChips(chips());
    event.preventDefault();
  });
  group.addEventListener("contextmenu", (event) => event.preventDefault());
  return { group, chips, says: () => "" };
}

/** How many neighbours a touch takes on each side: one more with each touch, and from the most on one again. */
function howMany(piece, most) {
  const words = line(piece.x, piece.y + piece.high * 0.2, Math.min(26, piece.high * 0.3), "", { extra: "big-number" });
  const name = lines(
    piece.x,
    piece.y - piece.high * 0.2,
    Math.max(SMALLEST, Math.min(18, piece.high * 0.22)),
    t("track.neighbours"),
    { fit: piece.wide - 8 },
  );
  const group = svg(
    "g",
    { class: "cell track-many open", role: "button", tabindex: 0, id: "neighbours" },
    svg("path", { d: piece.path, class: "ground" }),
    name,
    words,
  );
  const show = () => {
    words.textContent = `± ${each}`;
    group.setAttribute("aria-label", t("track.each", { n: each }));
  };
  const more = () => {
    each = (each % most) + 1;
    show();
    changed();
  };
  group.addEventListener("click", more);
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    more();
    event.preventDefault();
  });
  show();
  return group;
}

/** Whether a touch would be listened to now, and what it would lay. */
export function markTrack() {
  for (const { group, chips, says } of touches) {
    const laid = chips();
    const many = Object.values(laid).reduce((sum, one) => sum + one, 0);
    group.classList.toggle("open", Object.keys(laid).every(isOpen));
    group.setAttribute("aria-label", t("track.lays", { what: says(), n: many, amount: money(many * state.chip) }));
  }
}
