// What a player does. Everything is asked of the terminal and drawn as pending until the answer is on disk.
import {
  fullOdds,
  group,
  isLocked,
  isOpen,
  isOpenWith,
  isWorking,
  mostOn,
  spotOf,
  tapAmount,
  wholeOf,
} from "./limits.js";
import { addedOn, addedTo, changed, lastHere, rowsOf, spare, stakeOn, state } from "./state.js";

let tags = Date.now() * 1000; // each page hears what another was answered, also one that it was before it was drawn anew
/** @type {(message: object) => boolean} */
let send = () => false;
/** @type {(act: any, answer: any) => void} */
let refused = () => {};

export function useLine(say, onRefusal) {
  send = say;
  refused = onRefusal;
}

/** Something that is no command: it has no number, and the terminal hears it without the controller too. */
export const tell = (message) => send(message);

/** What belongs to no round. */
const ROUNDLESS = ["cash_out", "set_limits", "take_break", "go_on"];

function ask(act) {
  const tag = ++tags;
  const said = { ...act, tag, ...(ROUNDLESS.includes(act.kind) ? {} : { round: state.table?.round ?? 0 }) };
  const { undoes, auto, ...sent } = said; // that is the page's own affair
  if (!state.up || !send(sent)) return refused(act, { code: "line_down" });
  state.pending.set(tag, said);
  changed();
  return undefined;
}

/** The answer to something that was asked. */
export function answered({ tag, ok, code, reason, wager: blamed, you }) {
  const act = state.pending.get(tag);
  state.pending.delete(tag);
  if (you) state.you = you;
  if (act && ok) remember(act);
  if (act && !ok) refused({ ...act, bet: rowsOf(act)[rowsOf(act).length === 1 ? 0 : blamed]?.bet }, { code, reason });
  changed();
  return act;
}

/** An undone act is forgotten; any other of this window's can be undone, all that it did at once. */
function remember(act) {
  const moved = rowsOf(act).filter((row) => row.do !== "turn" && row.amount);
  if (!act.undoes && moved.length) state.mine.push({ rows: moved, round: act.round });
}

/** Several in one act: all of them are taken, or none. */
function together(rows, more = {}) {
  if (rows.length) ask({ kind: "wagers", wagers: rows, ...more });
}

const wager = (what, bet, more) => together([{ do: what, bet, ...more }]);

export function place(bet, amount) {
  if (amount > 0) wager("place", bet, { amount });
}

export const takeDown = (bet) => together([downRow(bet)].filter(Boolean));

/** One chip back, or what of it may come down. */
export function takeChip(bet) {
  const row = downRow(bet);
  if (!row) return;
  const { min, unit } = spotOf(bet);
  const there = stakeOn(bet).amount;
  const chip = Math.max(unit, Math.floor(state.chip / unit) * unit);
  const left = there - chip;
  together([{ ...row, amount: left >= min || isLocked(bet) ? Math.min(chip, row.amount) : row.amount }]);
}

/** As much more as lies there, or half of that, in units that this spot pays whole; no more than it may hold. A seat that
 * comes back hears of its stakes before it has the book: nothing then. */
export const pressAmount = (bet, part = 1) => {
  if (!spotOf(bet)) return 0;
  const unit = wholeOf(bet) ?? spotOf(bet).unit;
  const there = stakeOn(bet).amount;
  const wanted = Math.max(unit, Math.floor((there * part) / unit) * unit);
  const room = Math.floor((mostOn(bet) - there) / spotOf(bet).unit) * spotOf(bet).unit;
  return there > 0 && isOpen(bet) ? Math.max(0, Math.min(wanted, room)) : 0;
};
export const press = (bet, part) => place(bet, pressAmount(bet, part));

/** Half of it comes back, and what stays is no less than the spot takes; 0 where that cannot be. */
export function regressAmount(bet) {
  if (!spotOf(bet)) return 0;
  const { min, unit } = spotOf(bet);
  const there = stakeOn(bet).amount;
  const whole = wholeOf(bet) ?? unit;
  const step = there / 2 >= whole ? whole : unit;
  const stays = Math.max(Math.ceil(min / unit) * unit, Math.ceil(there / 2 / step) * step);
  return stays < there && there - stays <= freeOn(bet) ? there - stays : 0;
}
export const regress = (bet) => {
  const amount = regressAmount(bet);
  if (amount) together([{ do: "take_down", bet, amount }]);
};

/** What is missing on the other side of a spot, so that the same lies on both. */
export const mirrorAmount = (bet) => {
  const other = spotOf(bet)?.mirror;
  return other && isOpen(other) ? Math.max(0, stakeOn(bet).amount - stakeOn(other).amount) : 0;
};
export const bothWays = (bet) => place(spotOf(bet).mirror, mirrorAmount(bet));

/** A chip that is drawn from one spot to another: both, or nothing. */
export function move(from, to) {
  const row = downRow(from);
  if (!row) return refused({ bet: from }, { code: "nothing_there" });
  return together([row, { do: "place", bet: to, amount: row.amount }]);
}

/** How much of what lies on a spot may come down: of a locked wager, what this window added. */
export const freeOn = (bet) => (isLocked(bet) ? addedOn(bet) : stakeOn(bet).amount);

