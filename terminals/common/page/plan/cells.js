// A felt that is drawn as its game lays it out: fields, and on the lines between them spots that have none of their own.
// For the seat that plays and for a round that is recalled. All that is known of a spot is what the offer says of it.
import { svg } from "../dom.js";
import { SMALLEST, line, lines, widthOf } from "../felt/fitting.js";
import { betName, paysText } from "../words.js";
import { isWide, planCells } from "./places.js";

/** The felt and its cells, as `block` of the cells in rows has them; `of` gives more attributes for a spot. */
export function drawPlan(size, offer, of = () => ({})) {
  const cells = planCells(offer, size).map((cell) => drawCell({ ...cell, spot: offer.spots[cell.bet] }, of));
  const view = `-1 -1 ${size.width + 2} ${size.height + 2}`;
  return {
    element: svg(
      "svg",
      { viewBox: view, class: "block plan" },
      svg(
        "g",
        { id: "plan" },
        cells.map(({ group }) => group),
        svg("g", { class: "dolly" }),
      ),
    ),
    cells,
  };
}

function drawCell(cell, of) {
  const { x, y, width, height, bet, colour, field, spot } = cell;
  const chips = svg("g", { class: "chips" });
  const [one, ...others] = spot.numbers;
  const group = svg(
    "g",
    {
      transform: `translate(${x} ${y})`,
      class: `cell plan-${field ? "field" : "line"} k-${spot.kind} ${colour ?? ""}`,
      "data-spot": bet,
      "data-number": others.length ? null : one,
      ...of(bet),
    },
    svg("rect", { width, height, class: "ground" }),
    field ? writing(cell) : [],
    chips,
  );
  return { ...cell, group, chips };
}

const LARGEST = 44;

/** A number by itself; what has more of them by its name, and what it pays. */
function writing(cell) {
  const { bet, spot, width, height, seat } = cell;
  if (spot.numbers.length === 1) {
    const size = Math.min(LARGEST, height * 0.5, width * 0.5);
    return line(seat.x, seat.y, size, betName(bet), { extra: "big-number" });
  }
  const [name, pay] = [betName(bet), paysText(spot.pays)];
  const size = Math.max(SMALLEST, Math.min(24, height * 0.34, width * 0.24));
  const small = Math.max(SMALLEST, size * 0.75);
  if (isWide(cell)) {
    const room = seat.x - seat.radius - 4;
    const x = (width + widthOf(name, size, "name")) / 2 < room ? width / 2 : room / 2;
    return [
      ...lines(x, height * 0.38, size, name, { fit: 2 * Math.min(x, room - x) }),
      line(x, height * 0.74, small, pay, { extra: "pay", fit: 2 * Math.min(x, room - x) }),
    ];
  }
  const room = seat.y - seat.radius;
  if (room < 4 * size) return line(width / 2, room / 2, size, pay, { extra: "name", fit: width - 6 });
  return [
    ...lines(width / 2, room * 0.35, size, name, { fit: width - 6 }),
    line(width / 2, room * 0.8, small, pay, { extra: "pay", fit: width - 6 }),
  ];
}

/** The mark on the number that has come; nothing takes it away. */
export function markDolly(cells, number) {
  const layer = cells[0]?.group.parentNode.querySelector(".dolly");
  if (!layer || layer.dataset.number === String(number ?? "")) return;
  layer.dataset.number = String(number ?? "");
  const cell = cells.find(({ spot }) => spot.numbers.length === 1 && spot.numbers[0] === number);
  layer.replaceChildren(...(cell ? [dolly(cell)] : []));
}

function dolly({ x, y, width, seat }) {
  const r = seat.radius * 0.6;
  return svg(
    "g",
    { transform: `translate(${x + width - r * 1.5} ${y + r * 1.7})` },
    svg("ellipse", { rx: r, ry: r * 0.5, cy: r, class: "foot" }),
    svg("path", { d: `M ${-r * 0.7} ${r} L ${-r * 0.3} ${-r * 0.5} H ${r * 0.3} L ${r * 0.7} ${r} Z`, class: "body" }),
    svg("circle", { r: r * 0.45, cy: -r * 0.7, class: "head" }),
  );
}
