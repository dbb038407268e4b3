// Charts, drawn from the figures as SVG: the same on the glass and on paper. Every chart stands beside its figures as
// text.
import { h, svg } from "../dom.js";
import { money } from "../money.js";
import { t } from "../words.js";

const text = (x, y, words, look = "", anchor = "start") =>
  svg("text", { x, y, class: look, "text-anchor": anchor }, words);
const rule = (x1, y1, x2, y2, look) => svg("line", { x1, y1, x2, y2, class: look });
const drawing = (width, height, label, ...body) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": label }, body);

// ---- what was held, beside what chance alone may do ----

const HELD = { width: 900, names: 190, plot: 430, row: 30, head: 34, wide: 2 };

/**
 * One row a bet. All bands are drawn equally wide, whatever the bet was wagered: what is looked for is a dot outside of
 * its band. `rows`: `{name, actual, theoretical_amount, band, within}`.
 */
export function heldChart(rows, label, heads) {
  const { width, names, plot, row, head, wide } = HELD;
  const middle = names + plot / 2;
  const at = (part) => middle + (Math.max(-wide, Math.min(wide, part)) / wide) * (plot / 2);
  const figures = [width - 180, width - 90, width];
  const top = [heads.held, heads.expected, heads.band].map((words, index) =>
    text(figures[index], 20, words, "axis", "end"),
  );
  const height = head + rows.length * row + 6;
  const shade = svg("rect", { x: at(-1), y: head, width: at(1) - at(-1), height: height - head - 6, class: "band" });
  return drawing(
    width,
    height,
    label,
    shade,
    rule(middle, head, middle, height - 6, "expected"),
    top,
    rows.map((one, index) => heldRow(one, head + (index + 0.5) * row, at, figures)),
  );
}

function heldRow({ name, actual, theoretical_amount: expected, band, within }, y, at, figures) {
  const half = band ? (band[1] - band[0]) / 2 : 0;
  const part = half ? (actual - (band[0] + band[1]) / 2) / half : 0;
  const x = at(part);
  const dot = half
    ? within
      ? svg("circle", { cx: x, cy: y, r: 7, class: "actual" })
      : svg("path", { d: `M ${x} ${y - 9} L ${x + 9} ${y} L ${x} ${y + 9} L ${x - 9} ${y} Z`, class: "actual outside" })
    : null;
  const figure = (value, index, look = "figure") =>
    text(figures[index], y + 5, value === null ? "–" : money(value), look, "end");
  return svg(
    "g",
    { "data-held": name },
    text(0, y + 5, name),
    rule(at(-HELD.wide), y + 15, at(HELD.wide), y + 15, "grid"),
    dot,
    figure(actual, 0, within === false ? "figure strong" : "figure"),
    figure(expected, 1),
    text(figures[2], y + 5, half ? `±${money(Math.round(half))}` : "–", "figure", "end"),
  );
}

// ---- how it went ----

const FRAME = { width: 900, height: 330, left: 96, right: 20, top: 16, bottom: 36 };

/** Round steps that cut a span into some `most` parts. */
export function steps(low, high, most = 5) {
  const rough = Math.max((high - low) / most, 1e-9);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((by) => by * ten).find((by) => by >= rough);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, index) => (first + index) * step);
}

function frame(low, high, many) {
  const { width, height, left, right, top, bottom } = FRAME;
  const span = high - low || 1;
  return {
    x: (index) => left + (many < 2 ? 0.5 : index / (many - 1)) * (width - left - right),
    y: (value) => top + (1 - (value - low) / span) * (height - top - bottom),
  };
}

