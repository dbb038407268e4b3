// Layouts with names: the house's, which the game offers as data, and up to five of the player's, which the terminal keeps
// as long as the session lasts. Each goes up in one act: all of it, or nothing.
import { layStakes, missingOf, tell } from "../acts.js";
import { byId, h, put } from "../dom.js";
import { mostOn, spotOf, wholeOf } from "../limits.js";
import { money } from "../money.js";
import { stakeOn, state } from "../state.js";
import { betName, known, t } from "../words.js";

const MOST_KEPT = 5;
const LONGEST_NAME = 24;
let open = false;
let shown = "";

export const hasLayouts = () => Object.keys(state.offer?.layouts ?? {}).length > 0 || state.kept.length > 0;

/** The stakes of a layout of the house, with the chosen chip, as the table stands now. */
function stakesOf(layout) {
  const point = state.table?.hand?.point ?? null;
  const rows = (point ? (layout[String(point)] ?? layout.on) : layout[""]) ?? [];
  const stakes = {};
  for (const { bet, times, of, until } of rows) {
    if (!spotOf(bet)) continue;
    if (until && until.of.filter((other) => stakeOn(other).amount > 0).length >= until.n) continue;
    const wanted = (of ? stakeOn(of).amount : state.chip) * times;
    if (wanted) stakes[bet] = made(bet, wanted);
  }
  return stakes;
}

/** A stake that the spot takes: in units that pay whole, no less than its least and no more than it may hold. */
function made(bet, wanted) {
  const { min, unit } = spotOf(bet);
  const step = wholeOf(bet) ?? unit;
  const rounded = Math.ceil(Math.max(wanted, min) / step) * step;
  return rounded <= mostOn(bet) ? rounded : Math.floor(mostOn(bet) / unit) * unit;
}

export function showLayouts() {
  open = true;
  shown = "";
  draw();
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  if (!dialog.open) dialog.showModal();
}

export function drawLayouts() {
  if (open && !byId("dialog").querySelector(":scope[open] #layouts")) open = false;
  if (open) draw();
}

function draw() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const key = JSON.stringify([state.kept, state.you, state.table?.phase, state.table?.hand, state.chip, t("close")]);
  if (key === shown) return;
  shown = key;
  const house = Object.entries(state.offer?.layouts ?? {}).map(([name, layout]) =>
    row(known(`layout.${name}`) ? t(`layout.${name}`) : name, stakesOf(layout), { name, says: `layout.${name}.says` }),
  );
  const own = state.kept.map(({ name, stakes }, index) => row(name, stakes, { name: `own-${index}`, drop: index }));
  dialog.className = "sheet";
  put(
    dialog,
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, t("layouts.title")),
      h("button", { class: "close", onclick: () => dialog.close() }, t("close")),
    ),
    h(
      "div",
      { class: "panel-body", id: "layouts", tabindex: 0 },
      h("p", { class: "quiet" }, t("layouts.how", { amount: money(state.chip) })),
      house.length ? [h("h3", {}, t("layouts.house")), house] : [],
      h("h3", {}, t("layouts.own")),
      own.length ? own : h("p", { class: "quiet" }, t("layouts.none")),
      keep(),
      h("p", { class: "quiet" }, t("layouts.end")),
    ),
  );
}

/** A layout: what of it would go up now, and the button that does it. */
function row(title, stakes, { name, says = "", drop = -1 }) {
  const missing = missingOf(stakes);
  const sum = missing.reduce((so_far, { amount }) => so_far + amount, 0);
  const words = missing.map(({ bet, amount }) => `${betName(bet)} ${money(amount)}`).join(" · ");
  return h(
    "section",
    { class: "layout", "data-layout": name },
    h(
      "div",
      {},
      h("b", {}, title),
      says && known(says) ? h("p", { class: "quiet" }, t(says)) : null,
      h("p", {}, words || t("layouts.nothing")),
    ),
    drop >= 0
      ? h(
          "button",
          { class: "drop", "aria-label": t("layouts.drop", { name: title }), onclick: () => forget(drop) },
          "✕",
        )
      : null,
    h(
      "button",
      { class: "go", "data-lay": name, disabled: !sum, onclick: () => lay(stakes) },
      sum ? t("layouts.lay", { amount: money(sum) }) : t("layouts.cannot"),
    ),
  );
}

function lay(stakes) {
  layStakes(stakes);
  /** @type {HTMLDialogElement} */ (byId("dialog")).close(); // the felt shows what it did
}

/** What lies there now, under a name. */
function keep() {
  const stakes = Object.fromEntries(Object.entries(state.you?.stakes ?? {}).filter(([, amount]) => amount > 0));
  if (state.kept.length >= MOST_KEPT) return h("p", { class: "quiet" }, t("layouts.full", { n: MOST_KEPT }));
  if (!Object.keys(stakes).length || !state.care?.session) return null;
  const used = new Set(state.kept.map(({ name }) => name));
  const free = [1, 2, 3, 4, 5].map((n) => t("layouts.name", { n })).find((name) => !used.has(name));
  const input = /** @type {HTMLInputElement} */ (
    h("input", { id: "layout-name", maxlength: LONGEST_NAME, value: free, "aria-label": t("layouts.called") })
  );
  const kept = () => {
    const name = input.value.trim() || free;
    tell({ kind: "keep", layouts: [...state.kept.filter((one) => one.name !== name), { name, stakes }] });
  };
  return h("div", { class: "keep" }, input, h("button", { id: "layout-keep", onclick: kept }, t("layouts.keep")));
}

const forget = (index) => tell({ kind: "keep", layouts: state.kept.filter((_, at) => at !== index) });
