// The casino's host: each address on its line, what waits for it, and what it did last.
import { ask } from "../../asking.js";
import { h } from "../../dom.js";
import { every } from "../../frame/frame.js";
import { when } from "../../parts/paper.js";
import { facts, list, redraw, word } from "../../parts/parts.js";
import { past } from "../../past/past.js";
import { t } from "../../words.js";
import { told } from "../records/log.js";

const EVERY_MS = 1000;
/** Kinds of the event log in which the host's doings stand, and how many lines of each are shown. */
const LOGS = ["host"];
const LINES = 12;
/** Counts of the line since its driver's start, in this order. */
const COUNTS = ["polls", "answers", "repeated", "busy", "bad_crc", "unknown", "broken"];

export const host = {
  open(place) {
    const view = { links: null, rows: [] };
    const parts = Object.fromEntries(
      ["lines", "last"].map((id) => [id, h("section", { id: `part-${id}`, class: "gap" })]),
    );
    const look = async () => {
      const [machine, ...logs] = await Promise.all([
        ask({ kind: "status" }),
        ...LOGS.map((of) => past("log", { of, last: LINES })),
      ]);
      if (machine.ok) view.links = machine.details.links.filter(({ role }) => role === "sas");
      view.rows = logs
        .flatMap((answer) => answer?.rows ?? [])
        .sort((a, b) => b.id - a.id)
        .slice(0, LINES);
      refresh();
    };
    const refresh = () => {
      if (!view.links) return;
      redraw(parts.lines, view.links, () => linesOf(view.links));
      redraw(parts.last, view.rows, () => lastOf(view.rows));
    };
    place.append(...Object.values(parts));
    every(EVERY_MS, look);
    return refresh;
  },
};

function linesOf(links) {
  if (!links.length) return [h("p", { class: "soft", id: "no-host" }, t("op.host.none"))];
  return [h("div", { class: "cards" }, links.map(card))];
}

function card({ name, up, details }) {
  const waits = String(details.exceptions ?? "")
    .split(" ")
    .filter(Boolean);
  const number = name.replace("address ", "");
  const state = up ? "up" : how(details);
  return h(
    "article",
    { class: `card ${up ? "" : "waits"}`, "data-address": number, "data-how": state },
    h(
      "span",
      { class: "row" },
      h("b", { class: "big" }, t("op.host.address", { n: number })),
      h("span", { class: up ? "tag" : "tag warn" }, t(`op.host.${state}`)),
      details.disabled ? h("span", { class: "tag off" }, t("op.host.off")) : null,
    ),
    facts([
      [t("op.host.of"), details.seat ? t("seat", { n: details.seat }) : t("op.host.table")],
      [t("op.host.last_poll"), details.last_poll ? h("code", {}, details.last_poll) : "–"],
      [t("op.host.waiting"), String(details.waiting), details.waiting ? "why" : null],
      ...(details.traced === undefined
        ? []
        : [[t("op.host.trace"), t(details.traced ? "op.host.kept" : "op.host.not_kept")]]),
      ...COUNTS.filter((of) => details[of] !== undefined).map((of) => [t(`op.host.${of}`), String(details[of])]),
    ]),
    waits.length
      ? h(
          "div",
          { "data-waits": number },
          [...new Set(waits)].map((code) => waiting(code, waits)),
        )
      : null,
  );
}

/** An exception in words, and how often it waits. */
function waiting(code, waits) {
  const times = waits.filter((other) => other === code).length;
  return h(
    "p",
    { class: "row" },
    h("code", { class: "tag" }, code.toUpperCase()),
    h("span", {}, word("op.host.says", code)),
    times > 1 ? h("span", { class: "soft" }, `×${times}`) : null,
  );
}

/** Why it is not polled; a driver that is not here says nothing of its line. */
const how = ({ loop }) => (loop === undefined ? "away" : loop ? "down" : "dead");

function lastOf(rows) {
  return [
    h("h2", {}, t("op.host.last")),
    list(
      [t("op.changes.at"), t("op.log.kind"), t("op.log.seat"), t("op.log.what"), t("op.log.details")],
      rows.map((row) => [when(row.at), word("op.log", row.of), row.seat ? String(row.seat) : "", ...told(row)]),
    ),
  ];
}
