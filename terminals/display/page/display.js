// The screen over the dome: what everybody may see, large. Here the terminal's words become what is known.
import { Line } from "./line.js";
import { byId, put, say } from "./dom.js";
import { showAttract } from "./attract.js";
import { showBoxes } from "./boxes.js";
import { showBest, showChart, showHand, showPower } from "./figures.js";
import { moneyLooks } from "./money.js";
import { phaseWords, showNotices } from "./notices.js";
import { showPots } from "./pots.js";
import { showProgressives } from "./progressives.js";
import { Ring } from "./ring.js";
import { limitWords, numbersOf } from "./own.js";
import { strip } from "./rolls.js";
import { showShooter, showThrow } from "./throw.js";
import { Tongue } from "./tongue.js";
import { showWheel } from "./wheel/over.js";
import { t } from "./words.js";

const HISTORY = 20;
const LONG = 34; // letters, from which on the phase is written smaller
const now = { page: false, up: false, table: null, offer: null };
const ring = new Ring();
byId("ring").append(ring.element);
const tongue = new Tongue(() => now.table?.phase, show);

const heard = {
  look(message) {
    moneyLooks(message.money);
    return tongue.speaks(message.languages, message.turns_after);
  },
  offer: (message) => (now.offer = message.offer),
  link: (message) => (now.up = message.up),
  table(message) {
    now.table = message.table;
    ring.set(now.table?.due_in_ms ?? null, now.table?.lasts_ms ?? null);
  },
  nonsense: () => {},
};

let last = Promise.resolve();
new Line(
  (message) => (last = last.then(() => heard[message.kind]?.(message)).then(show)),
  (open) => {
    now.page = open;
    show();
  },
);
setInterval(() => showAttract(now), 1000);

const OF_HANDS = ["boxes", "hand", "chart-box", "best"];

function showHands(table, offer) {
  showBoxes(table);
  showHand(table, offer);
  showChart(table);
  showBest(table);
  showPower(table, offer);
}

function show() {
  const { table, offer } = now;
  byId("demo").hidden = !table?.demo;
  say(byId("phase"), phaseWords(now));
  byId("phase").classList.toggle("long", byId("phase").textContent.length > LONG);
  say(byId("limits"), limitWords(offer));
  showProgressives(table);
  showPots(table);
  showNotices(now);
  if (!now.page || !now.up) ring.set(null, null); // how much time is left is the table's to say
  if (!table) return;
  ring.element.setAttribute("aria-label", t("clock"));
  byId("clock").classList.toggle("none", ring.seconds === null);
  for (const name of OF_HANDS) byId(name).hidden = Boolean(table.game);
  if (offer?.wheel) showWheel(table, offer, now.page && now.up);
  else showThrow(table);
  showShooter(table);
  if (!table.game) showHands(table, offer);
  const past = table.game ? numbersOf(table, HISTORY) : strip(table.past, HISTORY);
  put(byId("history"), past);
  byId("rolls").hidden = Boolean(table.game) && !past.length;
  showAttract(now);
}
