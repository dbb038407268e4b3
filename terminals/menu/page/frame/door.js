// The door: which key opens it, who stands there, his PIN; the first supervisor of a new machine.
import { ask } from "../asking.js";
import { byId, h, put, svg } from "../dom.js";
import { field, pin, text } from "../parts/fields.js";
import { pad } from "./keyboard.js";
import { chooseName } from "../parts/names.js";
import { state } from "../state.js";
import { toastAnswer } from "./toast.js";
import { known, spoken, t } from "../words.js";

let drawn = "";
/** Until when a name is locked: another person is not kept waiting for it. */
const locked = new Map();
let named = () => "";

setInterval(showWait, 500);

export function showDoor() {
  const { door, over, session } = state;
  const key = JSON.stringify([
    spoken(),
    session ? 1 : 0,
    state.up,
    door && [door.open, door.code, door.keys, door.panel, door.first_supervisor, door.names],
    over,
  ]);
  if (key === drawn) return;
  drawn = key;
  const place = byId("door");
  if (session || !door) return put(place);
  if (door.open && state.up) return put(place, door.first_supervisor ? first() : entry(door));
  return put(place, shut(door));
}

const whyOver = () =>
  state.over && state.over !== "signed_out"
    ? h(
        "p",
        { class: "why big", id: "over" },
        known(`op.over.${state.over}`) ? t(`op.over.${state.over}`) : t("op.over.other"),
      )
    : null;

function shut({ code, says }) {
  const words = known(`op.door.${code}.says`) ? t(`op.door.${code}.says`) : says;
  const title = known(`op.door.${code}`) ? t(`op.door.${code}`) : t("op.door.shut");
  return h("div", { class: "shut", id: "shut" }, keySwitch(), h("h1", {}, title), h("p", {}, words), whyOver());
}

const keySwitch = () =>
  svg(
    "svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true", class: "switch" },
    svg("circle", { cx: 50, cy: 50, r: 44, class: "switch-ring" }),
    svg("circle", { cx: 50, cy: 42, r: 10, class: "switch-hole" }),
    svg("path", { d: "M44 48 L40 74 L60 74 L56 48 Z", class: "switch-hole" }),
  );

function entry(door) {
  const name = text({ id: "name", maxlength: 32, autocapitalize: "none" });
  const code = pin({ id: "pin" });
  const pick = (of) => {
    name.value = of;
    code.value = "";
    byId("refused").textContent = "";
    showWait();
    code.dispatchEvent(new Event("input", { bubbles: true }));
    code.focus();
  };
  named = () => name.value.trim().toLowerCase();
  const names = chooseName(door.names, pick);
  const form = signing(
    t("op.door.enter"),
    () => ({ kind: "sign_in", name: named(), pin: code.value }),
    [code],
    [door.names.length ? names : field(t("op.users.name"), name), field(t("op.pin.title"), code)],
    () => named() && code.value.length >= 4,
  );
  return h(
    "div",
    { class: "entry", id: "entry" },
    h("h1", {}, t("op.door.who")),
    h("div", {}, whyOver(), form),
    pad(code),
  );
}

function first() {
  const name = text({ id: "name", maxlength: 32, autocapitalize: "none" });
  const code = pin({ id: "pin" });
  const again = pin({ id: "pin-again" });
  named = () => name.value.trim().toLowerCase();
  const good = () => /^[a-z][a-z0-9._-]*$/.test(named()) && code.value.length >= 4 && code.value === again.value;
  const form = signing(
    t("op.door.first.go"),
    () => ({ kind: "sign_in", first: true, name: named(), pin: code.value }),
    [code, again],
    [
      h("p", {}, t("op.door.first.says")),
      field(t("op.users.name"), name, t("op.users.name.hint")),
      field(t("op.pin.title"), code, t("op.pin.rule")),
      field(t("op.pin.again"), again),
    ],
    good,
  );
  return h("div", { class: "entry", id: "first" }, h("h1", {}, t("op.door.first")), form, pad(code, again));
}

/** A form that signs in; the PIN leaves the fields with the question, whatever comes of it. */
function signing(go, message, pins, body, ready) {
  const why = h("p", { class: "bad", role: "alert", id: "refused" });
  const button = h("button", { class: "go", id: "sign-in" }, go);
  let busy = false;
  const check = () => (button.disabled = busy || !ready() || waitOf() > 0);
  const submit = async (event) => {
    event.preventDefault();
    check();
    if (button.disabled) return;
    const asked = message();
    for (const input of pins) input.value = "";
    busy = true;
    check();
    why.textContent = t("op.wait");
    const answer = await ask(asked);
    busy = false;
    const locks = answer.code === "wrong_pin" && answer.details?.wait_ms > 0; // the last of too many says that it locks
    const told = locks ? { ...answer, code: "locked_out" } : answer;
    why.textContent = told.ok ? "" : toastAnswer(told);
    if (answer.ok) locked.clear(); // who is in may unlock somebody
    if (told.code === "locked_out") locked.set(asked.name, performance.now() + (told.details.wait_ms ?? 0));
    check();
    if (!answer.ok) pins[0].focus();
  };
  const form = h("form", { onsubmit: submit, oninput: check }, body, why, h("p", { class: "why", id: "wait" }), button);
  check();
  return form;
}

const waitOf = () => Math.max(0, (locked.get(named()) ?? 0) - performance.now());

function showWait() {
  const box = byId("wait");
  if (!box) return;
  const seconds = Math.ceil(waitOf() / 1000);
  const words =
    seconds > 0
      ? t("op.door.wait", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` })
      : "";
  if (box.textContent !== words) {
    box.textContent = words;
    box.closest("form").dispatchEvent(new Event("input"));
  }
}
