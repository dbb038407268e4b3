// What the page knows. Everything shown follows from this; components are told when it has changed.
import { OPEN } from "./phases.js";
import { telling } from "./telling.js";

export const state = {
  page: false, // whether the page hears its terminal
  up: false, // whether the terminal hears the controller
  why: "",
  seat: 0,
  table: null,
  you: null,
  cash: null, // notes and tickets at this seat, where it has devices for them
  offer: null,
  last: null, // what the last round brought that decided something of this seat
  unheard: -1, // what rounds up to this one brought may not be known
  won: null, // the last win: its round and amount
  pots: [], // what was won of jackpots since a roll last decided something here
  touch: null, // the touch test that is wanted of this screen, by its name
  care: null, // the player's session, their own limits, and what the house has for who wants to play less
  careAt: 0, // when that was told
  kept: [], // layouts of the player's, each a name and its stakes
  auto: null, // whether the same is laid again by itself, and since which round
  whole: false, // taps lay what pays whole credits
  edges: {}, // house edges, as the records told them
  laid: {}, // what lay there at the last close at which something did
  pending: new Map(), // tag → act without an answer
  mine: [], // accepted acts of this window, for undo: each with the wagers that it made
  chip: 0,
  made: null, // the chips that the house has; `chips` are those that make whole stakes here
  mode: "place", // or "remove", or "call"
  refusals: new Map(), // bet → when, for a shake
};

export const { onChange, changed } = telling();

/** The wagers of an act: one, or several that go together. */
export const rowsOf = (act) => act.wagers ?? [];

const underWay = () => [...state.pending.values()].flatMap(rowsOf);

/** What lies on a spot as the player sees it: the truth, and what is under way on top. */
export function stakeOn(bet, rows = underWay()) {
  let amount = state.you?.stakes[bet] ?? 0;
  let pending = false;
  for (const row of rows) {
    if (row.bet !== bet) continue;
    pending = true;
    if (row.do === "place") amount += row.amount;
    if (row.do === "take_down") amount -= row.amount;
  }
  return { amount: Math.max(0, amount), pending };
}

/** What this window added to a spot, with what is under way. */
export function addedOn(bet, rows = underWay()) {
  let amount = state.you?.added?.[bet] ?? 0;
  for (const row of rows) if (row.bet === bet) amount += ADDS[row.do] * (row.amount ?? amount);
  return Math.max(0, Math.min(amount, stakeOn(bet, rows).amount));
}

const ADDS = { place: 1, take_down: -1, turn: 0 };

/** The spots to which this window added something. */
export const addedTo = () => {
  const rows = underWay();
  const touched = [...Object.keys(state.you?.added ?? {}), ...rows.map((row) => row.bet)];
  return [...new Set(touched)].filter((bet) => addedOn(bet, rows) > 0);
};

/** Free credits, less what is under way. */
export function spare() {
  let left = state.you?.credits ?? 0;
  for (const row of underWay()) if (row.do === "place") left -= row.amount;
  return left;
}

/** What the roll on the table brought this seat: null while that is not known, or where it decided nothing. The seat
 * may have been told before the table. */
export const lastHere = () => (state.last && rolled() !== null && state.last.round >= rolled() ? state.last : null);

/** The round whose dice lie there, or null where nobody has heard of it. */
export const rolled = () => state.table?.last?.round ?? null;

export const held = () => Object.keys(state.table?.holds ?? {}).length > 0;
export const live = () => state.page && state.up && state.table !== null && state.you !== null;
/** Whether the dice wait for this seat, locked or not. */
export const myThrow = () =>
  live() && !held() && state.table.phase === "shooting" && state.table.shooter === state.seat;
export const bettingOpen = () =>
  live() && !held() && !state.you.lock && state.you.open && OPEN.includes(state.table.phase);

/** Whether the player's own wish lets nothing be put up now: a break, the end of their time, a reality check to be read. */
export function resting() {
  const { session, ago_ms: ago = 0 } = state.care ?? {};
  if (!session) return false;
  const now = ago + performance.now() - state.careAt;
  const over = (left) => left !== null && left <= now;
  return session.break_ms > now || over(session.time_left_ms) || over(session.check_in_ms);
}
