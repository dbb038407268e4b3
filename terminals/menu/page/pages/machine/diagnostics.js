// Diagnostics: panels with their keys, doors and buttons, terminals, the journal and its disk, the clock.
import { ask } from "../../asking.js";
import { boardCard } from "../../devices/boards.js";
import { barChart } from "../../parts/charts.js";
import { h } from "../../dom.js";
import { every } from "../../frame/frame.js";
import { lookAtTerminals, ownScreen, terminalRows } from "../../devices/glasses.js";
import { when } from "../../parts/paper.js";
import { actButton, actions, facts, list, redraw, word } from "../../parts/parts.js";
import { past } from "../../past/past.js";
import { acceptorRows, lookAtCash, printerRows } from "../../devices/slots.js";
import { state } from "../../state.js";
import { tell } from "../../frame/toast.js";
import { touchGrid } from "../../shown/touching.js";
import { t } from "../../words.js";
import { told } from "../records/log.js";
import { healthName, healthValue } from "../../devices/health.js";

const EVERY_MS = 1000;
const JOURNAL_EVERY_MS = 5000;
const INPUTS = ["key", "door", "ignored"];
const INPUTS_SHOWN = 4;
const TESTS_SEEN = 100;
const ENOUGH = 1000;

export const diagnostics = {
  open(place) {
    const view = {
      status: null,
      panels: null,
      terminals: null,
      inputs: [],
      tests: [],
      cash: [],
      journal: null,
      off: null,
    };
    const parts = Object.fromEntries(
      ["panels", "terminals", "cash", "health", "journal"].map((id) => [
        id,
        h("section", { id: `part-${id}`, class: "gap" }),
      ]),
    );
    const look = async () => {
      const [machine, panels, terminals, cash, tests, ...inputs] = await Promise.all([
        ask({ kind: "status" }),
        ask({ kind: "look", what: "panels" }),
        lookAtTerminals(),
        lookAtCash(),
        past("tests", { last: TESTS_SEEN }),
        ...INPUTS.map((of) => past("log", { of, last: INPUTS_SHOWN })),
      ]);
      if (machine.ok) view.status = machine.details;
      if (panels.ok) view.panels = panels.details;
      view.terminals = terminals ?? view.terminals;
      view.cash = cash ?? view.cash;
      view.tests = tests?.rows ?? view.tests;
      view.inputs = inputs
        .flatMap((answer) => answer?.rows ?? [])
        .sort((a, b) => b.id - a.id)
        .slice(0, 6);
      refresh();
    };
    const lookJournal = async () => {
      const answer = await past("journal", {});
      if (answer) Object.assign(view, { journal: answer.document, off: Date.now() - answer.document.clock });
      refresh();
    };
    const refresh = () => {
      if (!view.status || !view.panels || !view.terminals) return;
      const { links, seats, latencies } = view.status;
      const drivers = links.filter(({ role }) => role === "panel").map(({ name, details }) => [name, details]);
      const measured = Object.values(latencies).map(({ counts }) => counts.reduce((a, b) => a + b, 0) >> 6);
      redraw(parts.panels, [drivers, view.panels, view.inputs, state.session?.acts], () => panelsOf(view, look));
      redraw(parts.terminals, [view.terminals, seats, view.tests, measured, state.session?.acts], () =>
        terminalsOf(view, look),
      );
      redraw(parts.cash, view.cash, () => cashOf(view.cash));
      redraw(parts.health, view.status.health, () => healthOf(view.status.health));
      if (view.journal) redraw(parts.journal, [view.journal, Math.round(view.off / ENOUGH)], () => journalOf(view));
    };
    place.append(...Object.values(parts));
    every(EVERY_MS, look);
    every(JOURNAL_EVERY_MS, lookJournal);
    return refresh;
  },
};

// ---- panels ----

