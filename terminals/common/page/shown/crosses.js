// A touch screen is set right: what the process says is drawn over everything, and where it was touched is told. The
// process decides; nothing of this page can be touched meanwhile but one button.
import { h, putNew, say as write } from "../dom.js";
import { known, spoken, t } from "../words.js";

/** Milliseconds after something else is drawn in which a finger still means what was there before. */
const STILL_TAPPING_MS = 300;
const COUNTED_EVERY_MS = 250;
const EXACT = 0.0005;

/** @type {any} */
let now = null;
/** @type {HTMLDialogElement | null} */
let glass = null;
const mark = h("i", { "aria-hidden": "true" });
const says = h("div", { class: "crosses-says", role: "status" });
let drawnAt = 0;
let endsAt = 0;
/** @type {(message: object) => void} */
let say = () => {};

setInterval(() => now?.state === "trying" && draw(), COUNTED_EVERY_MS);

export function setUpCrosses(/** @type {(message: object) => void} */ tell) {
  say = tell;
}

/** What the process tells: everything that is drawn, or nothing. */
export function heardCrosses(/** @type {any} */ crosses) {
  const before = now;
  now = crosses;
  if (now && (now.state !== before?.state || now.done !== before?.done)) drawnAt = performance.now();
  if (now) endsAt = performance.now() + now.left_ms;
  showCrosses();
}

/** Also when another language is spoken. */
export function showCrosses() {
  if (!now) {
    glass?.remove();
    glass = null;
    return;
  }
  if (!glass) {
    const button = h("button", { type: "button", class: "crosses-leave", id: "crosses-leave", onclick: leave });
    glass = /** @type {HTMLDialogElement} */ (
      h("dialog", { class: "crosses", id: "crosses", onpointerup: touched, oncancel: leave }, mark, says, button)
    );
    document.body.append(glass);
    glass.showModal();
  }
  glass.setAttribute("aria-label", t("cross.title"));
  draw();
}

function leave(/** @type {Event} */ event) {
  event.preventDefault();
  say({ kind: "cross" });
}

function touched(/** @type {PointerEvent} */ event) {
  const meant = performance.now() - drawnAt > STILL_TAPPING_MS;
  if (!event.isPrimary || !meant || /** @type {Element} */ (event.target).closest("button")) return;
  say({ kind: "cross", across: event.clientX / window.innerWidth, down: event.clientY / window.innerHeight });
}

/** Parts stay where they are: one that was put there anew would lose the finger that is on it. */
function draw() {
  mark.hidden = !now.at;
  if (now.at) {
    mark.className = now.state === "trying" ? "ring" : "cross";
    mark.style.left = `${100 * now.at[0]}%`;
    mark.style.top = `${100 * now.at[1]}%`;
  }
  says.dataset.state = now.state;
  putNew(says, [spoken(), now, seconds()], words);
  write(document.getElementById("crosses-leave"), t(now.state === "over" ? "cross.close" : "cross.leave"));
}

const seconds = () => Math.ceil(Math.max(0, endsAt - performance.now()) / 1000);

/** What is said, paragraph by paragraph. */
function words() {
  const says = SAYS[now.state] ?? (() => [t("cross.wait")]);
  return says().map((one) => (typeof one === "string" ? h("p", {}, one) : one));
}

const SAYS = {
  aiming: () => [t("cross.aim", { n: now.done + 1, of: now.of }), t("cross.aim.says")],
  refused: () => [refusedWords(now.refused), t("cross.again")],
  trying: () => [
    t("cross.ring", { n: seconds() }),
    now.missed
      ? t("cross.missed", { off: offWords(now.missed), allowed: share(now.missed.allowed) })
      : t("cross.off.title"),
    now.missed
      ? null
      : h(
          "ul",
          {},
          now.off.map((/** @type {any} */ off) => h("li", {}, ofCross(off))),
        ),
  ],
  over: () =>
    ["kept", "as_delivered"].includes(now.cause)
      ? [t(`cross.${now.cause}`)]
      : [t("cross.not_set"), h("p", { class: "why" }, causeWords(now.cause))],
};

function causeWords(/** @type {string} */ cause) {
  const keys = [`cross.cause.${cause}`, `op.refused.${cause}`, `refused.${cause}`].filter(known);
  return t(keys[0] ?? "cross.cause.failed");
}

const refusedWords = (/** @type {any} */ { code, cross, other, found, allowed }) =>
  t(`cross.refused.${code}`, {
    cross: t(`cross.at.${cross}`),
    other: t(`cross.at.${other}`),
    found: share(found),
    allowed: share(allowed),
  });

const ofCross = (/** @type {any} */ off) => t("named", { what: t(`cross.at.${off.cross}`), words: offWords(off) });

/** How far beside, to which sides; a finger is not more exact than a tenth of a hundredth. */
function offWords(/** @type {any} */ { across, down }) {
  const sides = [
    Math.abs(across) < EXACT ? null : t(across > 0 ? "cross.right" : "cross.left", { n: share(Math.abs(across)) }),
    Math.abs(down) < EXACT ? null : t(down > 0 ? "cross.low" : "cross.high", { n: share(Math.abs(down)) }),
  ].filter((side) => side !== null);
  const [one, other] = sides;
  return other ? t("cross.both", { one, other }) : (one ?? t("cross.exact"));
}

/** A part of the screen, as one reads it. */
const share = (/** @type {number} */ part) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(part);
