// Wires the page: what the process says goes into the state, and every part shows what follows from it.
import { answered, lost, useLine } from "./asking.js";
import { byId, h, put } from "./dom.js";
import { close } from "./parts/dialogs.js";
import { showDoor } from "./frame/door.js";
import { leave, openPage, showFrame } from "./frame/frame.js";
import { beginIdle, setUpIdle } from "./frame/idle.js";
import { hideKeyboard, setUpKeyboard } from "./frame/keyboard.js";
import { hearing } from "./hearing.js";
import { Line } from "./line.js";
import { heardCrosses, setUpCrosses, showCrosses } from "./shown/crosses.js";
import { heardMachine } from "./shown/machine.js";
import { moneyLooks } from "./money.js";
import { offered } from "./frame/menu.js";
import { heardClock } from "./parts/paper.js";
import { changed, onChange, state } from "./state.js";
import { leaveSecond } from "./frame/second.js";
import { quiet, toast } from "./frame/toast.js";
import { spoken, speak, speakOf, t } from "./words.js";

const heard = {
  async look(message) {
    state.languages = message.languages;
    state.names = message.names;
    moneyLooks(message.money);
    await useLanguage(localStorage.getItem("menu-language") ?? message.languages[0]);
  },
  door(message) {
    state.door = message.door;
    heardMachine(message.machine);
  },
  table(message) {
    state.table = message.table;
    if (speakOf(message.table?.game?.device) && state.open) openPage(state.open);
  },
  link(message) {
    state.up = message.up;
    state.why = message.why;
    if (!message.up) lost();
  },
  session(message) {
    const before = state.session;
    state.session = message.session;
    heardClock(message.session?.paper);
    if (message.session && !before) {
      quiet();
      enter();
    }
    if (before && !message.session) ended(message);
    if (before?.must_change_pin && message.session && !message.session.must_change_pin) enter();
  },
  answer: answered,
  crosses: ({ crosses }) => heardCrosses(crosses),
  nonsense: ({ tag, where }) => answered({ tag, ok: false, code: "bad_message", reason: where, details: {} }),
};

function enter() {
  state.over = "";
  beginIdle();
  hideKeyboard();
  openPage(state.session.must_change_pin ? "pin" : offered(state.session.role)[0].name);
  byId("main").focus();
}

/** Whatever was open is closed at once: nothing of what one person saw is left for the next. */
function ended({ code }) {
  state.over = code;
  state.waiting = 0;
  leave();
  hideKeyboard();
  put(byId("paper"));
  if (byId("dialog").open) close();
  put(byId("dialog"));
  leaveSecond();
  if (code === "signed_out") toast(t("op.over.signed_out")); // any other reason stands on the door
}

async function useLanguage(name) {
  const chosen = state.languages.includes(name) ? name : state.languages[0];
  await speak(chosen, ["words", "menu-words"]);
  quiet();
  localStorage.setItem("menu-language", chosen);
  put(
    byId("languages"),
    state.languages.map((of) =>
      h(
        "button",
        { "data-language": of, lang: of, "aria-pressed": String(of === spoken()), onclick: () => useLanguage(of) },
        state.names[of],
      ),
    ),
  );
  if (state.open) openPage(state.open);
  changed();
}

function showWho() {
  const { session } = state;
  if (!session) return put(byId("who"));
  const left = byId("left") ?? h("span", { class: "left", id: "left" });
  return put(
    byId("who"),
    h("b", { id: "operator" }, session.operator),
    " ",
    h("span", { class: "soft" }, t(`op.role.${session.role}`)),
    " ",
    left,
  );
}

const line = new Line(
  hearing(heard, changed, () => {}),
  (open) => {
    state.page = open;
    if (!open) {
      lost();
      heardCrosses(null); // the process that it was told by is gone
      if (state.session) heard.session({ session: null, code: "page_lost" });
    }
    changed();
  },
);
useLine((message) => {
  if (message.kind === "act") beginIdle();
  return line.say(message);
});
setUpIdle((message) => line.say(message));
setUpKeyboard();
setUpCrosses((message) => line.say(message));
byId("sign-out").addEventListener("click", () => line.say({ kind: "sign_out" }));
for (const show of [showWho, showFrame, showDoor, showCrosses]) onChange(show);
changed();
