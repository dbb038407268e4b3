// Wires the page: what the terminal says goes into the state, and every part shows what follows from it.
import { alarm } from "./shown/alarm.js";
import { Line } from "./line.js";
import { byId } from "./dom.js";
import { hearing } from "./hearing.js";
import { heardCrosses, setUpCrosses, showCrosses } from "./shown/crosses.js";
import { heardMachine } from "./shown/machine.js";
import { moneyLooks } from "./money.js";
import { speak, t, takeWords } from "./words.js";
import { answered, tap, useLine } from "./acts.js";
import { drawCare, setUpCare } from "./care/care.js";
import { isOfAnotherSize, layFelt, markFelt } from "./felt.js";
import { changed, onChange, rowsOf, state } from "./state.js";
import { showTop } from "./frame/top.js";
import { setClock, showSide } from "./frame/side.js";
import { pressedBeside, setUpTray, showTray } from "./frame/tray.js";
import { otherRules, showNotices } from "./over/notices.js";
import { showLock } from "./over/lock.js";
import { menu, setUpPanels, showHelp, showPast } from "./over/panels.js";
import { setUpAttract, showAttract, somebody } from "./over/attract.js";
import { showCalls } from "./calls.js";
import { hasPaper, paperMoved, showTakes } from "./cash.js";
import { SHOWN_MS, toast, toastRefusal } from "./over/toast.js";
import { showFlights } from "./over/flights.js";
import { setUpTouched, showTouched } from "./over/touched.js";
import { offerTongues, setUpTongues } from "./frame/tongues.js";
import { noises, stickman } from "./noises.js";
import { setUpCelebration } from "./over/celebration.js";
import { drawAbout, setUpSpotKeys, showAbout } from "./play/about.js";
import { setUpArrows } from "./play/arrows.js";
import { autoAnswered, autoGoes, setUpAuto } from "./play/auto.js";
import { setUpDrag } from "./play/drag.js";
import { leave, showFirst } from "./play/first.js";
import { drawLayouts } from "./play/layouts.js";
import { forgetSaid, setUpSaid, showSaid } from "./said.js";

const GREATEST = 3; // the sound of the largest win
const OVER = ["last", "won", "laid", "pots", "unheard"]; // what is said of rounds that are over

let languages = ["en"];

function lay() {
  layFelt(byId("felt-main"), byId("felt-props"), tap, showAbout);
  changed();
}

/** The chips of the house that make whole stakes on this felt, up to the most that a spot takes, so that a chip never stakes more than it says. */
function layChips() {
  const steps = [state.offer?.limits, ...Object.values(state.offer?.kinds ?? {})].map((of) => of?.step ?? 1);
  const most = Math.max(...steps, ...Object.values(state.offer?.spots ?? {}).map((spot) => spot.max));
  const whole = (state.made ?? []).filter(
    (amount) => steps.some((step) => amount % step === 0) && (!state.offer || amount <= most),
  );
  state.chips = whole.length || !state.made ? whole : [Math.min(...steps)];
  if (!state.chips.includes(state.chip)) state.chip = state.chips[1] ?? state.chips[0] ?? 0;
}

