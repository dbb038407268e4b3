// Values of settings in words: amounts as money, switches as yes and no, each by what the controller says it is.
import { ask } from "../asking.js";
import { money } from "../money.js";
import { word } from "./parts.js";
import { state } from "../state.js";
import { t } from "../words.js";

/** Setting → what it is (`money`, `seconds`, `switch` …), as the controller listed them last. */
let types = {};

export const learnTypes = (rows) => (types = Object.fromEntries(rows.map(({ name, type }) => [name, type])));

/** Pages that show past settings wait for this once. */
export async function typesOfSettings() {
  if (Object.keys(types).length) return;
  const answer = await ask({ kind: "look", what: "settings" });
  if (answer.ok) learnTypes(answer.details.settings);
}

export const isMoney = (name) => types[name] === "money";

/** Name, old and new of every setting that was turned; of `limits` each one by itself. */
export function turnedRows(old, now) {
  const [before, after] = [flat(old ?? {}), flat(now ?? {})];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return names.map((name) => [word("op.setting", name), words(name, before[name]), words(name, after[name])]);
}

const isGroup = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function flat(settings) {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      isGroup(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
        : [[name, name === "rulebook" ? bookOf(value) : value]],
    ),
  );
}

/** The book by its name; that its digest is another one says nothing to a person while the book is the same. */
const bookOf = (value) => String(value).split(" ")[0];

function words(name, value) {
  if (value === null || value === undefined) return t("op.settings.none");
  if (typeof value === "boolean") return t(value ? "op.yes" : "op.no");
  if (isMoney(name) && typeof value === "number") return money(value);
  if (typeof value === "string") return word(`op.choice.${name}`, value); // a choice of a book to come is no setting yet
  if (name === "languages")
    return (value.length ? value : Object.keys(state.names)).map((of) => state.names[of] ?? of).join(", ");
  return Array.isArray(value) ? value.join(", ") || t("op.settings.none") : String(value);
}
