// What the menu knows. Everything shown follows from this; the parts are told when it has changed.
import { telling } from "./telling.js";

export const state = {
  page: false, // whether the page hears its process
  up: false, // whether the process hears the controller
  why: "",
  languages: ["en"],
  names: {}, // of every language, each in itself
  door: null, // keys, panel, who may sign in: as the controller told it
  session: null, // who is signed in here, and what he may do
  over: "", // why the last session ended
  table: null,
  waiting: 0, // seats that wait for an attendant
  open: "", // the page that is open, by its name
};

export const { onChange, changed } = telling();

/** What the controller says of an act for this person now: `{now, code, why_not}`, or nothing where his role has it
 * not. */
export const offerOf = (act) => state.session?.acts.find((offer) => offer.act === act);
export const may = (act) => offerOf(act) !== undefined;
export const holds = () => Object.entries(state.table?.holds ?? {});

/** Its player has called an attendant. */
export const calls = ({ called_ms: since }) => since !== null && since !== undefined;

/** Somebody is waited for at this seat. */
export const waits = (seat) => calls(seat) || Boolean(seat.lock);
