// Every machine as it is now: who needs whom first, what the floor found, and how each stands.
import { h, put } from "../dom.js";
import { holdWords } from "../own.js";
import { when } from "../parts/paper.js";
import { facts, redraw, word } from "../parts/parts.js";
import { speakOf, t } from "../words.js";
import { fetched } from "./asking.js";

const MINUTE = 60_000;

export const machines = {
  open(/** @type {HTMLElement} */ place, /** @type {any} */ who) {
    const [alarms, cards] = [h("div", {}), h("section", { class: "machines" })];
    place.append(alarms, cards);
    put(cards, h("p", { class: "soft" }, t("floor.waiting")));
    return (/** @type {any} */ now) => {
      if (now.trouble) return;
      redraw(alarms, now.alarms, () => drawAlarms(now.alarms, who.role === "supervisor"));
      const shown = now.machines.toSorted(byNeed);
      redraw(cards, [shown, Math.floor(now.at / 1000)], () => shown.map((/** @type {any} */ one) => card(one, now.at)));
    };
  },
};

/** Who waits longest stands first; then whatever an alarm names; the others by name. */
function byNeed(/** @type {any} */ a, /** @type {any} */ b) {
  const since = (/** @type {any} */ one) =>
    one.needs[0]?.since ?? one.ahead[0]?.at ?? (one.calls ? Number.MAX_SAFE_INTEGER - 1 : Infinity);
  return since(a) - since(b) || a.cabinet.localeCompare(b.cabinet);
}

function drawAlarms(/** @type {any[]} */ alarms, /** @type {boolean} */ mayEnd) {
  if (!alarms.length) return [];
  const row = (/** @type {any} */ one) => {
    const seen = () => void fetched("seen", { number: one.number });
    return h(
      "li",
      { "data-code": one.code },
      h("span", {}, h("b", {}, one.cabinet), `: ${word("floor.found", one.code)}`, found(one)),
      mayEnd ? h("button", { class: "plain", "data-key": `seen-${one.number}`, onclick: seen }, t("floor.seen")) : null,
    );
  };
  return h("section", { class: "alarms" }, h("h2", {}, t("floor.alarms")), h("ul", {}, alarms.map(row)));
}

/** When it was found and what it is about, in words; what has no fields is said as it stands in the floor's log. */
function found(/** @type {any} */ { at, seq, details, about = {} }) {
  const told = Object.entries({ ...(seq ? { entry: seq } : {}), ...about }).map(
    ([name, value]) => ` · ${t(`floor.about.${name}`, { of: aboutWords(name, value) })}`,
  );
  const said = details && !Object.keys(about).length ? h("span", { lang: "en" }, ` · ${details}`) : null;
  return h("small", {}, when(at), told, said);
}

const aboutWords = (/** @type {string} */ name, /** @type {any} */ value) =>
  name === "heard" ? when(value) : name === "off" ? (value / 1000).toFixed(1) : String(value);

function card(/** @type {any} */ machine, /** @type {number} */ at) {
  speakOf(machine.device);
  const seconds = Math.max(0, Math.round((at - machine.heard_at) / 1000));
  const shown = machine.last.faces?.join(" ") ?? machine.last.number;
  const drawn = h(
    "article",
    { class: machine.calls ? "card machine calls" : "card machine", "data-cabinet": machine.cabinet },
    h("h2", {}, machine.cabinet),
    machine.needs.length + machine.ahead.length
      ? h(
          "ul",
          { class: "needs" },
          machine.needs.map((/** @type {any} */ one) => need(one, machine.game, at)),
          machine.ahead.map((/** @type {any} */ one) => urgent(one, machine.game)),
        )
      : null,
    facts([
      [t("floor.game"), word("floor.game", machine.game || "none")],
      [t("floor.phase"), machine.phase ? word("op.phase", machine.phase) : t("floor.phase.none")],
      shown === undefined ? null : [t("floor.last"), String(shown)],
      [t("floor.entries"), String(machine.entries)],
      machine.waiting ? [t("floor.on_the_way"), String(machine.waiting), "why"] : null,
      [t("floor.heard"), t("floor.ago", { seconds }), seconds > 60 ? "why" : ""],
    ]),
  );
  speakOf(undefined);
  return drawn;
}

/** What somebody has to see to, as the cabinet's own screens say it; a line needs no full stop. */
const reason = (/** @type {string} */ why, /** @type {string} */ game) =>
  holdWords({ game: { name: game } }, why, word("floor.hold", why)).replace(/[.。]$/, "");

function need(/** @type {any} */ { who, why, seat, since }, /** @type {string} */ game, /** @type {number} */ at) {
  const minutes = Math.max(0, Math.floor((at - since) / MINUTE));
  const of = seat ? ` · ${t("seat", { n: seat })}` : "";
  return h(
    "li",
    { "data-need": why },
    h("b", {}, t(`op.role.${who}`), of),
    ` · ${reason(why, game)} · ${t("floor.minutes", { minutes })}`,
  );
}

/** What was said ahead of its entry, which is still on the way. */
function urgent(/** @type {{ what: string, about: string }} */ { what, about }, /** @type {string} */ game) {
  const said = what === "hold" ? reason(about, game) : what === "door" ? door(about) : about;
  return h("li", { "data-ahead": what }, h("b", {}, t(`floor.ahead.${what}`, { about: said })));
}

/** `logic open` */
function door(/** @type {string} */ about) {
  return about
    .split(" ")
    .map((part) => word("op.door", part))
    .join(" · ");
}
