// Words in the player's language, from the catalogues. A text that is missing shows its key, and fails a test.

let words = {};
let spare = {};
let offered = {}; // language → words that a game says of itself, with its offer
let language = "en";
let device = ""; // what the game's outcomes come from, where it has words of its own: "KEY.wheel" stands for KEY

const catalogues = new Map();

/** Once each: a page that changes its language needs nobody for it. */
async function load(path) {
  if (!catalogues.has(path)) catalogues.set(path, await (await fetch(path)).json());
  return catalogues.get(path);
}

/** Begin to speak a language; a screen with words of its own has them in a folder beside the common one. */
export async function speak(name, folders = ["words"]) {
  words = Object.assign({}, ...(await Promise.all(folders.map((folder) => load(`${folder}/${name}.json`)))));
  language = name;
  document.documentElement.lang = t("language.locale");
  document.documentElement.style.setProperty("--fonts", t("language.fonts"));
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    element.title = t(element.dataset.tLabel);
  }
}

export const spoken = () => language;

/** What a language calls itself. */
export const nameOf = async (name) => (await load(`words/${name}.json`))["language.name"];

const BRACES = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

/** The text of a key, with what stands in braces filled in: `{n}`, and `{n|seat|seats}` as this language counts. */
export function t(key, filled = {}) {
  const text = words[`${key}.${device}`] ?? words[key] ?? offered[language]?.[key] ?? spare[key] ?? key;
  return text.replace(BRACES, (whole, name, one, more) =>
    one === undefined ? (filled[name] ?? whole) : isOne(filled[name]) ? one : more,
  );
}

/** Whether words beside so many are those of one: in French nought is, too. */
const isOne = (/** @type {any} */ many) =>
  new Intl.PluralRules(document.documentElement.lang).select(Number(many)) === "one";

/** Words about something, set off from its name as this language does. */
export const named = (/** @type {string} */ what, /** @type {string | number} */ words) => t("named", { what, words });

/** Speak of this device from now on, where its words are other ones; returns whether that is news. */
export function speakOf(/** @type {string | undefined} */ name) {
  const before = device;
  device = name ?? "";
  return device !== before;
}

/** What the catalogue has under `start.`, without that. */
export const namesUnder = (/** @type {string} */ start) =>
  Object.keys(words)
    .filter((key) => key.startsWith(`${start}.`))
    .map((key) => key.slice(start.length + 1));

export const known = (key) => key in words || key in (offered[language] ?? {});

/** The words of the game that is offered, for its bets. */
export const takeWords = (told) => void (offered = told ?? {});

/** How a round ended: settled, void, closed out …; one that was closed out with a result known ended twice. */
export const ended = (how) => how.split(", ").map(endedOnce).join(", ");

function endedOnce(how) {
  const key = `ended.${how.replace(" ", "_")}`;
  return known(key) ? t(key) : how;
}

/** A bet's name: `place:6` is "Place 6". */
export function betName(bet) {
  if (bet.includes("+")) return bet.split("+").map(betName).join(" + ");
  const [kind, of = ""] = bet.split(":");
  const key = of ? `bet.${kind}:N` : `bet.${kind}`;
  return t(known(key) ? key : `bet.${kind}`, { n: of.replaceAll("-", "·") });
}

/** The odds of a spot that belongs to a number. */
export const oddsText = (pays, number) => pays?.[""] ?? pays?.[String(number)] ?? paysText(pays);

/** How a book pays, in one short line: `7:6`, or `2 12 → 2:1   3 4 → 1:1`. */
export const paysText = (pays) => paysLines(pays).join("   ");

/** The same, a line for each of the odds. */
export function paysLines(pays) {
  const entries = Object.entries(pays ?? {});
  if (entries.length === 1) return [entries[0][1]];
  const by = new Map();
  for (const [key, odds] of entries)
    by.set(odds, [...(by.get(odds) ?? []), known(`pays.${key}`) ? t(`pays.${key}`) : key]);
  return [...by].map(([odds, keys]) => `${keys.join(" ")} → ${odds}`);
}

/** The words of a rule, or those that it has where every number but the seven is a point. */
export const ruleWords = (key, offer) => t(offer?.crapless && known(`${key}.crapless`) ? `${key}.crapless` : key);
