// Receipts and reports: shown as a sheet, printed by the browser as that sheet alone.
import { byId, h, put } from "../dom.js";
import { close, open } from "./dialogs.js";
import { heardMachine, machineRows } from "../shown/machine.js";
import { state } from "../state.js";
import { t } from "../words.js";

const shown = (at, looks) => new Date(at).toLocaleString(t("language.locale"), looks);
export const when = (at) => shown(at, { dateStyle: "medium", timeStyle: "medium" });

const MOMENT = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
};
let clock = null;

/** The machine's clock as it was just told; from here on it is counted on, whatever the clock of this screen says. */
export function heardClock(paper) {
  clock = paper ? { at: paper.clock, heard: performance.now() } : null;
  if (paper) heardMachine(paper.machine, paper.clock);
}

/** By the machine's clock. */
export const machineNow = () => (clock ? Math.round(clock.at + performance.now() - clock.heard) : Date.now());

/** Whose journal it is from: for whoever holds a paper or a file against another. */
export const fingerprint = () => state.session?.paper?.fingerprint ?? "";

/** A moment as it stands on paper: in the machine's zone, which it names. */
export const onPaper = (at) => shown(at, { ...MOMENT, timeZone: state.session?.paper?.zone });

/** Whose key a proof of the journal was held against; without one it proves the file against itself alone. */
export const keyWords = ({ fingerprint, own_key_only: alone }) =>
  t(alone ? "op.key.own_only" : "op.key.known", { fingerprint });

/** What was proved of a journal or was not, line by line, as rows of `[label, value]`. */
export const proofRows = (lines) =>
  lines.map(({ word, ...fields }) => [t(`op.proof.${word}`), t(`op.proof.${word}.says`, fields)]);

/** Rows of `[label, value]`. */
export const facts = (rows) =>
  h(
    "table",
    {},
    rows.filter(Boolean).map(([label, value]) => h("tr", {}, h("td", {}, label), h("td", { class: "n" }, value))),
  );

/** A table with a head; a column whose name ends in `#` holds figures. */
export function columns(head, rows) {
  const look = (index) => (head[index].endsWith("#") ? "n" : null);
  const cells = (row) => row.map((cell, index) => h("td", { class: look(index) }, cell));
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name, index) => h("th", { class: look(index) }, name.replace(/#$/, ""))),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) => h("tr", {}, cells(row))),
    ),
  );
}

/** A sheet: title, who and when, what; a demo says that it is one, on paper too. */
function sheet(title, body, signed) {
  const demo = state.table?.demo ? h("p", { class: "demo-print" }, t("demo")) : null;
  const sign = signed
    ? h(
        "p",
        { class: "sign" },
        signed.map((who) => h("span", {}, who)),
      )
    : null;
  const by = state.session ? t("op.paper.by", { name: state.session.operator, at: onPaper(machineNow()) }) : "";
  const key = fingerprint()
    ? h("p", { class: "printed key" }, t("op.paper.key", { fingerprint: fingerprint() }))
    : null;
  const which = h(
    "p",
    { class: "printed machine" },
    machineRows().map(([label, said]) => h("span", {}, `${label} ${said}`)),
  );
  return h(
    "div",
    { class: "sheet" },
    demo,
    h("h1", {}, title),
    which,
    h("p", { class: "printed" }, by),
    key,
    body,
    sign,
  );
}

/** `signed`: who signs it, from left to right. A receipt is narrow; a report has columns and is wide. */
export function showSheet(title, body, signed = null, look = "") {
  const print = () => {
    const printed = sheet(title, body(), signed);
    for (const one of printed.querySelectorAll("[id]")) one.removeAttribute("id"); // the page has it under that name
    put(byId("paper"), printed);
    window.print();
  };
  const buttons = h(
    "div",
    { class: "row end gap" },
    h("button", { class: "plain", onclick: close }, t("close")),
    h("button", { class: "go", id: "print", onclick: print }, t("op.print")),
  );
  const dialog = open(title, sheet(title, body(), signed), buttons);
  dialog.className = look;
  byId("print").focus({ preventScroll: true });
  dialog.scrollTop = 0; // a long one is read from its top, wherever its buttons are
}
