// Diagnostics: panels with their keys, doors and buttons, terminals, the journal and its disk, the clock.
import { ask } from "../asking.js";
import { barChart } from "../charts.js";
import { h } from "../dom.js";
import { every } from "../frame.js";
import { when } from "../paper.js";
import { actButton, actions, facts, list, redraw, word } from "../parts.js";
import { past } from "../past.js";
import { state } from "../state.js";
import { tell } from "../toast.js";
import { t } from "../words.js";

const EVERY_MS = 1000;
const JOURNAL_EVERY_MS = 5000;
const INPUTS = ["key", "door", "ignored"];
const INPUTS_SHOWN = 4;
const GRID = 96;
const ENOUGH = 1000;

export const diagnostics = {
  open(place) {
    const view = { status: null, table: null, inputs: [], journal: null, off: null };
    const parts = Object.fromEntries(["panels", "terminals", "journal"].map((id) => [id, h("section", { id: `part-${id}`, class: "gap" })]));
    const look = async () => {
      const [machine, table, ...inputs] = await Promise.all([ask({ kind: "status" }), ask({ kind: "look", what: "table" }), ...INPUTS.map((of) => past("log", { of, last: INPUTS_SHOWN }))]);
      if (machine.ok) view.status = machine.details;
      if (table.ok) view.table = table.details;
      view.inputs = inputs.flatMap((answer) => answer?.rows ?? []).sort((a, b) => b.id - a.id).slice(0, 6);
      refresh();
    };
    const lookJournal = async () => {
      const answer = await past("journal", {});
      if (answer) Object.assign(view, { journal: answer.document, off: Date.now() - answer.document.clock });
      refresh();
    };
    const refresh = () => {
      if (!view.status || !view.table) return;
      const { links, seats, latencies } = view.status;
      const panels = links.filter(({ role }) => role === "panel").map(({ name, up, details }) => ({ name, up, details }));
      redraw(parts.panels, [panels, view.table.doors, view.inputs, state.door, state.session?.acts], () => panelsOf(panels, view, look));
      redraw(parts.terminals, [seats, Object.values(latencies).map(({ counts }) => counts.reduce((a, b) => a + b, 0) >> 6)], () => terminalsOf(view.status));
      if (view.journal) redraw(parts.journal, [view.journal, Math.round(view.off / ENOUGH)], () => journalOf(view));
    };
    place.append(...Object.values(parts));
    every(EVERY_MS, look);
    every(JOURNAL_EVERY_MS, lookJournal);
    return refresh;
  },
};

// ---- panels ----

function panelsOf(panels, { table, inputs }, look) {
  const lamps = async () => {
    tell(await ask({ kind: "act", act: "lamp_test" }), t("op.diag.lamps.done"));
    look();
  };
  const keys = state.door?.keys ?? [];
  const card = ({ name, up, details }) => h("article", { class: up ? "card" : "card waits", "data-board": name }, h("h3", {}, name), facts([[t("op.diag.link"), t(up ? "op.service.up" : "op.service.down"), up ? "" : "why"], ...Object.entries(details).filter(([of]) => of !== "present").map(([of, value]) => [word("op.unit", of), String(value)])]));
  return [
    h("h2", {}, t("op.diag.panels")),
    h("div", { class: "cards" }, panels.map(card)),
    h("div", { class: "cards gap" }, h("article", { class: "card", id: "doors" }, h("h3", {}, t("op.diag.doors")), facts(Object.entries(table.doors).map(([name, open]) => [word("op.door", name), t(open ? "op.door.open" : "op.door.closed"), open ? "why" : ""]))), h("article", { class: "card", id: "key-switches" }, h("h3", {}, t("op.diag.keys")), keys.length ? facts(keys.map((key) => [key, t("op.diag.turned")])) : h("p", { class: "soft" }, t("op.diag.no_key")))),
    h("p", { class: "soft gap" }, t("op.diag.inputs.says")),
    h("div", { id: "inputs" }, list([t("op.changes.at"), t("op.log.kind"), t("op.log.seat"), t("op.log.what"), t("op.log.details")], inputs.map((row) => [when(row.at), word("op.log", row.of), row.seat ? String(row.seat) : "", row.text, row.details]))),
    h("div", { class: "gap" }, actions(actButton("lamp_test", t("op.diag.lamps"), lamps))),
  ];
}

// ---- terminals ----

