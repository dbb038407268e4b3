// Whoever walks away is signed out by the controller; here we say that somebody is still there, and count down.
import { byId, say } from "../dom.js";
import { state } from "../state.js";
import { t } from "../words.js";

const TOUCH_EVERY_MS = 4000;
const SHOWN_LAST_MS = 30_000;

let touched = 0;
let told = 0;
/** @type {(message: object) => boolean} */
let send = () => false;

export function setUpIdle(say_) {
  send = say_;
  for (const kind of ["pointerdown", "keydown", "wheel"])
    document.addEventListener(kind, touch, { capture: true, passive: true });
  setInterval(showLeft, 500);
}

/** A new session, or an act: the time begins anew. */
export const beginIdle = () => (touched = told = performance.now());

function touch() {
  if (!state.session) return;
  touched = performance.now();
  if (touched - told < Math.min(TOUCH_EVERY_MS, state.session.idle_ms / 3)) return;
  told = touched;
  send({ kind: "touched" });
}

function showLeft() {
  const { session } = state;
  const box = byId("left");
  if (!session || !box) return;
  // Touches between two tellings go with the next one, so that what is shown never promises more than there is.
  if (touched > told && performance.now() - told > Math.min(TOUCH_EVERY_MS, session.idle_ms / 3)) {
    told = performance.now();
    send({ kind: "touched" });
  }
  const left = session.idle_ms - (performance.now() - told);
  say(
    box,
    left < Math.min(SHOWN_LAST_MS, session.idle_ms / 2) ? t("op.idle", { n: Math.max(0, Math.ceil(left / 1000)) }) : "",
  );
}
