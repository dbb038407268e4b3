// Notes and tickets at this seat: what the slot takes now, what is on its way in or out, and what a player does then.
import { byId, say, showIf } from "./dom.js";
import { money, inNotes } from "./money.js";
import { noises } from "./noises.js";
import { live, state } from "./state.js";
import { toast } from "./over/toast.js";
import { known, t } from "./words.js";

/** What has become a hand-pay is said over the locked seat. */
const BY_HAND = ["voiding", "payable"];

/** Why an attendant pays what was to be a ticket. */
export function turnedWords() {
  const { stage, amount } = state.cash?.ticket ?? {};
  return BY_HAND.includes(stage) ? t(`ticket.${stage}.why`, { amount: money(amount) }) : "";
}

/** Whether money can be put in here now. */
export const letsIn = () => Boolean(state.cash && (state.cash.notes.length || state.cash.tickets));

/** Whether a cash-out of the free credits prints a ticket now; else an attendant pays. */
export const printsTicket = () => Boolean(state.cash) && state.you.credits <= state.cash.ticket_limit;

/** Something is in the slot or at the printer: whoever it belongs to is here. */
export const hasPaper = () => Boolean(state.cash?.paper || state.cash?.ticket);

/** Under the credits: what the slot takes. */
export function showTakes() {
  const place = byId("takes");
  showIf(place, live() && state.cash);
  if (!place.hidden) say(place, slotWords());
}

/** What the slot takes now, or why nothing. */
export const slotWords = () => takesWords(state.cash);

function takesWords({ notes, tickets, takes, why }) {
  const list = notes.map(inNotes).join(" ");
  if (notes.length) return t(tickets ? "takes.both" : "takes.notes", { notes: list });
  if (why) return t("takes.nothing", { why: whyWords(why) });
  if (tickets) return t(takes.length ? "takes.tickets.full" : "takes.tickets");
  return t("takes.nothing", { why: whyWords(takes.length ? "credit_limit" : "fault") });
}

const whyWords = (why) => t(known(`cash.why.${why}`) ? `cash.why.${why}` : "cash.why.fault");

/** What stands over the felt, the most pressing first. */
export function cashNotices() {
  const { cash } = state;
  if (!cash) return [];
  return [paperNotice(cash.paper), ticketNotice(cash.ticket), heldNotice(cash)].filter(Boolean);
}

function paperNotice(paper) {
  if (paper?.stage === "asking") return ["note paper", t("paper.asking"), t("paper.asking.why")];
  if (paper?.stage !== "unknown") return null;
  return ["held", t("paper.unknown"), t("paper.unknown.why", { paper: named(paper) })];
}

function ticketNotice(ticket) {
  if (!ticket || BY_HAND.includes(ticket.stage)) return null;
  const key = `ticket.${ticket.stage}`;
  return [ticket.stage === "left" ? "held" : "note paper", t(key), t(`${key}.why`, { amount: money(ticket.amount) })];
}

function heldNotice({ holds, paper }) {
  return holds.length && paper?.stage !== "unknown" ? ["held", t("cash.held"), t("cash.held.why")] : null;
}

/** `your $20.00 note`, or without an amount that nobody knows. */
function named({ what, amount }) {
  return t(amount ? `paper.${what}` : `paper.${what}.some`, { amount: money(amount) });
}

/** Money has come, or a paper went back: a word and a sound. */
export function paperMoved(message) {
  const { what, how, amount, why } = message;
  if (how === "returned") {
    toast(t("moved.returned", { paper: named(message), why: whyBack(why) }));
    return noises.refused();
  }
  toast(t(`moved.${how}.${what}`, { amount: money(amount) }), true);
  return how === "credited" ? noises.money() : noises.ticket();
}

const whyBack = (why) => t(known(`back.${why}`) ? `back.${why}` : "back.other");
