// Wires the floor's page: a door, a rail of pages, and the stream of what is new. It decides nothing.
import { byId, h, put } from "../dom.js";
import { field } from "../parts/fields.js";
import { state } from "../state.js";
import { spoken, speak, speakOf, t } from "../words.js";
import { whenEnded } from "./asking.js";
import { cage } from "./cage.js";
import { fairness } from "./fairness.js";
import { held } from "./held.js";
import { jackpots } from "./jackpots.js";
import { machines } from "./machines.js";
import { people } from "./people.js";
import { rounds } from "./rounds.js";

const FOLDERS = ["words", "menu-words", "floor-words"];
const [VIEWER, CASHIER, AUDITOR, SUPERVISOR] = ["viewer", "cashier", "auditor", "supervisor"];
const ALL = [VIEWER, CASHIER, AUDITOR, SUPERVISOR];
const PAGES = [
  { name: "machines", roles: ALL, page: machines },
  { name: "money", roles: [AUDITOR, SUPERVISOR], page: held },
  { name: "cage", roles: [CASHIER, AUDITOR, SUPERVISOR], page: cage },
  { name: "jackpots", roles: ALL, page: jackpots },
  { name: "rounds", roles: [AUDITOR, SUPERVISOR], page: rounds },
  { name: "fairness", roles: ALL, page: fairness },
  { name: "people", roles: ALL, page: people },
];

/** @type {{ [code: string]: string }} */ // what each calls itself
let languages = {};
/** @type {any} */
let who = null;
/** @type {any} */
let now = null;
/** @type {EventSource | null} */
let stream = null;
/** @type {any} */ // what a page's `open` returned: a function that is told what is new
let refresh = () => {};

const offered = () => PAGES.filter(({ roles }) => roles.includes(who.role));

async function comeIn() {
  const answer = await fetch("who").catch(() => null);
  who = answer?.ok ? await answer.json() : null;
  state.page = state.up = true;
  state.session = who ? { operator: who.name, role: who.role, acts: [] } : null;
  state.table = who ? { demo: who.life === "demo" } : null;
  document.body.classList.toggle("out", !who);
  byId("demo").hidden = who?.life !== "demo";
  byId("sign-out").hidden = byId("rail").hidden = !who;
  byId("title").textContent = who ? t("floor.title", { floor: who.floor }) : "Boxcars";
  stream?.close();
  if (!who) return showDoor();
  put(byId("door"));
  listen();
  openPage(PAGES[0].name);
}

function listen() {
  stream = new EventSource("now");
  stream.onmessage = (message) => {
    now = JSON.parse(message.data);
    showNow();
    refresh(now);
  };
  stream.onerror = () => {
    put(byId("notices"), h("p", { class: "notice" }, t("floor.away")));
    if (stream?.readyState === EventSource.CLOSED) setTimeout(comeIn, 2000);
  };
}

function showNow() {
  put(byId("notices"), now.trouble ? h("p", { class: "notice" }, t("floor.store_away")) : null);
  const calling = (now.machines ?? []).filter((/** @type {any} */ one) => one.calls).length;
  byId("now").textContent = calling ? t("floor.calling", { n: calling }) : "";
  byId("now").className = calling ? "held" : "";
}

function showDoor() {
  leave();
  const [name, password] = [
    h("input", { id: "name", autocomplete: "username", maxlength: 64, required: true }),
    h("input", { id: "password", type: "password", autocomplete: "current-password", maxlength: 200, required: true }),
  ];
  const wrong = h("p", { class: "bad", id: "wrong", role: "alert" });
  const knock = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = JSON.stringify({ name: name.value, password: password.value });
    const answer = await fetch("session", { method: "POST", body: said }).catch(() => null);
    password.value = "";
    wrong.textContent = answer?.ok ? "" : t(answer?.status === 403 ? "floor.wrong" : "floor.store_away");
    if (answer?.ok) await comeIn();
  };
  put(
    byId("door"),
    h(
      "form",
      { onsubmit: knock },
      h("h1", {}, t("floor.enter")),
      field(t("floor.name"), name),
      field(t("floor.password"), password),
      h("button", { class: "go" }, t("floor.sign_in")),
      wrong,
    ),
  );
}

function leave() {
  refresh = () => {};
  state.open = "";
  put(byId("main"));
  put(byId("now"));
  put(byId("who"));
}

function openPage(/** @type {string} */ name) {
  const entry = offered().find((one) => one.name === name);
  if (!entry) return;
  leave();
  speakOf(undefined); // a round of a wheel may have been open
  state.open = name;
  put(
    byId("who"),
    h("b", { id: "operator" }, who.name),
    " ",
    h("span", { class: "soft" }, t(`floor.role.${who.role}`)),
  );
  put(
    byId("rail"),
    offered().map((one) =>
      h(
        "button",
        {
          "data-page": one.name,
          "aria-current": one.name === name ? "page" : null,
          onclick: () => openPage(one.name),
        },
        t(`floor.page.${one.name}`),
      ),
    ),
  );
  const place = h("div", { class: "page", id: `page-${name}` });
  put(byId("main"), h("h1", {}, t(`floor.page.${name}`)), place);
  byId("main").scrollTop = 0;
  refresh = entry.page.open(place, who) ?? (() => {});
  if (now) {
    showNow();
    refresh(now);
  }
}

async function useLanguage(/** @type {string} */ name) {
  await speak(name in languages ? name : "en", FOLDERS);
  localStorage.setItem("floor-language", spoken());
  put(
    byId("languages"),
    Object.entries(languages).map(([of, says]) =>
      h(
        "button",
        { "data-language": of, lang: of, "aria-pressed": String(of === spoken()), onclick: () => turnTo(of) },
        says,
      ),
    ),
  );
}

/** Whatever is shown, in this language. */
async function turnTo(/** @type {string} */ name) {
  await useLanguage(name);
  if (!who) return showDoor();
  byId("title").textContent = t("floor.title", { floor: who.floor });
  openPage(state.open || PAGES[0].name);
}

byId("sign-out").addEventListener("click", async () => {
  await fetch("session", { method: "DELETE" });
  now = null;
  await comeIn();
});
whenEnded(() => {
  now = null;
  void comeIn();
});
languages = await (await fetch("languages")).json();
await useLanguage(localStorage.getItem("floor-language") ?? "en");
await comeIn(); // only then is there a door: one drawn before would be drawn anew over what somebody has typed
