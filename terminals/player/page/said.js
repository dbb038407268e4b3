// What a screen reader is told: every roll, what it brought this seat, and the last five seconds of the bet timer. Nothing
// else is said here.
import { byId } from "./dom.js";
import { money } from "./money.js";
import { ofGame, outcomeWords } from "./own.js";
import { secondsLeft } from "./frame/side.js";
import { bettingOpen, lastHere, rolled, state } from "./state.js";
import { betName, t } from "./words.js";

const LAST_SECONDS = 5;
let round = null; // whose outcome has been said
let brought = null; // and whose settlement
let second = null;

export function setUpSaid() {
  setInterval(countDown, 200);
}

function countDown() {
  const left = bettingOpen() && state.table.phase === "betting" ? secondsLeft() : null;
  if (left === null || left > LAST_SECONDS || left < 1) second = null;
  else if (left !== second) {
    byId("said-now").textContent = second === null ? t("said.closing", { n: left }) : String(left);
    second = left;
  }
}

export function showSaid() {
  const now = rolled();
  if (now !== null && now !== round) {
    if (round !== null) byId("said-roll").textContent = rollWords();
    round = now;
  }
  const here = lastHere();
  if (here && here.round !== brought) {
    if (brought !== null || state.table?.phase === "settling") byId("said-net").textContent = netWords(here);
    brought = here.round;
  } else if (!state.last && brought !== -1) {
    byId("said-net").textContent = ""; // it was the last player's
    brought = -1;
  }
}

/** In another language what was said is not said again, nor found by who goes over the page. */
export function forgetSaid() {
  for (const place of ["said-roll", "said-net", "said-now"]) byId(place).textContent = "";
}

function rollWords() {
  const { faces, game, how } = state.table.last;
  if (faces) return t("roll.said", { total: faces[0] + faces[1], a: faces[0], b: faces[1] });
  return game && outcomeWords(game) ? outcomeWords(game) : t(ofGame(state.table, `ended.${how.replace(" ", "_")}`));
}

function netWords({ net, rows }) {
  const words = net > 0 ? "said.won" : net < 0 ? "said.lost" : "said.even";
  const each = rows.map(({ bet, result, paid, stake }) =>
    result === "win"
      ? `${betName(bet)} +${money(paid)}`
      : result === "lose"
        ? `${betName(bet)} ${money(-stake)}`
        : `${betName(bet)} ${t("result.push")}`,
  );
  return [t(words, { amount: money(Math.abs(net)) }), ...each].join(". ");
}
