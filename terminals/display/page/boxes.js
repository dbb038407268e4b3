// The numbers as on the felt, with the puck where it lies, and a tick on every point this shooter has made, or
// how often, where that is counted.
import { byId, h, put } from "./dom.js";
import { spoken, t } from "./words.js";

const POINTS = [4, 5, 6, 8, 9, 10];
const CRAPLESS = [2, 3, ...POINTS, 11, 12];
let shown = "";

export function showBoxes({ hand }, offer) {
  const points = offer?.crapless ? CRAPLESS : POINTS;
  const point = hand?.point ?? null;
  const made = hand?.points_made ?? [];
  const often = hand?.tally?.made ?? {};
  const key = JSON.stringify([points, point, made, often, spoken()]);
  if (key === shown) return;
  shown = key;
  const stands = h(
    "div",
    { class: "stands" },
    h("span", {}, point ? t("puck.point", { n: point }) : t("puck.come_out")),
    point ? null : puck("off"),
  );
  const boxes = points.map((n) => box(n, n === point, made.includes(n) ? (often[n] > 1 ? `×${often[n]}` : "✓") : ""));
  byId("boxes").classList.toggle("crapless", points === CRAPLESS);
  put(byId("boxes"), stands, boxes);
}

function box(n, on, made) {
  const said = [on ? t("puck.point", { n }) : String(n), made ? t("roll.made") : "", made.slice(1) && made]
    .filter(Boolean)
    .join(", ");
  return h(
    "div",
    { class: on ? "box on" : "box", role: "img", "aria-label": said },
    h("b", {}, String(n)),
    on ? puck("on") : null,
    made ? h("i", {}, made) : null,
  );
}

const puck = (side) => h("span", { class: `puck ${side}` }, t(`puck.${side}`));
