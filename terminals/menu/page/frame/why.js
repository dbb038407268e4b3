// Why something was refused, beyond its code: from the fields that the controller names, in the person's words.
import { money } from "../money.js";
import { bet, word } from "../parts/parts.js";
import { isMoney } from "../parts/turned.js";
import { known, t } from "../words.js";

/** A sentence, or nothing where the code says it all. */
export function whyOf(code, details) {
  const fields = details ?? {};
  if (fields.must) return wrongValue(fields);
  return known(`op.why.${code}`) ? whole(t(`op.why.${code}`, inWords(fields, Object.keys(fields)))) : "";
}

/** `settings.limits.max` and `change.limits.max` are the setting `limits.max`, `care_text[0]` is in `care_text`. */
const settingAt = (where) => where.replace(/^(settings|change|book)\./, "").replace(/\[\d+\]/g, "");

/** Which value is wrong, and what it may be. */
function wrongValue({ where, must, ...fields }) {
  const setting = settingAt(where ?? "");
  const name = setting.startsWith("bets.") ? bet(setting.slice("bets.".length)) : word("op.setting", setting);
  const isAmount = isMoney(setting) || isMoney(`${setting}.min`); // a table of limits has amounts, too
  const words = whole(t(`op.wrong.${must}`, inWords(fields, isAmount ? AMOUNTS : [])));
  return `${name} – ${words || t("op.wrong.form")}`;
}

const AMOUNTS = ["least", "most", "step", "credit"];

/** Fields as a person reads them: amounts with their unit, bets by the name on the felt. */
function inWords(fields, amounts) {
  const one = ([name, value]) => {
    if (name === "bet") return [name, bet(value)];
    const isAmount =
      typeof value === "number" && (name === "amount" || (AMOUNTS.includes(name) && amounts.includes(name)));
    return [name, isAmount ? money(value) : String(value)];
  };
  return Object.fromEntries(Object.entries(fields).map(one));
}

/** A sentence with a hole says nothing. */
export const whole = (words) => (/\{\w+\}/.test(words) ? "" : words);
