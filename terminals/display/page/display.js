// The screen over the dome: what everybody may see, large. Here the terminal's words become what is known.
import { alarm } from "./shown/alarm.js";
import { Line } from "./line.js";
import { byId, putNew, say } from "./dom.js";
import { hearing } from "./hearing.js";
import { showAttract } from "./attract.js";
import { showBoxes } from "./boxes.js";
import { showBest, showChart, showHand, showPower } from "./figures.js";
import { heardMachine } from "./shown/machine.js";
import { moneyLooks } from "./money.js";
import { phaseWords, showNotices } from "./notices.js";
import { showPots } from "./shown/pots.js";
import { showProgressives } from "./shown/progressives.js";
import { Ring } from "./shown/ring.js";
import { limitWords, numbersOf } from "./own.js";
import { strip } from "./shown/rolls.js";
import { LOUDEST, Mixer } from "./sound/mixer.js";
import { Stickman } from "./sound/stickman.js";
import { falls, showShooter, showThrow } from "./throw.js";
import { Tongue } from "./tongue.js";
import { showWheel } from "./wheel/over.js";
import { showWinners } from "./winners.js";
import { t } from "./words.js";

const HISTORY = 20;
const PUZZLED_MS = 8000; // for which it says so
const LONG = 34; // letters, from which on the phase is written smaller
const now = { page: false, up: false, table: null, offer: null, puzzled: false };
const stickman = new Stickman(new Mixer(LOUDEST));
const ring = new Ring();
byId("ring").append(ring.element);
const tongue = new Tongue(() => now.table?.phase, show);

const heard = {
  look(message) {
    stickman.speaks = message.calls;
    moneyLooks(message.money);
    return tongue.speaks(message.languages, message.turns_after);
  },
  offer(message) {
    now.offer = message.offer;
    heardMachine(message.machine);
  },
  link: (message) => (now.up = message.up),
  table(message) {
    stickman.hears(now.table, message.table ?? {});
    now.table = message.table;
    alarm(now.table?.alarm);
    ring.set(now.table);
  },
  nonsense: () => {},
};

new Line(
  hearing(heard, show, () => {
    now.puzzled = true;
    setTimeout(() => {
      now.puzzled = false;
      show();
    }, PUZZLED_MS);
  }),
  (open) => {
    now.page = open;
    show();
  },
);
setInterval(() => tongue.isSilent || showAttract(now), 1000);
document.addEventListener("landed", () => {
  show();
  void stickman.landed(now.table, now.offer);
});

const OF_HANDS = ["boxes", "hand", "chart-box", "best"];

function showHands(table, offer) {
  showBoxes(table, offer);
  showHand(table, offer);
  showChart(table);
  showBest(table);
  showPower(table, offer);
}

function show() {
  if (tongue.isSilent) return;
  const { table, offer } = now;
  byId("demo").hidden = !table?.demo;
  say(byId("phase"), phaseWords(now));
  byId("phase").classList.toggle("long", byId("phase").textContent.length > LONG);
  say(byId("limits"), limitWords(offer));
  showProgressives(table);
  showPots(table);
  showNotices(now);
  if (!now.page || !now.up) ring.set(null); // how much time is left is the table's to say
  if (!table) return;
  ring.element.setAttribute("aria-label", t("clock"));
  byId("clock").classList.toggle("none", ring.seconds === null);
  say(byId("least"), ring.soonest === null ? "" : t("clock.least"));
  for (const name of OF_HANDS) byId(name).hidden = Boolean(table.game);
  if (offer?.wheel) showWheel(table, offer, now.page && now.up);
  else showThrow(table);
  showWinners(table, falls());
  if (!falls()) showRest(table, offer); // what a roll did is shown when its dice lie
  showAttract(now);
}

function showRest(table, offer) {
  showShooter(table);
  if (!table.game) showHands(table, offer);
  const past = () => (table.game ? numbersOf(table, HISTORY) : strip(table.past, HISTORY));
  putNew(byId("history"), [table.game ?? null, table.past, t("roll.out")], past);
  byId("rolls").hidden = Boolean(table.game) && !byId("history").childElementCount;
}
