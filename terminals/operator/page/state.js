// What the menu knows. Everything shown follows from this; the parts are told when it has changed.

export const state = {
  page: false, // whether the page hears its process
  up: false, // whether the process hears the controller
  why: "",
  languages: ["en"],
  door: null, // keys, panel, who may sign in: as the controller told it
  session: null, // who is signed in here, and what he may do
  over: "", // why the last session ended
  table: null,
  waiting: 0, // seats that wait for an attendant
  open: "", // the page that is open, by its name
};

const listeners = [];
let waiting = false;

export const onChange = (listener) => listeners.push(listener);

/** Tell everybody, once however often it changed. */
export function changed() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    for (const listener of listeners) listener();
  });
}

/** What the controller says of an act for this person now: `{now, code, why_not}`, or nothing where his role has it not. */
export const offerOf = (act) => state.session?.acts.find((offer) => offer.act === act);
export const may = (act) => offerOf(act) !== undefined;
export const holds = () => Object.entries(state.table?.holds ?? {});
