// Which machine this is, and what its clock says in its own zone: on every screen, and whole on every paper.
import { byId, say } from "../dom.js";
import { t } from "../words.js";

const EVERY_MS = 1000;
const SOON_MS = 200; // writing the first time in a zone takes as long as a frame: the page stands by then
/** @type {any} */
let machine = null;
/** Milliseconds that the machine's clock is ahead of this screen's, where it was told. */
let ahead = 0;

/** What the process said of it; null: it has not yet. */
export function heardMachine(told, clock = null) {
  machine = told ?? machine;
  if (clock !== null) ahead = clock - Date.now();
  setTimeout(showMachine, SOON_MS);
}

/** In one line: the house, its number for the machine, and the time. */
export function shortWords() {
  if (!machine) return "";
  return [machine.house, machine.asset ? t("machine.asset", { n: machine.asset }) : machine.name, clockWords()]
    .filter(Boolean)
    .join(" · ");
}

const MINUTE_MS = 60_000;
let clock = { key: "", words: "" };

/** Written once a minute: to write a time in a zone costs more than all else that a page does while nothing happens. */
function clockWords() {
  const now = Date.now() + ahead;
  const [locale, zone] = [t("language.locale"), machine.zone];
  const key = `${Math.floor(now / MINUTE_MS)} ${locale} ${zone}`;
  if (clock.key !== key) clock = { key, words: timeIn(now, locale, zone) };
  return clock.words;
}

const timeIn = (now, locale, timeZone) =>
  new Date(now).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" });

/** All that is known of it, in rows; what the house did not say is left away. */
export const machineRows = (of = machine) =>
  of
    ? [
        [t("machine.house"), of.house],
        [t("machine.place"), of.place],
        [t("machine.number"), of.asset],
        [t("machine.serial"), of.serial],
        [t("machine.name"), of.name],
        [t("machine.book"), `${of.game} · ${of.book}`],
        [t("machine.version"), of.version],
      ].filter(([, said]) => said)
    : [];

function showMachine() {
  const line = byId("machine");
  if (line) say(line, shortWords());
}
setInterval(showMachine, EVERY_MS);