/** All of that; where it is nothing, what lies there, so that whoever asks is told why not. */
function downRow(bet) {
  const there = stakeOn(bet).amount;
  return there ? { do: "take_down", bet, amount: freeOn(bet) || there } : null;
}

export function tap(bet) {
  if (state.mode === "remove") return takeDown(bet);
  if (state.mode === "call") return turn(bet);
  return place(bet, tapAmount(bet, state.chip));
}

export function turn(bet) {
  if (stakeOn(bet).amount && spotOf(bet)?.calls) wager("turn", bet, { on: !isWorking(bet) });
}

/** Every wager that takes a call, or all of one kind: those that the call would change. */
export function turnGroup(kind, on) {
  together(
    callable(kind)
      .filter((bet) => isWorking(bet) !== on)
      .map((bet) => ({ do: "turn", bet, on })),
  );
}

/** The wagers of this seat that take a call. */
export const callable = (kind = null) =>
  Object.keys(state.you?.stakes ?? {}).filter(
    (bet) => spotOf(bet)?.calls && (kind === null || spotOf(bet).kind === kind),
  );

export const mayUndo = () => state.mine.some((one) => one.round === state.table?.round);

/** The last act backwards, whole. */
export function undo() {
  const last = state.mine.pop();
  if (!last || last.round !== state.table?.round) return;
  const back = { place: "take_down", take_down: "place" };
  together(last.rows.map(({ do: did, bet, amount }) => ({ do: back[did], bet, amount })).reverse(), { undoes: true });
}

/** Takes back whatever this window added, odds before the wagers they lie on. */
export function clear() {
  const added = inOrder(addedTo()).reverse();
  together(added.map((bet) => ({ do: "take_down", bet, amount: addedOn(bet) })));
}

/** What each button that lays several wagers would lay now; where that is nothing it cannot be pressed. */
const LAYS = {
  double: doubled,
  repeat: missing,
  odds: fullBehind,
  press: pressed,
  inside: () => grouped("inside"),
  outside: () => grouped("outside"),
  across: () => grouped("across"),
};

export const would = (button) => LAYS[button]().length > 0;
export const lay = (button) => together(LAYS[button]());

const puts = (bets, amountOf) =>
  bets.map((bet) => ({ do: "place", bet, amount: amountOf(bet) })).filter((row) => row.amount > 0);

/** What won on this roll and still lies there grows by as much again. */
function pressed() {
  const won = (lastHere()?.rows ?? []).filter((row) => row.result === "win" && row.stays).map((row) => row.bet);
  return puts(won, (bet) => pressAmount(bet));
}

/** What a layout lacks, of the house's or the player's: all of it goes up together, or nothing. */
export const missingOf = (stakes) => {
  const bets = [];
  const lacks = (bet) => stakes[bet] - stakeOn(bet).amount;
  for (const bet of inOrder(Object.keys(stakes))) if (lacks(bet) > 0 && isOpenWith(bet, bets)) bets.push(bet);
  return puts(bets, lacks);
};
export const layStakes = (stakes, more) => together(missingOf(stakes), more);

/** As much again on everything that takes a wager now. */
function doubled() {
  return puts(
    inOrder(Object.keys(state.you?.stakes ?? {})).filter((bet) => isOpen(bet)),
    (bet) => stakeOn(bet).amount,
  );
}

/** What is missing of the layout as it stood at the last close: of that what can be laid now, one after the other. */
function missing() {
  return missingOf(state.laid);
}

/** Full odds behind everything that stands on a number, as far as the credits go. */
function fullBehind() {
  let left = spare();
  const wanted = (bet) => {
    const { unit, min } = spotOf(bet);
    const amount = Math.min(fullOdds(bet), Math.floor(left / unit) * unit);
    if (amount <= 0 || stakeOn(bet).amount + amount < min) return 0;
    left -= amount;
    return amount;
  };
  return puts(
    Object.keys(state.offer?.spots ?? {}).filter((bet) => spotOf(bet).base && isOpen(bet)),
    wanted,
  );
}

/** The chosen chip on each bet of the group, where it takes a wager now. */
function grouped(name) {
  return puts(
    group(name).filter((bet) => isOpen(bet)),
    (bet) => tapAmount(bet, state.chip),
  );
}

/** So many of the chosen chip on each of these spots; while taps take down, all that may come down of what lies there. */
export function layChips(chips) {
  const bets = Object.keys(chips);
  if (state.mode === "remove") return together(bets.map(downRow).filter(Boolean));
  return together(puts(bets, (bet) => tapAmount(bet, chips[bet] * state.chip)));
}

export const done = () => ask({ kind: "done" });
export const shoot = () => ask({ kind: "shoot" });
export const passDice = () => ask({ kind: "pass_dice" });
export const choose = (keep) => ask({ kind: "choose", keep });
export const setLimits = (limits) => ask({ kind: "set_limits", ...limits });
export const takeBreak = () => ask({ kind: "take_break" });
export const goOn = () => ask({ kind: "go_on" });
export const cashOut = () => ask({ kind: "cash_out" });

/** As the felt lists them: a base before its odds, bets for the hand last. */
function inOrder(bets) {
  const order = Object.keys(state.offer?.spots ?? {});
  return bets.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
