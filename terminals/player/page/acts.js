// What a player does. Everything is asked of the terminal and drawn as pending until the answer is on disk.
import { ACROSS, fullOdds, group, isLocked, isOpen, isWorking, numberOf, spotOf, tapAmount } from "./limits.js";
import { changed, spare, stakeOn, state } from "./state.js";

let tags = 0;
let send = () => false;
let refused = () => {};

export function useLine(say, onRefusal) {
  send = say;
  refused = onRefusal;
}

function ask(act) {
  const tag = ++tags;
  const said = { ...act, tag, ...(act.kind === "cash_out" ? {} : { round: state.table?.round ?? 0 }) };
  if (!send(said)) return refused(act, { code: "line_down" });
  state.pending.set(tag, said);
  changed();
  return undefined;
}

/** The answer to something that was asked. */
export function answered({ tag, ok, code, reason, you }) {
  const act = state.pending.get(tag);
  state.pending.delete(tag);
  if (you) state.you = you;
  if (act && ok && act.kind === "wager" && act.do !== "turn") remember(act);
  if (act && !ok) refused(act, { code, reason });
  changed();
  return act;
}

/** An undone wager is forgotten; any other can be undone in its window. */
function remember(act) {
  if (act.undoes) return;
  state.mine.push({ do: act.do, bet: act.bet, amount: act.amount, round: act.round });
}

const wager = (what, bet, more) => ask({ kind: "wager", do: what, bet, ...more });

export function place(bet, amount) {
  if (amount > 0) wager("place", bet, { amount });
}

/** All that may come down of what lies on a spot: of a locked wager, what this window added. */
export function takeDown(bet) {
  const there = state.you?.stakes[bet] ?? 0;
  if (!there) return;
  const free = isLocked(bet) ? (state.you.added[bet] ?? 0) : there;
  wager("take_down", bet, { amount: free || there });
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
  for (const bet of callable(kind)) if (isWorking(bet) !== on) wager("turn", bet, { on });
}

/** The wagers of this seat that take a call. */
export const callable = (kind = null) =>
  Object.keys(state.you?.stakes ?? {}).filter((bet) => spotOf(bet)?.calls && (kind === null || spotOf(bet).kind === kind));

export const mayUndo = () => state.mine.some((one) => one.round === state.table?.round);

export function undo() {
  const last = state.mine.pop();
  if (!last || last.round !== state.table?.round) return;
  const back = last.do === "place" ? "take_down" : "place";
  const said = { kind: "wager", do: back, bet: last.bet, amount: last.amount };
  const tag = ++tags;
  if (send({ ...said, tag, round: last.round })) state.pending.set(tag, { ...said, tag, round: last.round, undoes: true });
  changed();
}

/** Takes back whatever this window added, odds before the wagers they lie on. */
export function clear() {
  for (const bet of inOrder(Object.keys(state.you?.added ?? {})).reverse())
    if (state.you.added[bet] > 0) wager("take_down", bet, { amount: Math.min(state.you.added[bet], state.you.stakes[bet] ?? 0) });
}

/** As much again on everything that takes a wager now. */
export function double() {
  for (const bet of inOrder(Object.keys(state.you?.stakes ?? {}))) if (isOpen(bet)) place(bet, state.you.stakes[bet]);
}

/** What is missing of the layout as it stood at the last close, where it takes a wager now. */
export const missing = () => inOrder(Object.keys(state.laid)).filter((bet) => state.laid[bet] > stakeOn(bet).amount);

export function repeat() {
  for (const bet of missing()) place(bet, state.laid[bet] - stakeOn(bet).amount);
}

/** Full odds behind everything that stands on a number. */
export function allOdds() {
  for (const [bet, spot] of Object.entries(state.offer?.spots ?? {})) {
    if (!spot.base || !isOpen(bet)) continue;
    const amount = Math.min(fullOdds(bet), Math.floor(spare() / spot.unit) * spot.unit);
    if (amount > 0) place(bet, amount);
  }
}

/** The chosen chip on each of these numbers, but for the point that the pass line has already. */
export function placeNumbers(numbers) {
  const mine = stakeOn("pass_line").amount ? state.table?.hand?.point : null;
  for (const bet of group(numbers)) if (numbers !== ACROSS || numberOf(bet) !== mine) place(bet, tapAmount(bet, state.chip));
}

export const done = () => ask({ kind: "done" });
export const shoot = () => ask({ kind: "shoot" });
export const passDice = () => ask({ kind: "pass_dice" });
export const choose = (keep) => ask({ kind: "choose", keep });
export const cashOut = () => ask({ kind: "cash_out" });

/** As the felt lists them: a base before its odds, bets for the hand last. */
function inOrder(bets) {
  const order = Object.keys(state.offer?.spots ?? {});
  return bets.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
