// The wallet beside a seat of the demo: looks at the devices again and again, and puts papers in.
const SEAT = Number(location.pathname.split("/")[2]);
const LOOKS_EVERY_MS = 300;
const SHOWN_MS = 6000;
const A_MOVE = 8; // pixels; less is a tap

const byId = (/** @type {string} */ id) => document.getElementById(id);

const LANGUAGE = "language"; // under which this page remembers it

let catalogues = {};
let words = {};
let shown = "";
let timer = 0;

function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

function t(key, filled = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => filled[name] ?? whole);
}

function speak(language) {
  words = catalogues[language];
  localStorage.setItem(LANGUAGE, language);
  document.documentElement.lang = t("language.locale");
  document.title = `Boxcars - ${t("wallet")}`;
  for (const place of document.querySelectorAll("[data-t]")) place.textContent = t(place.getAttribute("data-t"));
  byId("languages").setAttribute("aria-label", t("languages"));
  byId("languages").replaceChildren(...Object.keys(catalogues).map((code) => languageButton(code, language)));
  shown = "";
}

function languageButton(code, language) {
  const choose = () => {
    speak(code);
    look();
  };
  const name = catalogues[code]["language.name"];
  return element("button", { "data-language": code, "aria-pressed": code === language, onclick: choose }, name);
}

async function learn() {
  catalogues = await (await fetch("/wallet/words")).json();
  const last = localStorage.getItem(LANGUAGE);
  speak(last in catalogues ? last : Object.keys(catalogues)[0]);
}

async function say(what) {
  const answer = await fetch(`/wallet/${SEAT}/${what}`, { method: "POST" });
  if (!answer.ok) refused(t("refused", { why: await answer.text() }));
  await look();
}

function refused(words) {
  const box = byId("refused");
  box.textContent = words;
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), SHOWN_MS);
}

async function look() {
  const answer = await fetch(`/wallet/${SEAT}/seen`);
  if (answer.ok) draw(await answer.json());
}

function draw(seen) {
  const { acceptor, printer, bezel, held, back, box, notes } = seen;
  byId("title").textContent = t("title", { n: SEAT });
  byId("slot").replaceChildren(element("span", {}, acceptor.paper ? nameOf(acceptor.paper) : `↑ ${t("put_in")}`));
  byId("acceptor-says").textContent = acceptorSays(acceptor, box);
  byId("back").textContent = back.count ? t("came_back", { count: back.count, paper: nameOf(back.last.at(-1)) }) : "";
  byId("printer-says").textContent = t(printer.paper === null ? "printer.off" : `printer.paper.${printer.paper}`);
  const key = JSON.stringify([bezel, held, notes]);
  if (key === shown || document.querySelector(".moved")) return;
  shown = key;
  byId("bezel").replaceChildren(bezel ? picture(bezel) : element("span", {}, "–"));
  byId("notes").replaceChildren(...notes.map(note), falseNote());
  byId("held").replaceChildren(...held.map(ticket));
}

function acceptorSays({ up, stage, stacker }, box) {
  if (!up) return t("stage.off");
  const state = stacker === "in" ? `stage.${stage}` : `stacker.${stacker}`;
  return `${t(state)} ${t("in_stacker", { n: box })}`;
}

function nameOf(paper) {
  if (/^\d{4,}$/.test(paper)) return t("paper.ticket", { number: paper });
  return paper === "false" ? t("paper.false") : paper;
}

const picture = ({ seat, file, number }) =>
  element("img", { src: `/wallet/${seat}/papers/${file}`, alt: t("picture", { number }), draggable: "false" });

const note = (value) =>
  movable(element("button", { class: "paper note", "data-note": value }, `$${value}`), `note/${value}`);
const falseNote = () =>
  movable(element("button", { class: "paper note false", "data-note": "false" }, t("false_note")), "do/false");

function ticket(paper) {
  const slip = paper.template !== "ticket";
  const made = element(
    "button",
    { class: `paper ticket ${slip ? "slip" : ""}`, "data-number": paper.digits },
    picture(paper),
  );
  return slip ? made : movable(made, `ticket/${paper.seat}/${paper.file}`);
}

/** Into the slot by a tap, or dragged there by a finger or a mouse. */
function movable(paper, what) {
  let from = null;
  const over = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("#slot");
  const end = () => {
    from = null;
    paper.classList.remove("moved");
    paper.style.transform = "";
    byId("slot").classList.remove("over");
  };
  paper.addEventListener("pointerdown", (event) => {
    from = event;
    paper.setPointerCapture(event.pointerId);
  });
  paper.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (!paper.classList.contains("moved") && Math.hypot(x, y) < A_MOVE) return;
    paper.classList.add("moved");
    paper.style.transform = `translate(${x}px, ${y}px)`;
    byId("slot").classList.toggle("over", Boolean(over(event)));
  });
  paper.addEventListener("pointerup", (event) => {
    const put = from && (!paper.classList.contains("moved") || over(event));
    end();
    if (put) say(what);
  });
  paper.addEventListener("pointercancel", end);
  paper.addEventListener("keydown", (event) => event.key === "Enter" && say(what));
  return paper;
}

for (const button of document.querySelectorAll("[data-do]"))
  button.addEventListener("click", () => say(`do/${button.getAttribute("data-do")}`));
byId("bezel").addEventListener("click", () => say("do/take"));

async function lookAgain() {
  await look().catch(() => undefined);
  setTimeout(lookAgain, LOOKS_EVERY_MS);
}
learn().then(lookAgain);
