// Everything that happened in a round, line by line, in words: each part of what was recorded has its name in the
// person's language. Codes become words; what was recorded as a sentence stands in quotes, as the record's own words.
import { h } from "../dom.js";
import { money } from "../money.js";
import { when } from "../parts/paper.js";
import { word } from "../parts/parts.js";
import { isMoney } from "../parts/turned.js";
import { whyOf } from "../frame/why.js";
import { betName, known, named, t } from "../words.js";

export const HEAD = () => [t("op.changes.at"), t("op.log.seat"), t("op.log.what"), t("op.log.details")];

/** Rows for a list: when, whose, what, and every part of the rest. */
export const happenedRows = (rows) => rows.map(row);

function row(/** @type {any} */ { at, seq, ...told }) {
  const { what, seat, asked } = told;
  return {
    name: String(seq),
    cells: [
      when(at),
      String(seat || asked?.seat || (what === "shooter" ? t("op.recall.house") : "")),
      whatWords(what),
      partsOf(told),
    ],
  };
}

/** A sentence that is made of the other parts. */
const isSentence = (what, name, value) =>
  typeof value === "string" && ["details", "told"].includes(name) && what !== "malfunction";

/** What is told in fields says nothing more in a sentence; older records have the sentence alone. */
const IN_FIELDS = { refused: ["reason"], entry: ["why"], ignored: ["event", "why"] };
const inFields = ({ what, about }, name) => about !== undefined && (IN_FIELDS[what] ?? []).includes(name);

/** Every part of a fact but its word and its seat. */
export function partsOf(/** @type {any} */ { what, seat, ...typed }) {
  const fact = { what, about: typed.about };
  const rest = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => !isSentence(what, name, value) && !inFields(fact, name)),
  );
  const why = what === "refused" ? whyOf(typed.code, typed.about) : "";
  if (why) delete rest.about;
  const parts = Object.entries(rest)
    .toSorted(inOrder)
    .flatMap(([name, value]) => part(name, value, { path: [], what, beside: rest }));
  return h(
    "span",
    { class: "parts" },
    parts,
    why ? h("span", { class: "part", "data-part": "why" }, h("b", {}, why)) : null,
  );
}

/** As one tells it; what is not named here comes after, as it was recorded. */
const ORDER = [
  "code",
  "change",
  "did",
  "name",
  "key",
  "door",
  "became",
  "was",
  "before",
  "after",
  "do",
  "act",
  "bet",
  "amount",
  "stake",
  "result",
  "paid",
  "vigorish",
  "stays",
  "how",
  "outcome",
  "faces",
  "reason",
  "why",
  "asked",
];
const place = ([name]) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
const inOrder = (one, other) => place(one) - place(other);

export const whatWords = (what) => word("op.happened", what.replaceAll(" ", "_"));

/** Which files differ: none; how a screen is set: as it was delivered. */
const SAYS_EMPTY = ["wrong", "after"];

/** One part, or those it is made of; what was left empty says nothing. */
function part(name, value, { path, what, beside }) {
  if (value === null || value === undefined || (value === "" && !SAYS_EMPTY.includes(name))) return [];
  if (name === "paper" && value === 0) return []; // an act that gave none
  const here = [...path, name];
  if (path[0] === "about" && !isNamed(name, here)) return []; // of a refusal: files have it, and its sentence says what a person needs
  if (typeof value === "number" && isMoney(settingOf(here))) return [said(here, name, money(value), what)];
  if (whole(name, value)) return [said(here, name, valueWords(name, value, what, beside), what)];
  return Object.entries(value)
    .toSorted(inOrder)
    .flatMap(([inner, one]) => part(inner, one, { path: here, what, beside: value }));
}

const isNamed = (name, path) => known(`op.part.${name}`) || settingOf(path) !== null;

/** Whether this is told in one piece; what is not is told part by part. */
const whole = (name, value) => typeof value !== "object" || Array.isArray(value) || PIECES.includes(name);

function said(path, name, words, what) {
  const group = path.length > 1 && !["about", "details"].includes(path[0]) ? t(`op.part.${path[0]}`) : "";
  const setting = settingOf(path);
  const label =
    setting && known(`op.setting.${setting}`)
      ? t(`op.setting.${setting}`)
      : name === "name" && what.startsWith("transfer")
        ? t("op.part.host_name")
        : known(`op.part.${name}`)
          ? t(`op.part.${name}`)
          : name;
  return h(
    "span",
    { class: "part", "data-part": path.join(".") },
    h("i", {}, group ? named(group, label) : label),
    " ",
    h("b", {}, words),
  );
}

const SETTINGS = ["old", "new", "change"];

/** The setting that a part is the value of, such as `limits.max`; null where it is none. */
function settingOf(path) {
  const at = path.findLastIndex((name) => SETTINGS.includes(name));
  return at < 0 ? null : path.slice(at + 1).join(".");
}

const AMOUNTS = [
  "amount",
  "stake",
  "paid",
  "vigorish",
  "credits",
  "standing",
  "credits_amount",
  "hand_pays_amount",
  "reversals_amount",
  "owes",
];