const path = (points) =>
  points.map(([x, y], index) => `${index ? "L" : "M"} ${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
const scale = (low, high, y, words) =>
  steps(low, high).map((value) => [
    rule(FRAME.left, y(value), FRAME.width - FRAME.right, y(value), value === 0 ? "zero" : "grid"),
    text(FRAME.left - 10, y(value) + 5, words(value), "axis", "end"),
  ]);

/** The hold as it added up: `rows` of `{day, actual, theoretical_amount, band}`. */
export function courseChart(rows, label) {
  const plotted = rows.filter(({ band }) => band);
  if (!plotted.length) return null;
  const all = plotted.flatMap(({ band, actual, theoretical_amount: expected }) => [...band, actual, expected]);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const { x, y } = frame(low, high, plotted.length);
  const edge = (side) => plotted.map(({ band }, index) => [x(index), y(band[side])]);
  const line = (of) => path(plotted.map((row, index) => [x(index), y(row[of])]));
  const every = Math.ceil(plotted.length / 10);
  const days = plotted.map(({ day }, index) =>
    index % every && index !== plotted.length - 1
      ? null
      : text(
          x(index),
          FRAME.height - 10,
          day === "today" ? t("op.meters.today") : day.slice(5),
          "axis",
          index === 0 ? "start" : index === plotted.length - 1 ? "end" : "middle",
        ),
  );
  const dots = plotted.map((row, index) =>
    svg("circle", { cx: x(index), cy: y(row.actual), r: 5, class: "actual", "data-day": row.day }),
  );
  return drawing(
    FRAME.width,
    FRAME.height,
    label,
    svg("path", { d: `${path([...edge(0), ...edge(1).reverse()])} Z`, class: "band" }),
    scale(low, high, y, (value) => money(Math.round(value))),
    svg("path", { d: line("theoretical_amount"), class: "expected" }),
    svg("path", { d: line("actual"), class: "course" }),
    dots,
    days,
  );
}

/** One figure over time: `points` of `[time, value]`; `null` is a gap. */
export function trendChart(points, label, words = String) {
  const there = points.filter(([, value]) => value !== null && value !== undefined);
  if (there.length < 2) return null;
  const values = there.map(([, value]) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 1)];
  const { x, y } = frame(low, high, points.length);
  const line = path(there.map(([at, value]) => [x(points.findIndex(([one]) => one === at)), y(value)]));
  const end = (index, anchor) =>
    text(
      x(index),
      FRAME.height - 10,
      new Date(points[index][0]).toLocaleTimeString(t("language.locale")),
      "axis",
      anchor,
    );
  return drawing(
    FRAME.width,
    FRAME.height,
    label,
    scale(low, high, y, (value) => words(+value.toFixed(3))),
    svg("path", { d: line, class: "course" }),
    end(0, "start"),
    end(points.length - 1, "end"),
  );
}

// ---- how often ----

/** Bars with their counts on top and a mark where even dice would be. `counts` and `expected`: by name. */
export function barChart({ counts, expected = null }, label, { width = 430, height = 250, small = false } = {}) {
  const names = Object.keys(counts);
  const most = Math.max(1, ...Object.values(counts), ...Object.values(expected ?? {}));
  const [top, bottom] = [24, 28];
  const step = width / names.length;
  const y = (value) => top + (1 - value / most) * (height - top - bottom);
  const bars = names.map((name, index) => {
    const [x, count] = [index * step, counts[name]];
    const mark = expected ? rule(x + 1, y(expected[name]), x + step - 1, y(expected[name]), "expected") : null;
    const bar = svg("rect", {
      x: x + step * 0.14,
      y: y(count),
      width: step * 0.72,
      height: height - bottom - y(count),
      class: "bar",
    });
    const above = Math.min(y(count), expected ? y(expected[name]) : y(count)); // no mark strikes a figure out
    return [
      bar,
      mark,
      text(x + step / 2, above - 5, String(count), `figure${small ? " small" : ""}`, "middle"),
      text(x + step / 2, height - 8, name, `axis${small ? " small" : ""}`, "middle"),
    ];
  });
  return drawing(width, height, label, bars, rule(0, height - bottom, width, height - bottom, "zero"));
}

const MANY = 20; // numbers of a wheel: side by side they need the whole width

/** How results fell, by number, sum or pair: a part of a game's fairness. */
export function histogram(/** @type {string} */ of, /** @type {any} */ part, /** @type {string} */ label) {
  const wide = Object.keys(part.counts).length > MANY && of !== "pairs";
  const chart = of === "pairs" ? pairsChart(part, label) : barChart(part, label, wide ? { width: 940 } : {});
  return h("section", { "data-histogram": of, class: wide ? "wide" : "" }, h("h3", {}, label), chart);
}

/** The thirty-six pairs as a square: first die down, second across; the darker, the oftener. */
export function pairsChart({ counts }, label) {
  const [size, edge] = [52, 34];
  const most = Math.max(1, ...Object.values(counts));
  const faces = [1, 2, 3, 4, 5, 6];
  const cell = (a, b) => {
    const count = counts[`${a}-${b}`];
    const [x, y] = [edge + (b - 1) * size, edge + (a - 1) * size];
    return [
      svg("rect", {
        x,
        y,
        width: size - 2,
        height: size - 2,
        class: "bar",
        opacity: (0.12 + (0.88 * count) / most).toFixed(2),
      }),
      svg("rect", { x: x + 9, y: y + 13, width: size - 20, height: 24, class: "plate" }),
      text(x + size / 2 - 1, y + size / 2 + 5, String(count), "figure", "middle"),
    ];
  };
  const sides = faces.map((face) => [
    text(edge + (face - 0.5) * size, 22, String(face), "axis", "middle"),
    text(16, edge + (face - 0.5) * size + 5, String(face), "axis", "middle"),
  ]);
  return drawing(
    edge + 6 * size,
    edge + 6 * size,
    label,
    sides,
    faces.map((a) => faces.map((b) => cell(a, b))),
  );
}
