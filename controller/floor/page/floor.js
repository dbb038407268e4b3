// The floor's page: a door, every machine as it is now, and money for those who may see it. It decides nothing.

/** @typedef {{ cabinet: string, heard_at: number, waiting: number, entries: number, game: string, phase: string, holds: string[], last: Record<string, any>, calls: boolean, ahead: { what: string, about: string, at: number }[] }} Machine */
/** @typedef {{ number: number, at: number, code: string, cabinet: string, journal: string, details: string }} Alarm */
/** @typedef {{ wagered: number, actual: number, due: number | null, band: number[] | null, within: boolean | null }} Held */
/** @typedef {Held & { cabinet: string, journal: string, in: number, out: number, bets: Record<string, Held> }} Money */

const LANGUAGES = ["en", "zh", "es"];
/** @type {Record<string, string>} */
let words = {};
let language = "en";
let tab = "machines";
let maySeeMoney = false;
/** @type {{ at: number, machines: Machine[], alarms: Alarm[], trouble?: string } | null} */
let now = null;
/** @type {Money[] | null} */
let money = null;
/** @type {EventSource | null} */
let stream = null;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} key @param {Record<string, string | number>} [parts] */
const t = (key, parts = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
/** @param {string} group @param {string} name */
const named = (group, name) => words[`${group}.${name}`] ?? name;

/** @param {string} tag @param {string | (Node | string)[]} [inside] @param {string} [kind] */
function make(tag, inside = [], kind = "") {
  const made = document.createElement(tag);
  made.className = kind;
  made.append(...(typeof inside === "string" ? [inside] : inside));
  return made;
}

async function speak() {
  words = await (await fetch(`words/${language}.json`)).json();
  document.documentElement.lang = language;
  for (const place of document.querySelectorAll("[data-word]")) {
    place.textContent = t(/** @type {HTMLElement} */ (place).dataset.word ?? "");
  }
  byId("out").textContent = t("sign_out");
  draw();
}

function choices() {
  const select = /** @type {HTMLSelectElement} */ (byId("language"));
  select.replaceChildren(
    ...LANGUAGES.map((code) => new Option({ en: "English", zh: "中文", es: "Español" }[code], code)),
  );
  select.onchange = () => {
    language = select.value;
    void speak();
  };
}

async function comeIn() {
  const answer = await fetch("who");
  const isIn = answer.ok;
  byId("door").hidden = isIn;
  byId("tabs").hidden = byId("out").hidden = !isIn;
  stream?.close();
  if (!isIn) return byId("place").replaceChildren();
  const who = await answer.json();
  maySeeMoney = who.money;
  byId("floor").textContent = `Boxcars · ${who.floor}`;
  byId("demo").hidden = who.life !== "demo";
  listen();
  draw();
}

function listen() {
  stream = new EventSource("now");
  stream.onmessage = (message) => {
    now = JSON.parse(message.data);
    draw();
  };
}

/** @param {SubmitEvent} event */
async function knock(event) {
  event.preventDefault();
  const [name, password] = ["name", "password"].map((id) => /** @type {HTMLInputElement} */ (byId(id)).value);
  const answer = await fetch("session", { method: "POST", body: JSON.stringify({ name, password }) });
  byId("wrong").textContent = answer.ok ? "" : t("wrong");
  /** @type {HTMLInputElement} */ (byId("password")).value = "";
  if (answer.ok) await comeIn();
}

async function goOut() {
  await fetch("session", { method: "DELETE" });
  now = money = null;
  await comeIn();
}

/** @param {string} name */
async function turnTo(name) {
  tab = name;
  if (name === "money") money = await (await fetch("money")).json();
  draw();
}

function draw() {
  const names = maySeeMoney ? ["machines", "money"] : ["machines"];
  byId("tabs").replaceChildren(
    ...names.map((name) => {
      const button = make("button", t(name));
      button.setAttribute("aria-pressed", String(tab === name));
      button.onclick = () => void turnTo(name);
      return button;
    }),
  );
  if (byId("out").hidden) return;
  byId("place").replaceChildren(...(tab === "money" ? drawMoney() : drawMachines()));
}

function drawMachines() {
  if (now === null) return [make("p", t("waiting"))];
  if (now.trouble) return [make("p", t("store_away"))];
  const machines = now.machines.toSorted((a, b) => Number(b.calls) - Number(a.calls));
  const cards = machines.map((machine) => drawMachine(machine, now?.at ?? 0));
  return [...drawAlarms(now.alarms), make("section", cards, "machines")];
}

/** @param {Alarm[]} alarms */
function drawAlarms(alarms) {
  if (alarms.length === 0) return [];
  const rows = alarms.map((one) => make("li", `${one.cabinet}: ${named("found", one.code)} (${one.details})`));
  return [make("section", [make("h2", t("alarms")), make("ul", rows)], "alarms")];
}

/** @param {Machine} machine @param {number} at */
function drawMachine(machine, at) {
  const seconds = Math.max(0, Math.round((at - machine.heard_at) / 1000));
  const lines = [
    t("phase", { phase: named("phase", machine.phase || "none") }),
    ...(machine.holds.length
      ? [t("held", { holds: machine.holds.map((hold) => named("hold", hold)).join(", ") })]
      : []),
    ...machine.ahead.map((one) => t(`ahead.${one.what}`, { about: one.about })),
    ...(machine.last.faces ? [t("last", { faces: machine.last.faces.join(" ") })] : []),
    t("entries", { entries: machine.entries, waiting: machine.waiting }),
    t("heard", { seconds }),
  ];
  const card = make("article", [make("h2", machine.cabinet), ...lines.map((line) => make("p", line))], "machine");
  card.classList.toggle("calls", machine.calls);
  return card;
}

function drawMoney() {
  if (money === null) return [make("p", t("waiting"))];
  const head = ["machine", "wagered", "held_money", "due", "band", "cash_in", "cash_out"].map((key) =>
    make("th", t(key)),
  );
  const rows = money.map((one) =>
    make("tr", [make("td", one.cabinet), ...figures(one), amount(one.in), amount(one.out)]),
  );
  const whole = make("div", [make("table", [make("tr", head), ...rows])], "scroll");
  return [whole, ...money.map(drawBets)];
}

/** @param {Money} machine */
function drawBets(machine) {
  const head = ["bet", "wagered", "held_money", "due", "band"].map((key) => make("th", t(key)));
  const rows = Object.entries(machine.bets).map(([bet, held]) => make("tr", [make("td", bet), ...figures(held)]));
  return make("div", [make("h2", machine.cabinet), make("table", [make("tr", head), ...rows])], "scroll");
}

/** @param {Held} held */
function figures(held) {
  const band = held.band === null ? make("td", "–") : make("td", held.band.map(cents).join(" … "));
  band.className = held.within === false ? "out" : "in";
  return [amount(held.wagered), amount(held.actual), held.due === null ? make("td", "–") : amount(held.due), band];
}

/** @param {number} value */
const amount = (value) => make("td", cents(value));
/** @param {number} value */
const cents = (value) => (value / 100).toLocaleString(language, { minimumFractionDigits: 2 });

choices();
byId("door").onsubmit = (event) => void knock(/** @type {SubmitEvent} */ (event));
byId("out").onclick = () => void goOut();
await speak();
await comeIn();

export {};
