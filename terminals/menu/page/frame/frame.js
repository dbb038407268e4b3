// The top line and the rail; which page is open, and what it does again and again.
import { ask } from "../asking.js";
import { byId, h, put, say } from "../dom.js";
import { GROUPS, offered } from "./menu.js";
import { holdWords, phaseOf } from "../own.js";
import { changed, holds, state, waits } from "../state.js";
import { close } from "../parts/dialogs.js";
import { named, t } from "../words.js";

const WAITING_EVERY_MS = 3000;
/** Pixels by which letters may reach out of their line and still be whole. */
const OVERHANG = 2;
/** @type {any} */ // what a page's `open` returned: a function that draws it anew
let refresh = () => {};
let timers = [];
let drawn = "";

/** Now and then every so often, for as long as the page is open and nobody waits for an answer of the last time. */
export function every(milliseconds, task) {
  let busy = false;
  const turn = async () => {
    if (busy) return;
    busy = true;
    try {
      await task();
    } finally {
      busy = false; // what failed once is tried again
    }
  };
  timers.push(setInterval(turn, milliseconds));
  return turn();
}

export function openPage(name) {
  leave();
  const entry = offered(state.session?.role).find((one) => one.name === name);
  if (!entry) return;
  state.open = name;
  const place = h("div", { class: "page", id: `page-${name}` });
  put(byId("main"), h("h1", {}, t(`op.page.${name}`)), place);
  byId("main").scrollTop = 0;
  refresh = entry.page.open(place) ?? (() => {});
  changed();
}

export function leave() {
  for (const timer of timers) clearInterval(timer);
  timers = [];
  refresh = () => {};
  state.open = "";
  close();
  put(byId("main"));
}

export function showFrame() {
  const { session, table } = state;
  document.body.classList.toggle("out", !session);
  byId("demo").hidden = !table?.demo;
  byId("sign-out").hidden = !session;
  byId("rail").hidden = !session;
  showNow(byId("now"));
  const away = !state.page || !state.up;
  put(byId("notices"), away ? h("p", { class: "notice" }, t(state.page ? "op.away" : "notice.page_lost")) : null);
  if (session) showRail();
  refresh();
}

/** Whole, in two lines where it is long, in three smaller ones where it is longer. */
function showNow(now) {
  say(now, tableWords());
  now.classList.toggle("held", holds().length > 0);
  now.classList.remove("long");
  now.classList.toggle("long", now.scrollHeight > now.clientHeight + OVERHANG);
}

/** What the table does, in a word; a hold with its reason. */
function tableWords() {
  const { table } = state;
  if (!table) return t("phase.away");
  const [held] = holds();
  if (held) return named(t("phase.held"), holdWords(table, held[0], held[1]));
  if (table.phase === "shooting") return t("phase.shooting", { n: table.shooter });
  return table.game ? phaseOf(table) : t(`phase.${table.phase}`);
}

/** How many seats wait for somebody, for a person who is on another page. */
async function countWaiting() {
  if (!state.session || state.open === "seats" || !offered(state.session.role).some(({ name }) => name === "seats"))
    return;
  const answer = await ask({ kind: "look", what: "seats" });
  if (answer.ok) state.waiting = answer.details.seats.filter(waits).length;
  changed();
}
setInterval(countWaiting, WAITING_EVERY_MS);

function showRail() {
  const { role } = state.session;
  const key = `${role} ${state.open} ${state.waiting} ${t("op.title")}`;
  if (key === drawn) return;
  drawn = key;
  const focused = document.activeElement?.dataset?.entry;
  const group = (of) => {
    const entries = offered(role).filter((entry) => entry.group === of);
    return entries.length ? [h("h2", {}, t(`op.group.${of}`)), entries.map(entryButton)] : null;
  };
  put(byId("rail"), GROUPS.map(group));
  byId("rail").setAttribute("aria-label", t("op.title"));
  if (focused) byId("rail").querySelector(`[data-entry="${focused}"]`)?.focus();
}

const entryButton = ({ name }) =>
  h(
    "button",
    { "data-entry": name, "aria-current": state.open === name ? "page" : null, onclick: () => openPage(name) },
    t(`op.page.${name}`),
    name === "seats" && state.waiting
      ? h("span", { class: "count", "aria-label": t("op.seats.waiting", { n: state.waiting }) }, String(state.waiting))
      : null,
  );
