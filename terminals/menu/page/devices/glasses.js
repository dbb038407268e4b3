// The players' terminals as they are now: line, version, key, and whether a finger reaches all of the glass.
import { ask } from "../asking.js";
import { h } from "../dom.js";
import { list, whyNot, word } from "../parts/parts.js";
import { offerOf } from "../state.js";
import { tell } from "../frame/toast.js";
import { t } from "../words.js";

const SECOND = 1000;
const SILENT_LONG_MS = 1500;

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
  const offer = offerOf("touch_test");
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
  const begin = async () => {
    tell(await ask({ kind: "act", act: "touch_test", seat: terminal.seat }), t("op.service.touch_test.done"));
    look();
  };
  const button = offer
    ? h(
        "button",
        {
          class: "plain small",
          "data-touch": terminal.seat,
          "data-key": `touch-${terminal.seat}`,
          disabled: !offer.now || !terminal.linked || terminal.touching,
          onclick: begin,
        },
        t("op.diag.touch.begin"),
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
      button,
      h("span", { class: "touched-result" }, terminal.touching ? t("op.diag.touch.on") : (result ?? "")),
    ),
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

/** What came of the last touch test of each seat. */
function resultsOf(tests) {
  const found = new Map();
  for (const { test, seat, came, about } of tests.map(({ fact }) => fact)) {
    if (test !== "touch_test" || !came || found.has(seat)) continue;
    found.set(
      seat,
      came === "broken_off"
        ? t("op.diag.touch.broken", { why: brokenBy(about) })
        : t("op.diag.touched", { n: about.touched, of: about.fields }),
    );
  }
  return found;
}
