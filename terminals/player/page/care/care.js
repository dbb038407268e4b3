// Care: the clock of the session, which is always seen; what the house says about playing responsibly; the player's own
// limits, breaks and reality checks. The table holds to them: here they are said, asked for and shown.
import { askCashOut } from "../over/lock.js";
import { goOn, setLimits, takeBreak } from "../acts.js";
import { byId, h, put, say, showIf } from "../dom.js";
import { decimals, money, point } from "../money.js";
import { changed, held, live, state } from "../state.js";
import { spoken, t } from "../words.js";

const MINUTE = 60_000;
let shown = "";
let open = false;

/** Milliseconds since the terminal was told. */
const ago = () => (state.care?.ago_ms ?? 0) + performance.now() - state.careAt;
const session = () => (live() ? (state.care?.session ?? null) : null);
const left = (ms) => (ms === null || ms === undefined ? null : Math.max(0, ms - ago()));
export const played = () => (session() ? session().played_ms + ago() : null);

/** What the session has brought, or cost: with what lies on the felt. */
export function net() {
  const { you } = state;
  return session() && you ? you.credits + you.layout + you.vigorish - session().brought : 0;
}

export const clockWords = (ms) => {
  const minutes = Math.floor(ms / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
};

export const breakLeft = () => (session()?.break_ms ? left(session().break_ms) : 0);
const checkDue = () => session() && left(session().check_in_ms) === 0;
const timeIsOver = () => session() && left(session().time_left_ms) === 0;

export function setUpCare() {
  byId("care-open").addEventListener("click", showCare);
  setInterval(drawCare, 1000);
}

export function drawCare() {
  const ms = played();
  say(byId("care-clock"), ms === null ? "–:––" : clockWords(ms));
  say(byId("care-words"), t("care.button"));
  showCheck();
  if (open && !byId("dialog").querySelector(":scope[open] #care")) open = false;
  if (open) draw();
}

/** Why nothing can be put up by the player's own wish, for the line at the top. */
export function careNotice() {
  const rest = breakLeft();
  if (rest) return ["note care", t("care.on_break"), t("care.on_break.why", { time: clockWords(rest + MINUTE - 1) })];
  if (timeIsOver()) return ["note care", t("care.time_over"), t("care.time_over.why")];
  return null;
}

// ---- reality check ----

/** Lies over the felt until the player goes on or cashes out: until then the table takes nothing. */
function showCheck() {
  const box = byId("check");
  const due = Boolean(checkDue()) && !state.you.lock && !state.you.asked && !held();
  const key = JSON.stringify([
    due,
    due && Math.floor(played() / MINUTE),
    due && net(),
    state.you?.credits,
    t("care.go_on"),
  ]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const was = !box.hidden;
  showIf(box, due);
  if (!due) return put(box);
  const result = net();
  put(
    box,
    h(
      "div",
      { class: "card", role: "alertdialog", "aria-modal": "false", "aria-labelledby": "check-title" },
      h("h2", { id: "check-title" }, t("care.check")),
      h("p", { class: "sum" }, clockWords(played())),
      h("p", { id: "check-net" }, netWords(result)),
      h(
        "div",
        { class: "pair" },
        h("button", { id: "check-go", class: "go", onclick: () => goOn() }, t("care.go_on")),
        h("button", { id: "check-cash", disabled: !state.you.credits, onclick: askCashOut }, t("cash.button")),
      ),
      h("p", { class: "quiet" }, t("care.check.why", { n: state.care.check_minutes })),
    ),
  );
  if (!was) byId("check-go").focus();
  return undefined;
}

const netWords = (amount) =>
  t(amount > 0 ? "care.net.won" : amount < 0 ? "care.net.lost" : "care.net.even", { amount: money(Math.abs(amount)) });

// ---- the panel ----

function showCare() {
  open = true;
  shown = "";
  draw();
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  if (!dialog.open) dialog.showModal();
}

const LIMITS = { minutes: [0, 15, 30, 60, 120, 240], loss: [], stake: [] };
/** Of money: so many times what the least chip is worth. */
const TIMES = { loss: [0, 20, 50, 100, 200, 500], stake: [0, 5, 10, 25, 50, 100] };

function draw() {
  const { care } = state;
  const now = session();
  const key = JSON.stringify([
    care,
    now && Math.floor(played() / MINUTE),
    net(),
    Math.ceil(breakLeft() / MINUTE),
    state.pending.size,
    t("close"),
  ]);
  if (key === shown) return;
  shown = key;
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const language = spoken();
  const text = care?.text[language] ?? t("care.text");
  const number = care?.number[language] ?? "";
  const focused = document.activeElement?.id;
  dialog.className = "sheet";
  put(
    dialog,
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, t("care.button")),
      h("button", { class: "close", onclick: () => dialog.close() }, t("close")),
    ),
    h(
      "div",
      { class: "panel-body", id: "care", tabindex: 0 },
      h("p", { class: "big" }, text),
      number ? h("p", { id: "care-number" }, t("care.call"), " ", h("b", {}, number)) : null,
      now
        ? h("p", {}, t("care.played", { time: clockWords(played()) }), " · ", netWords(net()))
        : h("p", {}, t("care.no_session")),
      h("h3", {}, t("care.limits")),
      h("p", { class: "quiet" }, t("care.limits.how", { wait: waitWords(care?.limit_wait_s ?? 0) })),
      Object.keys(LIMITS).map(limit),
      waiting(now),
      h("h3", {}, t("care.break")),
      h("p", { class: "quiet" }, t("care.break.how", { n: care?.break_minutes ?? 0 })),
      h(
        "button",
        { id: "break", class: "go", disabled: !now || breakLeft() > 0, onclick: () => takeBreak() },
        breakLeft()
          ? t("care.on_break.why", { time: clockWords(breakLeft() + MINUTE - 1) })
          : t("care.break.go", { n: care?.break_minutes ?? 0 }),
      ),
      h("p", { class: "quiet" }, t("care.ends", { time: waitWords(care?.ends_after_s ?? 0) })),
    ),
  );
  if (focused) document.getElementById(focused)?.focus();
}

