// A player's terminal in one page of JavaScript, written from docs/wire.md alone, in version 2 of the wire.
//
//     node terminal.mjs COMMANDS BROADCASTS SEAT [KEY_FILE]
//
// COMMANDS and BROADCASTS are the controller's endpoints; KEY_FILE is what `boxcars keys add` wrote for this seat, and
// is left out on the controller's own machine. It needs the npm package `zeromq` (npm ci beside package-lock.json). In
// each window it lays the least that the offer takes on the pass line and on the field, in one command, and prints what
// it hears. It ends after the first round that settled both.

import { readFileSync } from "node:fs";
import { Dealer, Subscriber } from "zeromq";

const [commands, broadcasts, seat, keyFile] = process.argv.slice(2);
const BETS = ["pass_line", "field"];
const LOST_AFTER = 3000;
const OUT_OF_COUNT = ["id_jump", "stale_id", "series_over"];
const THE_END = ["bad_message", "wrong_seat", "no_such_seat", "taken_over"];

const keys = keyFile ? JSON.parse(readFileSync(keyFile, "utf8")) : null;
const curve = keys ? { curveServerKey: keys.controller, curvePublicKey: keys.public, curveSecretKey: keys.secret } : {};
const mine = new Dealer({ linger: 0, ...curve });
const everybody = new Subscriber({ linger: 0, ...curve });
everybody.subscribe(); // before it connects: the first thing it is told is the last broadcast
mine.connect(commands);
everybody.connect(broadcasts);

let series = null; // in which my ids count; the welcome grants one
let lastId = 0;
let table, you, offer;
let heardAt = 0,
  betIn = 0,
  decided = 0;
const unanswered = new Map(); // id → the command, to be sent again with the same id

let sending = Promise.resolve(); // one message at a time
function say(message) {
  sending = sending.then(() => mine.send(JSON.stringify({ v: 2, ...message }))).catch(leave);
}

function hello() {
  say({
    kind: "hello",
    seat: Number(seat),
    software: "example in JavaScript 1",
    series,
    unfinished: [...unanswered.keys()],
  });
}

function command(kind, fields) {
  lastId += 1;
  unanswered.set(lastId, { said: { kind, series, id: lastId, ...fields }, at: 0 });
  sayAgain();
}

function sayAgain() {
  for (const one of unanswered.values()) {
    if (Date.now() - one.at < 1500) continue;
    one.at = Date.now();
    say(one.said);
  }
}

function leave(error) {
  if (error) console.error(String(error));
  process.exit(error ? 1 : 0);
}

const hears = {
  welcome(message) {
    if (message.series !== series) {
      // a new one: what I sent before is over, and `you` shows what was taken
      series = message.series;
      lastId = 0;
      unanswered.clear();
    }
    lastId = Math.max(message.last_id, lastId);
    for (const id of message.unknown) if (unanswered.has(id)) unanswered.get(id).at = 0; // these never arrived
    ({ table, you } = message);
    say({ kind: "book_wanted" });
  },
  table(message) {
    if (table && message.epoch !== table.epoch) heardAt = 0; // the controller has started again: say hello
    table = message;
  },
  seat(message) {
    you = message;
  },
  book(message) {
    offer = message.offer;
  },
  answer(message) {
    unanswered.delete(message.id);
    if (OUT_OF_COUNT.includes(message.code)) hello(); // the welcome says how the count stands
    if (message.purse) you = { ...you, ...message.purse };
  },
  settled(message) {
    you = message.you;
    decided += message.rows.length;
    if (decided >= BETS.length) leave();
  },
  not_taken(message) {
    if (message.code === "hello_first") hello();
    if (THE_END.includes(message.code)) leave(message.reason);
  },
};

async function listen(socket, isMine) {
  for await (const [data] of socket) {
    const message = JSON.parse(data);
    if (isMine) heardAt = Date.now();
    if (message.kind !== "heartbeat") console.log(JSON.stringify(message));
    hears[message.kind]?.(message); // a kind that I do not know I leave aside
    bet();
  }
}

function bet() {
  const open = table && ["idle", "betting"].includes(table.phase) && !Object.keys(table.holds).length;
  if (!open || series === null || !offer || table.round <= betIn || table.hand.point !== null) return;
  const wagers = BETS.map((name) => ({ do: "place", bet: name, amount: offer.spots[name].min }));
  if (wagers.reduce((sum, row) => sum + row.amount, 0) > you.credits) return;
  betIn = table.round;
  command("wagers", { round: table.round, wagers });
}

setInterval(() => {
  if (Date.now() - heardAt > LOST_AFTER) return hello(); // never heard, or lost
  say({ kind: "heartbeat", n: Math.floor(Date.now() / 1000) });
  sayAgain();
}, 1000);
hello();
listen(mine, true).catch(leave);
listen(everybody, false).catch(leave);
