// The screen over the dome: what everybody may see, large.
import { Line } from "./line.js";
import { byId, h, put, say, svg } from "./dom.js";
import { pair } from "./dice.js";
import { ladder } from "./ladder.js";
import { money, moneyLooks } from "./money.js";
import { Ring } from "./ring.js";
import { strip } from "./rolls.js";
import { betName, known, speak, t } from "./words.js";

const MOST_LEVELS = 24;
const ATTRACT_AFTER_MS = 15_000;
const now = { page: false, up: false, table: null, offer: null, languages: ["en"], idleSince: null };
const ring = new Ring();
byId("ring").append(ring.element);

const heard = {
  async look(message) {
    moneyLooks(message.money);
    now.languages = message.languages;
    await speak(new URLSearchParams(location.search).get("language") ?? message.languages[0]);
  },
  offer: (message) => (now.offer = message.offer),
  link: (message) => (now.up = message.up),
  table(message) {
    const table = message.table;
    if (table?.phase !== "idle") now.idleSince = null;
    else now.idleSince ??= performance.now();
    now.table = table;
    ring.set(table?.due_in_ms ?? null, table?.lasts_ms ?? null);
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
setInterval(showAttract, 1000);

function show() {
  const { table, offer } = now;
  byId("demo").hidden = !table?.demo;
  say(byId("phase"), phaseWords());
  say(byId("limits"), offer ? t("limits", { min: money(offer.limits.min), max: money(offer.limits.max) }) : "");
  showNotices();
  if (!table) return;
  showDice(table);
  const point = table.hand?.point ?? null;
  put(byId("puck"), h("span", { class: point ? "puck on" : "puck off" }, point ? t("puck.on") : t("puck.off")), h("b", {}, point ? t("puck.point", { n: point }) : t("puck.come_out")));
  const shooter = table.shooter ? t("display.seat", { n: table.shooter }) : t("display.house");
  put(byId("shooter"), h("small", {}, t("display.shooter")), h("b", {}, shooter));
  const rolls = table.hand?.rolls ?? 0;
  put(byId("count"), t("display.count"), h("b", {}, String(rolls)));
  put(byId("ladder"), ladder(offer, rolls));
  put(byId("hands"), table.best_hands.map((hand) => h("li", {}, h("b", {}, t("display.rolls", { n: hand.rolls })), h("span", {}, hand.shooter ? t("display.seat", { n: hand.shooter }) : t("display.house")))));
  showPower(table, offer);
  put(byId("chart"), chart(table.past));
  put(byId("history"), strip(table.past, 20));
  showAttract();
}

function phaseWords() {
  const { table } = now;
  if (!now.page || !now.up || !table) return t("phase.away");
  if (Object.keys(table.holds).length) return t("phase.held");
  if (table.phase === "shooting") return t("phase.shooting", { n: table.shooter });
  if (table.phase === "betting") return table.hand?.point ? t("phase.betting.point", { n: table.hand.point }) : t("phase.betting.come_out");
  return t(`phase.${table.phase}`);
}

let notices = "";

function showNotices() {
  const found = !now.page || !now.up ? [["away", t("display.away"), ""]] : Object.entries(now.table?.holds ?? {}).map(([reason, text]) => ["held", t("notice.held"), known(`hold.${reason}`) ? t(`hold.${reason}`) : text]);
  if (now.table?.no_rolls && now.table.phase === "rolling") found.push(["note", t("notice.no_roll"), t("notice.no_roll.why", { n: now.table.no_rolls })]);
  const key = JSON.stringify(found);
  if (key === notices) return;
  notices = key;
  put(byId("notices"), found.map(([kind, words, why]) => h("p", { class: `notice ${kind}` }, h("b", {}, words), h("span", {}, why))));
}

let thrown = "";

function showDice(table) {
  const rolling = table.phase === "rolling";
  const faces = table.last?.faces ?? table.past.at(-1)?.faces ?? null;
  const words = rolling ? t("phase.rolling") : faces ? t("rolled", { total: faces[0] + faces[1] }) : t("rolled.none");
  byId("dice").classList.toggle("rolling", rolling);
  const key = JSON.stringify([faces, words]);
  if (key !== thrown) put(byId("dice"), pair(faces, words));
  thrown = key;
  say(byId("rolled"), words);
}

function showPower(table, offer) {
  const levels = Object.entries(table.levels).slice(0, MOST_LEVELS);
  byId("power").classList.toggle("none", !levels.length);
  byId("power").hidden = !Object.values(offer?.spots ?? {}).some((spot) => spot.power);
  const rows = levels.map(([bet, level]) => {
    const figures = [...new Set(Object.values(offer?.spots[bet]?.power?.[level] ?? {}))].join(" ");
    return h("li", { class: level }, h("span", {}, betName(bet)), h("b", {}, `⚡${figures}`));
  });
  put(byId("levels"), rows);
}

/** How often each total has come lately: bars with their numbers, so that no colour has to be told apart. */
function chart(past) {
  const counts = Array.from({ length: 11 }, (_, index) => past.filter(({ faces }) => faces[0] + faces[1] === index + 2).length);
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, index) => {
    const height = (count / most) * 78;
    const x = index * 40 + 4;
    return svg(
      "g",
      {},
      svg("rect", { x, y: 96 - height, width: 32, height, rx: 3, class: index === 5 ? "bar seven" : "bar" }),
      svg("text", { x: x + 16, y: 92 - height, "text-anchor": "middle", class: "count" }, count ? String(count) : ""),
      svg("text", { x: x + 16, y: 114, "text-anchor": "middle", class: "total" }, String(index + 2)),
    );
  });
  return svg("svg", { viewBox: "0 0 440 120", role: "img", "aria-label": t("display.totals") }, svg("line", { x1: 0, x2: 440, y1: 97, y2: 97, class: "axis" }), bars);
}

function showAttract() {
  const idle = now.up && now.idleSince !== null && performance.now() - now.idleSince > ATTRACT_AFTER_MS;
  const attract = byId("attract");
  const held = Object.keys(now.table?.holds ?? {}).length > 0;
  if (attract.hidden === !(idle && !held)) return;
  attract.hidden = !(idle && !held);
  if (!attract.hidden) put(attract, now.table?.demo ? h("span", { class: "demo" }, t("demo")) : null, h("h1", {}, now.offer?.title ?? "Boxcars"), h("div", { class: "dance" }, pair([6, 6], "")), h("p", {}, t("display.attract")));
}