const waitWords = (seconds) =>
  seconds % 3600 === 0
    ? t("care.hours", { n: seconds / 3600 })
    : seconds % 60 === 0
      ? t("care.minutes", { n: seconds / 60 })
      : t("care.seconds", { n: seconds });

const inForce = () => session()?.limits ?? { minutes: 0, loss: 0, stake: 0 };
/** What has been asked for last: what is looser than what holds waits. */
const asked = () => session()?.wanted ?? inForce();

/** A limit: what holds now, and what else there is to choose. */
function limit(name) {
  const holds = inForce()[name];
  const choices = choicesOf(name, asked()[name]);
  const select = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: `limit-${name}`, disabled: !live() },
      choices.map((value) => h("option", { value, selected: value === asked()[name] }, wordsOf(name, value))),
    )
  );
  select.addEventListener("change", () => {
    setLimits({ ...asked(), [name]: Number(select.value) });
    changed();
  });
  return h(
    "label",
    { class: "limit", "data-limit": name },
    h("span", {}, t(`care.limit.${name}`), h("small", {}, t("care.holds", { limit: wordsOf(name, holds) }))),
    select,
  );
}

function choicesOf(name, chosen) {
  const least = state.chips?.[0] ?? 10 ** decimals();
  const values = name === "minutes" ? LIMITS.minutes : TIMES[name].map((times) => times * least);
  return [...new Set([...values, chosen, inForce()[name]])].sort((a, b) => a - b);
}

const wordsOf = (name, value) =>
  !value ? t("care.none") : name === "minutes" ? t("care.minutes", { n: value }) : short(money(value));

/** A limit in whole credits says no cents. */
const short = (words) => words.replace(`${point()}${"0".repeat(decimals())}`, "");

function waiting(now) {
  if (!now?.wanted || !left(now.wanted_in_ms)) return null;
  const time = clockWords(left(now.wanted_in_ms) + MINUTE - 1);
  return h("p", { id: "limits-wait", role: "status" }, t("care.waits", { time }));
}
