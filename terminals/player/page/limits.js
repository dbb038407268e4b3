// What may be laid where, as far as a page can know. The controller decides; this dims spots and works out amounts.
import { bettingOpen, stakeOn, state } from "./state.js";

const POINTS = [4, 5, 6, 8, 9, 10];

export const spotOf = (bet) => state.offer?.spots[bet] ?? null;
export const numberOf = (bet) => Number(bet.split(":")[1] ?? 0);

/** Whether a wager on this spot would be listened to now. */
export function isOpen(bet) {
  const spot = spotOf(bet);
  if (!spot || !bettingOpen()) return false;
  const hand = state.table.hand;
  if (spot.base && !stakeOn(spot.base).amount) return false;
  if (spot.grows && stakeOn(bet).amount && (hand?.point !== null || spot.opens === "never")) return true;
  switch (spot.opens) {
    case "come_out": return hand?.point === null;
    case "point": return hand?.point !== null;
    case "new_hand": return hand?.rolls === 0;
    case "never": return false;
    default: return true;
  }
}

/** The most a spot may hold: its own limit, and for odds what the base under them allows. */
export function mostOn(bet) {
  const spot = spotOf(bet);
  if (!spot?.base || !spot.most_times_base) return spot?.max ?? 0;
  const times = spot.most_times_base[""] ?? spot.most_times_base[String(numberOf(bet) || state.table.hand?.point)];
  if (!times) return spot.max;
  const [above, below] = times.split("/").map(Number);
  return Math.min(spot.max, Math.floor((stakeOn(spot.base).amount * above) / below));
}

/** The amount a tap adds: the chip, but no less than what makes the spot whole. */
export function tapAmount(bet, chip) {
  const spot = spotOf(bet);
  const there = stakeOn(bet).amount;
  const wanted = Math.max(there + chip, spot.min);
  return Math.ceil(wanted / spot.unit) * spot.unit - there;
}

/** Full odds on a base: what its book allows, or twice the base where the book sets no multiple. */
export function fullOdds(bet) {
  const spot = spotOf(bet);
  const most = spot.most_times_base ? mostOn(bet) : Math.min(spot.max, 2 * stakeOn(spot.base).amount);
  return Math.floor(most / spot.unit) * spot.unit - stakeOn(bet).amount;
}

/** Whether some of what lies here can no longer be taken down. */
export function isLocked(bet) {
  const spot = spotOf(bet);
  if (!spot || !state.table?.hand) return false;
  const carried = (state.you?.stakes[bet] ?? 0) - (state.you?.added[bet] ?? 0);
  if (carried <= 0) return false;
  return Boolean(state.table.hand.point === null ? spot.locks_on_come_out : spot.locks_on_point);
}

/** Whether the wager here counts on the next roll, or null where it could not be off. */
export function isWorking(bet) {
  const spot = spotOf(bet);
  const call = state.you?.calls[bet];
  if (call !== undefined) return call;
  if (spot?.off_on_come_out) return state.table?.hand?.point !== null;
  return spot?.calls ? true : null;
}

export const group = (numbers) => POINTS.filter((n) => numbers.includes(n)).map((n) => `place:${n}`).filter(spotOf);
export const INSIDE = [5, 6, 8, 9];
export const OUTSIDE = [4, 5, 9, 10];
export const ACROSS = POINTS;