function panelsOf({ panels, status, inputs }, look) {
  const lamps = async () => {
    tell(await ask({ kind: "act", act: "lamp_test" }), t("op.diag.lamps.done"));
    look();
  };
  const health = (board) =>
    Object.entries(status.links.find(({ role, name }) => role === "panel" && name === board)?.details ?? {}).filter(
      ([of]) => of !== "present",
    );
  return [
    h("h2", {}, t("op.diag.panels")),
    panels.driver ? null : h("p", { class: "why", id: "no-driver" }, t("op.diag.no_driver")),
    h(
      "div",
      { class: "cards boards" },
      panels.boards.map((board) => boardCard(board, health(board.board))),
    ),
    h("p", { class: "soft gap" }, t("op.diag.inputs.says")),
    h(
      "div",
      { id: "inputs" },
      list(
        [t("op.changes.at"), t("op.log.kind"), t("op.log.seat"), t("op.log.what"), t("op.log.details")],
        inputs.map((row) => [when(row.at), word("op.log", row.of), row.seat ? String(row.seat) : "", ...told(row)]),
      ),
    ),
    h("div", { class: "gap" }, actions(actButton("lamp_test", t("op.diag.lamps"), lamps))),
  ];
}

// ---- terminals ----

function terminalsOf({ terminals, status, tests }, look) {
  return [
    h("h2", {}, t("op.diag.terminals")),
    terminalRows(terminals, status.seats, tests, look),
    h("p", { class: "soft gap" }, t("op.diag.version", { version: terminals.version })),
    h(
      "div",
      { class: "row" },
      h("button", { class: "plain", id: "touch", "data-key": "touch", onclick: touchTest }, t("op.diag.touch")),
      ownScreen(),
    ),
    h("h3", { class: "gap" }, t("op.diag.latency")),
    h(
      "div",
      { class: "charts" },
      Object.entries(status.latencies).map(([name, told]) => latency(name, told)),
    ),
  ];
}

/** Durations by their upper bound; from the first to the last that has any. */
function latency(name, { bounds, counts }) {
  const names = [
    ...bounds.map((bound) => (bound >= ENOUGH ? `${bound / ENOUGH}` : `.${String(bound).padStart(3, "0")}`)),
    "∞",
  ];
  const used = counts.map((count, index) => (count ? index : -1)).filter((index) => index >= 0);
  if (!used.length) return null;
  const shown = Object.fromEntries(
    names.slice(used[0], used.at(-1) + 1).map((of, index) => [`≤${of}`.replace("≤∞", "∞"), counts[used[0] + index]]),
  );
  return h(
    "section",
    {},
    h("h3", {}, t(`op.diag.${name}`)),
    barChart({ counts: shown }, t(`op.diag.${name}`), { height: 210, small: true }),
  );
}

/** The glass of this station itself: nothing of it goes anywhere. */
function touchTest() {
  const left = () => {
    grid.end();
    document.getElementById("touch")?.focus();
  };
  const grid = touchGrid(document.getElementById("main"), t("op.diag.touch"), { left });
}

// ---- acceptors and printers ----

function cashOf(cash) {
  if (!cash.length) return [];
  return [
    h("h2", {}, t("op.notes.acceptors")),
    acceptorRows(cash),
    h("h2", { class: "gap" }, t("op.notes.printers")),
    printerRows(cash),
  ];
}

// ---- the PC itself ----

/** A value that is out of its bounds stands first, and is marked. */
function healthOf(health) {
  const rows = [...health].sort((a, b) => Number(b.wrong) - Number(a.wrong));
  return [
    h("h2", {}, t("op.diag.health")),
    rows.length
      ? h(
          "article",
          { class: "card", id: "health" },
          facts(
            rows.map(({ measure, of, value, wrong }) => [
              healthName(measure, of),
              healthValue(measure, value),
              wrong ? "why" : "",
            ]),
          ),
        )
      : h("p", { class: "soft", id: "no-health" }, t("op.diag.health.none")),
  ];
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
    h(
      "article",
      { class: "card gap" },
      h("h3", {}, t("op.diag.disk")),
      used,
      facts([
        [t("op.diag.bytes"), gigabytes(journal.bytes)],
        [t("op.diag.free"), gigabytes(disk.free)],
        [t("op.diag.size"), gigabytes(disk.bytes)],
      ]),
    ),
    h(
      "article",
      { class: "card gap", id: "clock" },
      h("h3", {}, t("op.diag.clock")),
      facts([
        [t("op.diag.machine"), new Date(journal.clock).toISOString()],
        [t("op.diag.off"), `${(off / ENOUGH).toFixed(1)} s`, Math.abs(off) > 2 * ENOUGH ? "why" : ""],
      ]),
    ),
  ];
}
