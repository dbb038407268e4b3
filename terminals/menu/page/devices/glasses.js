// The players' terminals as they are now: line, version, key, and whether a finger reaches all of the glass.
import { ask } from "../asking.js";
import { h } from "../dom.js";
import { list, whyNot, word } from "../parts/parts.js";
import { offerOf } from "../state.js";
import { form } from "../parts/dialogs.js";
import { tell } from "../frame/toast.js";
import { t } from "../words.js";

const SECOND = 1000;
const SILENT_LONG_MS = 1500;
const OF_A_SCREEN = ["touch_test", "calibrate_seat"];
const CAME = {
  touched: ({ touched, fields }) => t("op.diag.touched", { n: touched, of: fields }),
  set: ({ after }) => t(after ? "op.diag.set.came" : "op.diag.delivered.came"),
};

/** Every terminal, however many answers that takes. */
export async function lookAtTerminals() {
  const rows = [];
  for (let seat = null; ;) {
    const answer = await ask({ kind: "look", what: "terminals", ...(seat ? { seat } : {}) });
    if (!answer.ok) return null;
    rows.push(...answer.details.terminals);
    seat = answer.details.more;
    if (!seat) return { ...answer.details, terminals: rows };
  }
}

/** `seats` of the status say what is open and locked, `tests` are lines of the event log, the newest first. */
export function terminalRows({ terminals }, seats, tests, look) {
  const of = new Map(seats.map((seat) => [seat.seat, seat]));
  const results = resultsOf(tests);
  const offer = offerOf("touch_test"); // when it is done, a screen may be set, too
  const row = (terminal) => ({
    name: `seat-${terminal.seat}`,
    look: terminal.linked ? null : "over",
    cells: cellsOf(terminal, of.get(terminal.seat), results.get(terminal.seat), offer, look),
  });
  return [
    list(
      [
        t("op.log.seat"),
        t("op.diag.link"),
        t("op.diag.round_trip"),
        t("op.diag.software"),
        t("op.diag.key"),
        t("op.diag.lock"),
        t("op.diag.touching"),
      ],
      terminals.map(row),
    ),
    offer && !offer.now
      ? h("p", { class: "soft", id: "touch-why-not" }, t("op.diag.touch.when", { why: whyNot(offer) }))
      : null,
  ];
}

function cellsOf(terminal, seat, result, offer, look) {
  const free = offer?.now && terminal.linked && !terminal.touching;
  const begin = (act, more) => async () => {
    const answer = await ask({ kind: "act", act, seat: terminal.seat, ...more });
    look();
    return answer;
  };
  const said = (act, begun) => async () => tell(await begun(), t(`op.service.${act}.done`));
  const button = (act, name, words, press) =>
    offer
      ? h(
          "button",
          {
            class: "plain small",
            [`data-${name}`]: terminal.seat,
            "data-key": `${name}-${terminal.seat}`,
            disabled: !free,
            onclick: press ?? said(act, begin(act)),
          },
          t(words),
        )
      : null;
  return [
    String(terminal.seat),
    linkOf(terminal),
    h(
      "span",
      { class: "trip" },
      `${milliseconds(terminal.round_trip_ms)} / ${milliseconds(terminal.worst_round_trip_ms)}`,
    ),
    softwareOf(terminal),
    terminal.linked ? (terminal.key ?? t("op.diag.local")) : "–",
    !seat ? "–" : seat.lock ? word("op.lock", seat.lock) : t(seat.open ? "op.diag.plays" : "op.diag.closed"),
    h(
      "div",
      { class: "touching" },
      button("touch_test", "touch", "op.diag.touch.begin"),
      button("calibrate_seat", "set-touch", "op.diag.set"),
      button("calibrate_seat", "as-delivered", "op.diag.delivered", () =>
        askDelivered(t("seat", { n: terminal.seat }), begin("calibrate_seat", { as_delivered: true })),
      ),
      h("span", { class: "touched-result" }, terminal.touching ? t("op.diag.touch.on") : (result ?? "")),
    ),
  ];
}

/** What staff have set before is taken back: not by one touch that was meant for something else. */
function askDelivered(whose, act) {
  form(t("op.diag.delivered.title", { screen: whose }), {
    body: h("p", {}, t("op.diag.delivered.says")),
    go: t("op.diag.delivered"),
    act,
    good: t("op.diag.delivered.done"),
  });
}

/** The screen at which one stands. */
export function ownScreen() {
  const offer = offerOf("calibrate_menu");
  if (!offer) return [];
  const begin = (as_delivered) => () => ask({ kind: "set_touch", as_delivered });
  const button = (id, words, press) =>
    h("button", { class: "plain", id, "data-key": id, disabled: !offer.now, onclick: press }, t(words));
  return [
    button("set-touch", "op.diag.set.own", async () => tell(await begin(false)(), t("op.diag.set.own.done"))),
    button("as-delivered", "op.diag.delivered.own", () => askDelivered(t("op.diag.own_screen"), begin(true))),
  ];
}

function linkOf({ linked, since_ms: since, silent_ms: silent }) {
  if (!linked) return t("op.service.down");
  const quiet = silent > SILENT_LONG_MS;
  return [
    h("span", { class: "up-for" }, t("op.diag.up_for", { time: lasting(since) })),
    h(
      "small",
      { class: quiet ? "heard why" : "heard soft" },
      t("op.diag.heard", { time: `${(silent / SECOND).toFixed(1)} s` }),
    ),
  ];
}

const softwareOf = ({ software, differs }) =>
  software === null
    ? "–"
    : [
        h("span", { class: "software" }, software),
        differs ? h("span", { class: "tag warn" }, t("op.diag.differs")) : null,
      ];

const milliseconds = (value) => (value === null ? "–" : String(value));

function lasting(ms) {
  const seconds = Math.floor(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min` : `${seconds} s`;
}

/** Why a test was not done. */
const brokenBy = ({ cause, act }) =>
  cause === "begun" ? t("op.diag.broken.another", { test: word("op.service", act) }) : word("op.cause", cause);

/** What came of the last test of each seat's screen, and of the last time that it was set right. */
function resultsOf(tests) {
  const found = new Map();
  for (const { test, seat, came, about } of tests.map(({ fact }) => fact)) {
    if (!OF_A_SCREEN.includes(test) || !came || found.has(seat)) continue;
    found.set(seat, came === "broken_off" ? t("op.diag.touch.broken", { why: brokenBy(about) }) : CAME[came]?.(about));
  }
  return found;
}
