// What may be laid where, as the controller said it; this dims spots and works out amounts.
import * as seen from "./felt/sight.js";
import { bettingOpen, lastHere, resting, stakeOn, state } from "./state.js";

export const spotOf = (bet) => state.offer?.spots[bet] ?? null;

/** The felt as this seat sees it now. */
export function sight() {
  const { offer, table, you } = state;
  const rows = table?.phase === "settling" ? (lastHere()?.rows ?? []) : [];
  return {
    spots: offer?.spots ?? {},
    hand: table?.hand,
    levels: table?.levels ?? {},
    closed: table?.closed,
    seat: you,
    shown: stakeOn,
    rows,
  };
}

/** The code with which a wager on this spot would be refused now, or null. */
export const closedNow = (bet) => seen.closedBy(sight(), bet);

/** Whether a wager on this spot would be listened to now. */
export const isOpen = (bet) => bettingOpen() && !resting() && closedNow(bet) === null;

/** Whether it would be, once these lie there too: the code says what is missing now. */
export function isOpenWith(bet, bets) {
  if (!bettingOpen() || resting()) return false;
  switch (closedNow(bet)) {
    case null:
      return true;
    case "needs_base":
      return bets.includes(spotOf(bet).base);
    case "needs_other_bets":
      return bets.length > 0;
    default:
      return false;
  }
}

/** The most a spot may hold: its own limit, for odds what the base under them allows, and what the player allows
 * themselves. */
export function mostOn(bet) {
  const most = state.you?.most?.[bet] ?? spotOf(bet)?.max ?? 0;
  const own = state.care?.session?.limits.stake ?? 0;
  return own ? Math.min(most, own) : most;
}

/** The least stake that pays whole credits here, where the game says that it is more than one unit. */
export function wholeOf(bet) {
  const whole = spotOf(bet)?.whole;
  return whole?.[""] ?? whole?.[String(state.table?.hand?.point ?? "")] ?? null;
}

/** What stakes on a spot are counted in: its unit, or what pays whole where the player wants that. */
export const unitOf = (bet) => (state.whole ? wholeOf(bet) : null) ?? spotOf(bet).unit;

/** The amount a tap adds: the chip, but no less than what makes the spot whole. */
export function tapAmount(bet, chip) {
  const spot = spotOf(bet);
  const there = stakeOn(bet).amount;
  const wanted = Math.max(there + chip, spot.min);
  const unit = unitOf(bet);
  return Math.ceil(wanted / unit) * unit - there;
}

/** Full odds on a base: what its book allows, which is the most of the table where the book sets no multiple. */
export const fullOdds = (bet) => mostOn(bet) - stakeOn(bet).amount;

/** The wager of this player that closes a spot, if one does: who has one side lays none on the other. */
export function rivalOf(bet) {
  const pairs = (state.offer?.exclusive ?? []).filter(({ one }) => one.includes(bet));
  return pairs.flatMap(({ other }) => other).find((rival) => stakeOn(rival).amount > 0) ?? null;
}

export const isLocked = (bet) => seen.isLocked(sight(), bet);
export const isWorking = (bet) => seen.isWorking(sight(), bet);

/** The bets of a group button while this point stands; the game says which they are. */
export const group = (name) => state.offer?.groups?.[name]?.[String(state.table?.hand?.point ?? "")] ?? [];
export const hasGroup = (name) => Boolean(state.offer?.groups?.[name]);