/** Words that the table writes itself, always the same; whatever else stands there is a person's or a sentence. */
const fixed = (text) =>
  known(`op.fixed.${text.replaceAll(" ", "_")}`) ? t(`op.fixed.${text.replaceAll(" ", "_")}`) : quoted(text);
const quoted = (text) => t("op.recall.own_words", { words: text });
const code = (name) =>
  known(`op.code.${name}`)
    ? t(`op.code.${name}`)
    : known(`refused.${name}`)
      ? t(`refused.${name}`)
      : word("op.refused", name);

/** What is wrong with the dice unit, by the names that its interface gives. */
const faultNames = (names) => names.map((name) => word("op.dice_fault", name)).join(", ") || t("op.dice_fault.none");

/** As the casino's host reads it. */
const bySas = (number) => number.toString(16).padStart(2, "0");

/** How a part with a name of its own is told. */
const TELLS = {
  wagers: (rows) =>
    rows
      .map((row) =>
        Object.entries(row)
          .filter(([, one]) => one !== null)
          .map(([name, one]) => valueWords(name, one, "", row))
          .join(" "),
      )
      .join(", "),
  bet: (name) => (betName(name).startsWith("bet.") ? quoted(name) : betName(name)), // what no table offers was asked for, too
  do: (name) => word("op.do", name),
  act: (name) => word("op.act", name),
  test: (name) => word("op.act", name),
  role: (name) => word("op.role", name),
  roles: (names) => names.map((name) => word("op.role", name)).join(", "),
  phase: (name) => word("op.phase", name),
  how: (names) =>
    names
      .split(", ")
      .map((name) => word("op.how", name.replaceAll(" ", "_")))
      .join(", "),
  result: (name) => word("op.result", name),
  outcome: (name) => word("op.outcome", name),
  state: (name) => word("op.move", name),
  instrument: (name) => word("op.instrument", name),
  book: (book) => book.title ?? book,
  change: (name) => word("op.person", name),
  did: (name) => word("op.entry", name),
  key: (name) => word("op.key_switch", name),
  lock: (name) => word("op.lock", name),
  came: (name) => word("op.came", name),
  cause: (name) => word("op.cause", name),
  link: (name) => word("op.link", name),
  keys: (names) => names.map((name) => word("op.key_switch", name)).join(", ") || t("op.part.keys.none"),
  panel: (name) => t(`op.panel.${name}`),
  ended: (name) => (known(`op.over.${name}`) ? t(`op.over.${name}`) : t("op.over.other")),
  because: (name) => t(`op.because.${name}`),
  holds: (names) => names.map((name) => word("hold", name)).join(", "),
  device: (name) => word("op.link", name),
  printer: (names) =>
    names
      .map((name) =>
        name.startsWith("paper_") ? word("op.notes.paper", name.slice("paper_".length)) : word("op.notes.fault", name),
      )
      .join(", "),
  percent: (n) => `${n} %`,
  waited: (ms) => `${ms} ms`,
  doors: (names) => names.map((name) => word("op.door", name)).join(", "),
  failures: (names) => names.map((name) => word("op.dice_test", name)).join(", ") || t("op.dice_test.none"),
  after: (numbers) => numbers || t("op.part.as_delivered"),
  wrong: (files) => files || t("op.part.wrong.none"),
  verdict: (name) => word("op.verdict", name),
  was: (name) => (known(`op.role.${name}`) ? t(`op.role.${name}`) : word("op.door", name)),
  faults: (names) => faultNames(names),
  door: (name) => word("op.door", name),
  became: (name) => word("op.door", name),
  code,
  what: (name) => whatWords(name),
  order: (name) => word("op.host_order", name),
  way: (number) => word("op.way", bySas(number)),
  status: (told) => bySas(told).toUpperCase(),
  faces: ([a, b]) => (a && b ? `${a} + ${b} = ${a + b}` : "–"), // a throw that does not count shows none
  seats: (seats) => seats.join(" "),
  levels: (levels) =>
    Object.entries(levels)
      .map(([bet, level]) => `${betName(bet)} ${word("op.recall", level)}`)
      .join(", ") || t("op.recall.nothing_there"),
  refusals: (refusals) =>
    Object.entries(refusals)
      .map(([seat, n]) => named(seat === "0" ? "–" : t("seat", { n: seat }), n))
      .join(", "),
  won: (wins) =>
    Object.entries(wins)
      .map(([seat, amount]) => named(t("seat", { n: seat }), money(amount)))
      .join(", ") || t("op.recall.nothing_there"),
};
const PIECES = ["levels", "refusals", "won", "book"];

/** A person's words, or a sentence of the controller. */
const SENTENCES = ["reference", "details", "event", "receipt", "malfunction", "words"];

function valueWords(name, value, what, beside) {
  if (typeof value === "boolean") return t(value ? "op.yes" : "op.no");
  const counts = name === "credits" && "credits_amount" in beside; // in a shift: how many, not how much
  if (AMOUNTS.includes(name) && typeof value === "number" && !counts) return money(value);
  if (name === "reason" && what === "hold") return word("hold", value);
  if (name === "reason" || name === "why") return fixed(value);
  if (SENTENCES.includes(name) && typeof value === "string") return quoted(value);
  if (name in TELLS) return TELLS[name](value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