function terminalsOf({ seats, latencies, version }) {
  const rows = seats.map((seat) => ({ name: `seat-${seat.seat}`, look: seat.linked ? null : "over", cells: [t("seat", { n: seat.seat }), t(seat.linked ? "op.service.up" : "op.service.down"), t(seat.open ? "op.yes" : "op.no"), seat.lock ? word("op.lock", seat.lock) : "–"] }));
  return [
    h("h2", {}, t("op.diag.terminals")),
    list([t("op.log.seat"), t("op.diag.link"), t("op.diag.open"), t("op.diag.lock")], rows),
    h("p", { class: "soft gap" }, t("op.diag.version", { version })),
    h("div", { class: "row" }, h("button", { class: "plain", id: "touch", "data-key": "touch", onclick: touchTest }, t("op.diag.touch"))),
    h("h3", { class: "gap" }, t("op.diag.latency")),
    h("div", { class: "charts" }, Object.entries(latencies).map(([name, told]) => latency(name, told))),
  ];
}

/** Durations by their upper bound; from the first to the last that has any. */
function latency(name, { bounds, counts }) {
  const names = [...bounds.map((bound) => (bound >= ENOUGH ? `${bound / ENOUGH}` : `.${String(bound).padStart(3, "0")}`)), "∞"];
  const used = counts.map((count, index) => (count ? index : -1)).filter((index) => index >= 0);
  if (!used.length) return null;
  const shown = Object.fromEntries(names.slice(used[0], used.at(-1) + 1).map((of, index) => [`≤${of}`.replace("≤∞", "∞"), counts[used[0] + index]]));
  return h("section", {}, h("h3", {}, t(`op.diag.${name}`)), barChart({ counts: shown }, t(`op.diag.${name}`), { height: 210, small: true }));
}

/** Fields over the whole glass: each turns when it is touched; done when all have, or with the button. */
function touchTest() {
  const cells = Array.from({ length: GRID }, () => h("button", { type: "button", tabindex: -1, "aria-hidden": "true" }));
  const left = h("button", { type: "button", class: "leave", id: "touch-left", onclick: end }, "");
  const count = () => (left.textContent = t("op.diag.touch.left", { n: cells.filter((one) => !one.classList.contains("touched")).length }));
  const touch = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!cells.includes(under)) return;
    under.classList.add("touched");
    count();
    if (cells.every((one) => one.classList.contains("touched"))) left.textContent = t("op.diag.touch.good");
  };
  const grid = h("div", { class: "touch", id: "touch-grid", role: "dialog", "aria-label": t("op.diag.touch"), onpointerdown: touch, onpointermove: touch, onkeydown: (event) => event.key === "Escape" && end() }, cells, left);
  function end() {
    grid.remove();
    document.getElementById("touch")?.focus();
  }
  document.getElementById("main").append(grid);
  count();
  left.focus();
}

// ---- journal, disk, clock ----

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(2)} GB`;

function journalOf({ journal, off }) {
  const rows = [
    ["journal", journal.journal],
    ["life", word("op.diag.life", journal.life)],
    ["file", journal.file],
    ["entries", String(journal.entries)],
    ["last", String(journal.last)],
    ["archived_through", String(journal.archived_through)],
    ["rounds", String(journal.rounds)],
    ["lines_in_the_log", String(journal.lines_in_the_log)],
    ["being_written", t(journal.being_written ? "op.yes" : "op.no")],
    ["signed", journal.signed ? `${journal.signed.entry} · ${when(journal.signed.at)}` : "–"],
    ["engine", journal.engine],
    ["schema", String(journal.schema)],
  ];
  const disk = journal.disk;
  const used = h("progress", { value: disk.bytes - disk.free, max: disk.bytes, "aria-label": t("op.diag.disk") });
  return [
    h("h2", {}, t("op.diag.journal")),
    h("article", { class: "card" }, facts(rows.map(([name, value]) => [t(`op.diag.${name}`), value]))),
    h("article", { class: "card gap" }, h("h3", {}, t("op.diag.disk")), used, facts([[t("op.diag.bytes"), gigabytes(journal.bytes)], [t("op.diag.free"), gigabytes(disk.free)], [t("op.diag.size"), gigabytes(disk.bytes)]])),
    h("article", { class: "card gap", id: "clock" }, h("h3", {}, t("op.diag.clock")), facts([[t("op.diag.machine"), new Date(journal.clock).toISOString()], [t("op.diag.off"), `${(off / ENOUGH).toFixed(1)} s`, Math.abs(off) > 2 * ENOUGH ? "why" : ""]])),
  ];
}
