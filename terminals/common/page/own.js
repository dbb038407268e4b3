// What a game other than craps says of itself: its outcome, where its device is, why a round was void. Words and data
// alone: the page knows no such game by name.
import { h } from "./dom.js";
import { money } from "./money.js";
import { known, t } from "./words.js";

/** The key of a text in the words of the game that is played, where it has some of its own. */
export const ofGame = (table, key) => (known(`${key}.${table?.game?.name}`) ? `${key}.${table.game.name}` : key);

/** An outcome in figures and words: `17 black`. */
export const outcomeWords = (outcome) =>
  Object.values(outcome ?? {})
    .flat()
    .map(wordOf)
    .join(" ");

const wordOf = (part) => (known(`colour.${part}`) ? t(`colour.${part}`) : String(part ?? ""));

/** The phase of such a table: what its device shows says more. */
export function phaseOf(table) {
  if (table.result) return outcomeWords(table.result);
  const ball = table.device?.ball;
  if (ball && known(`ball.${ball}`) && table.phase === "rolling") return t(`ball.${ball}`);
  return t(table.phase === "rolling" ? "phase.spinning" : ofGame(table, `phase.${table.phase}`));
}

/** What is seen of the outcome now: the number that waits for its settlement, the ball on its way, or the last number. */
export function shownOf(table) {
  if (table.result) return outcomeWords(table.result);
  const ball = table.device?.ball;
  if (ball && known(`ball.${ball}`)) return t(`ball.${ball}`);
  return outcomeWords(table.last?.game) || outcomeWords(table.game?.numbers?.[0]) || t("spun.none");
}

/** Why a round was void, as the device told it; nothing where a person said so. */
export function whyVoid(last) {
  const told = last?.how === "void" && last.game && known(`void.${last.reason}`);
  return told ? t(`void.${last.reason}`) : "";
}

/** What holds the table, in the words of its game where that has some. */
export const holdWords = (table, reason, text) => (known(`hold.${reason}`) ? t(ofGame(table, `hold.${reason}`)) : text);

/** The last outcomes as a strip, the newest first. */
export function numbersOf(table, most) {
  const latest = (table.game?.numbers ?? []).slice(0, most);
  return latest.map((one) =>
    h(
      "li",
      { class: `roll number ${one.colour ?? ""}`, title: outcomeWords(one) },
      h("b", {}, String(one.number ?? one)),
    ),
  );
}

/** The limits of the table, of which a game may have others for some of its spots. */
export function limitWords(offer) {
  if (!offer) return "";
  const of = ({ min, max }) => ({ min: money(min), max: money(max) });
  const table = t("limits", of(offer.limits));
  if (!offer.outside) return Object.keys(offer.kinds ?? {}).length ? t("limits.kinds", { table }) : table;
  return `${t("limits.inside", of(offer.limits))} · ${t("limits.outside", of(offer.outside))}`;
}
