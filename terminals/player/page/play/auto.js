// Repeat, kept on by the player: with each new window what is missing of the last layout goes up by itself, all of it or
// nothing. Whatever cannot be done ends it, and it is said why. It is the page's own and ends with it.
import { layStakes, missingOf } from "../acts.js";
import { rowsOf, bettingOpen, changed, state } from "../state.js";
import { known, t } from "../words.js";

/** Rounds that nobody has touched the screen in: who is not there does not play. */
const ALONE_ROUNDS = 20;
const TOLD_MS = 60_000;
let ended = null; // why, and when

export const mayAuto = () => Boolean(state.auto) || (state.care?.auto !== false && Object.keys(state.laid).length > 0);
export const isAuto = () => Boolean(state.auto);

export function toggleAuto() {
  if (state.auto) return end("auto.by_you");
  ended = null;
  state.auto = { round: null, untouched: 0, session: Boolean(state.care?.session) };
  autoGoes();
  return changed();
}

/** The screen is touched: somebody is there. */
export function setUpAuto() {
  for (const name of ["pointerdown", "keydown"])
    document.addEventListener(
      name,
      () => {
        if (state.auto) state.auto.untouched = 0;
      },
      { capture: true },
    );
}

/** In every window once. */
export function autoGoes() {
  const { auto, table, care } = state;
  if (!auto) return undefined;
  if (care && auto.session && !care.session) return end(null);
  auto.session ||= Boolean(care?.session);
  if (care?.auto === false) return end("auto.not_here");
  if (!bettingOpen() || auto.round === table.round) return undefined;
  auto.round = table.round;
  auto.untouched += 1;
  if (auto.untouched > ALONE_ROUNDS) return end("auto.alone");
  if (missingOf(state.laid).length) layStakes(state.laid, { auto: true });
  return undefined;
}

/** Refused, it ends with the reason; and what the player takes down by hand is not put up again. */
export function autoAnswered(act, { ok, code }) {
  if (!state.auto || !act) return;
  if (act.auto && !ok) end(known(`refused.${code}`) ? null : "refused.other", act, code);
  else if (ok && !act.auto && rowsOf(act).some((row) => row.do === "take_down")) end("auto.taken_down");
}

function end(why, act = null, code = "") {
  state.auto = null;
  ended = why || code ? { at: performance.now(), why, code, act } : null;
  if (ended) setTimeout(changed, TOLD_MS + 100);
  changed();
}

/** What stands at the top while it is on, and for a while after it has ended: why. `refusal` makes words of a code. */
export function autoNotice(refusal) {
  if (state.auto) return ["note auto", t("auto.on"), t("auto.on.why")];
  if (!ended || performance.now() - ended.at > TOLD_MS) return null;
  return ["note auto", t("auto.ended"), ended.code ? refusal(ended.act, { code: ended.code }) : t(ended.why)];
}
