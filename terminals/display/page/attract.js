// While nobody plays: the game's name, dice, and one thing after another that a passer-by may like to know.
import { byId, h, put } from "./dom.js";
import { die } from "./shown/dice.js";
import { svg } from "./dom.js";
import { limitWords, numbersOf, ofGame } from "./own.js";
import { strip } from "./shown/rolls.js";
import { picture } from "./wheel/wheel.js";
import { t } from "./words.js";

const AFTER_MS = 15_000;
const EACH_MS = 6_000;
let idleSince = null;
let shown = "";

export function showAttract(now) {
  const { up, page, table } = now;
  const idle = page && up && table?.phase === "idle" && !Object.keys(table.holds).length;
  idleSince = idle ? (idleSince ?? performance.now()) : null;
  const away = idleSince === null ? 0 : performance.now() - idleSince;
  const attract = byId("attract");
  attract.hidden = away < AFTER_MS;
  if (attract.hidden) {
    shown = "";
    return;
  }
  const lines = slides(now);
  const which = Math.floor((away - AFTER_MS) / EACH_MS) % lines.length;
  const key = JSON.stringify([lines[which], table.past.length, table.game, table.demo]);
  if (key === shown) return;
  shown = key;
  draw(now, lines[which]);
}

/** One line at a time: invitation, limits, what can be won, the day's best. */
function slides({ table, offer }) {
  const lines = [t(ofGame(table, "display.attract"))];
  if (offer) lines.push(limitWords(offer));
  const pays = Object.values(offer?.spots.hot_shooter?.pays ?? {}).at(-1);
  if (pays) lines.push(t("display.attract.hot", { times: pays }));
  const [best] = table.best_hands;
  if (best) lines.push(t("display.attract.best", { n: best.rolls }));
  return lines;
}

function draw({ table, offer }, line) {
  const faces = table.past.at(-1)?.faces ?? [0, 0]; // before the first roll none are known, and none are shown
  const dice = svg(
    "svg",
    { viewBox: "0 0 260 130", class: "dance", "aria-hidden": "true" },
    die(faces[0], 68, 66, 96),
    die(faces[1], 190, 62, 96),
  );
  const past = table.game ? numbersOf(table, 12) : strip(table.past, 12);
  const demo = table.demo ? h("span", { class: "demo" }, t("demo")) : null;
  put(
    byId("attract"),
    demo,
    h("h1", {}, offer?.title ?? "Boxcars"),
    offer?.wheel ? picture(offer.wheel) : table.game ? [] : dice,
    h("p", { class: "line" }, line),
    past.length ? h("ul", { class: "strip" }, past) : null,
  );
}
