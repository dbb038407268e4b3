// The line at the top: whose screen this is, what is happening in words, the limits of the table.
import { letsIn } from "../cash.js";
import { byId, say, showIf } from "../dom.js";
import { limitWords, phaseOf } from "../own.js";
import { OPEN } from "../phases.js";
import { showPots } from "../shown/pots.js";
import { showProgressives } from "../shown/progressives.js";
import { held, live, state } from "../state.js";
import { t } from "../words.js";

const LONG = 34; // letters, from which on the phase is written smaller

export function showTop() {
  const { table, seat, offer } = state;
  showIf(byId("demo"), table?.demo);
  say(byId("seat"), seat ? t("seat", { n: seat }) : "");
  const badge = byId("badge");
  const mine = table?.shooter === seat;
  showIf(badge, table?.shooter);
  badge.classList.toggle("mine", mine);
  say(badge, t(shooterKey(table, mine), { n: table?.shooter }));
  const phase = phaseWords();
  say(byId("phase"), phase);
  byId("phase").classList.toggle("long", phase.length > LONG);
  document.body.dataset.phase = live() ? table.phase : "away";
  document.body.dataset.round = String(table?.round ?? "");
  say(byId("limits"), limitWords(offer));
  showProgressives(table);
  showPots(table);
}

/** Who shoots is chosen when bets close; until then only who shot last is known. */
function shooterKey(table, mine) {
  if (OPEN.includes(table?.phase)) return mine ? "shooter.last.you" : "shooter.last";
  return mine ? "shooter.you" : "shooter.other";
}

/** The phase, as it concerns this seat. */
export function phaseWords() {
  const { table, seat, you } = state;
  if (!live()) return t("phase.away");
  if (held()) return t("phase.held");
  if (OPEN.includes(table.phase) && you.lock) return t("refused.seat_locked");
  if (OPEN.includes(table.phase) && !you.open) return t(you.turned_off ? "notice.turned_off" : "notice.closed");
  if (OPEN.includes(table.phase) && !you.credits && !you.layout)
    return t(letsIn() ? "phase.no_credits.cash" : "phase.no_credits");
  if (table.game) return phaseOf(table);
  if (table.phase === "shooting")
    return table.shooter === seat ? t("phase.shooting.you") : t("phase.shooting", { n: table.shooter });
  if (table.phase === "betting" && table.hand?.point) return t("phase.betting.point", { n: table.hand.point });
  if (table.phase === "betting") return t("phase.betting.come_out");
  if (table.phase === "asking" && you.asked) return t("phase.asking.you");
  if (table.phase === "rolling" && table.no_rolls) return t("phase.rolling.again");
  return t(`phase.${table.phase}`);
}