const heard = {
  async look(message) {
    languages = message.languages;
    moneyLooks(message.money);
    stickman.speaks = message.calls;
    state.made = message.money.chips;
    layChips();
    await useLanguage(localStorage.getItem("language") ?? languages[0]);
  },
  offer(message) {
    heardMachine(message.machine);
    otherRules(state.offer, message.offer);
    state.offer = message.offer;
    takeWords(message.offer?.words);
    layChips();
    lay();
  },
  snapshot(message) {
    sit(message.you);
    for (const name of ["up", "why", "seat", "table", "cash", ...OVER, "touch", "kept"]) state[name] = message[name];
    cared(message.care);
    state.pending.clear();
    setClock(state.table);
  },
  link(message) {
    state.up = message.up;
    state.why = message.why;
    if (!message.up) state.pending.clear();
  },
  table(message) {
    const before = state.table;
    state.table = message.table;
    alarm(message.table?.alarm);
    if (before?.round !== message.table.round) state.mine = [];
    setClock(state.table);
    if (yourTurn(message.table) && !yourTurn(before)) byId("dialog").close(); // nothing covers SHOOT
    noises.table(before, message.table, state.seat);
  },
  you(message) {
    sit(message.you);
    state.laid = message.laid;
  },
  care: (message) => cared(message.care),
  kept: ({ layouts }) => (state.kept = layouts),
  cash(message) {
    state.cash = message.cash;
    if (hasPaper()) somebody();
  },
  cash_moved(message) {
    somebody();
    paperMoved(message);
  },
  settled(message) {
    past(message);
  },
  jackpot(message) {
    past(message);
    noises.won(GREATEST);
  },
  memory: past,
  answer(message) {
    const act = answered(message);
    autoAnswered(act, message);
    if (act && rowsOf(act).some((row) => row.do === "place")) noises.chip(message.ok);
    document.dispatchEvent(new CustomEvent("acknowledged", { detail: { tag: message.tag, ok: message.ok } }));
  },
  pressed(message) {
    somebody();
    pressedBeside(message);
  },
  touch: ({ test }) => (state.touch = test),
  crosses: ({ crosses }) => heardCrosses(crosses),
  service_called: () => toast(t("service.called"), true),
  help: showHelp,
  past: showPast,
  nonsense: () => {},
};

/** The session is over: whatever its player had turned on is not the next one's. */
function cared(care) {
  if (state.care?.session && !care?.session) {
    state.whole = false;
    leave();
  }
  state.care = care;
  state.careAt = performance.now();
}

/** Who was locked may have been paid out and gone: what he had open, and could have undone, is not the next one's. */
function sit(you) {
  if (state.you?.lock && !you?.lock) {
    state.mine = [];
    state.mode = "place";
    byId("dialog").close();
  }
  state.you = you;
}

/** Of the rounds that are over, what a player still looks at. */
function past(message) {
  for (const name of OVER) state[name] = message[name];
}

const yourTurn = (table) => table?.phase === "shooting" && table.shooter === state.seat;

let spoken = "";

async function useLanguage(name) {
  const chosen = languages.includes(name) ? name : languages[0];
  if (chosen !== spoken) forgetSaid();
  spoken = chosen;
  await speak(chosen);
  menu();
  if (state.offer) lay();
  changed();
}

/** What a person has chosen is kept; what the house turns for a while is not. */
function chooseLanguage(name) {
  localStorage.setItem("language", name);
  return useLanguage(name);
}

let refusals = 0;

/** The spot shakes, words say why, and its edge stays red for as long as they stand there. */
function refused(act, answer) {
  toastRefusal(act, answer);
  noises.refused();
  if (!act.bet) return;
  const number = ++refusals;
  state.refusals.set(act.bet, number);
  changed();
  setTimeout(() => {
    if (state.refusals.get(act.bet) === number) state.refusals.delete(act.bet);
    changed();
  }, SHOWN_MS);
}

const line = new Line(
  hearing(heard, changed, () => toast(t("page.unknown"), true)),
  (open) => {
    state.page = open;
    if (!open) {
      state.up = false; // until the terminal says otherwise: it may be another one
      state.pending.clear();
      heardCrosses(null); // the process that it was told by is gone
    }
    if (spoken) changed(); // before there are words nothing is drawn
  },
);
useLine((message) => line.say(message), refused);
new ResizeObserver(() => state.offer && isOfAnotherSize(byId("felt-main")) && lay()).observe(byId("felt-main"));
document.fonts.addEventListener("loadingdone", () => state.offer && lay()); // what is written is measured in its own face
setUpTray();
setUpAttract();
setUpCelebration();
document.addEventListener("pointerdown", () => {
  if (!state.up && state.why === "taken_over") line.say({ kind: "come_back" });
});
setUpTouched();
setUpCrosses((message) => line.say(message));
setUpCare();
setUpSpotKeys();
setUpArrows();
setUpAuto();
setUpDrag();
setUpSaid();
setUpTongues();
setUpPanels(() => offerTongues(languages, chooseLanguage));
for (const show of [
  showTop,
  showSide,
  showTray,
  showTakes,
  showCalls,
  showNotices,
  showAttract,
  showLock,
  markFelt,
  showFlights,
  showTouched,
  showCrosses,
  drawCare,
  drawAbout,
  drawLayouts,
  showFirst,
  showSaid,
  autoGoes,
])
  onChange(show);
