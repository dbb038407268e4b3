// What may be laid where, as far as a page can know. The controller decides; this dims spots and works out amounts.
import * as seen from "./sight.js";
import { bettingOpen, lastHere, stakeOn, state } from "./state.js";

export const spotOf = (bet) => state.offer?.spots[bet] ?? null;

/** The felt as this seat sees it now. */
export function sight() {
  const { offer, table, you } = state;
  const rows = table?.phase === "settling" ? (lastHere()?.rows ?? []) : [];
  return { spots: offer?.spots ?? {}, exclusive: offer?.exclusive ?? [], hand: table?.hand, levels: table?.levels ?? {}, stakes: you?.stakes ?? {}, added: you?.added ?? {}, calls: you?.calls ?? {}, shown: stakeOn, rows };
}

/** Whether a wager on this spot would be listened to now; `shown` is what lies on every spot by then. */
export const isOpen = (bet, shown = stakeOn) => bettingOpen() && seen.opensNow({ ...sight(), shown }, bet);

/** The most a spot may hold: its own limit, and for odds what the base under them allows. */
export function mostOn(bet) {
  const spot = spotOf(bet);
  if (!spot?.base || !spot.most_times_base) return spot?.max ?? 0;
  const times = spot.most_times_base[""] ?? spot.most_times_base[String(seen.numberOf(bet) || state.table.hand?.point)];
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

/** Full odds on a base: what its book allows, which is the most of the table where the book sets no multiple. */
export const fullOdds = (bet) => Math.floor(mostOn(bet) / spotOf(bet).unit) * spotOf(bet).unit - stakeOn(bet).amount;

/** The wager that closes this spot, if one does. */
export const rivalOf = (bet) => seen.rivalOf(sight(), bet);

export const isLocked = (bet) => seen.isLocked(sight(), bet);
export const isWorking = (bet) => seen.isWorking(sight(), bet);

/** The bets of a group button while this point stands; the game says which they are. */
export const group = (name) => state.offer?.groups?.[name]?.[String(state.table?.hand?.point ?? "")] ?? [];
export const hasGroup = (name) => Boolean(state.offer?.groups?.[name]);
