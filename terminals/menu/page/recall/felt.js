// The felt of a round that is over, as one player saw it when bets closed: the very cells of the player's screen, drawn
// from what was recorded. Nothing can be wagered on it; a spot that is touched says what it paid and took then.
import { block, mark } from "../felt/cells.js";
import { h, put } from "../dom.js";
import { ladder } from "../shown/ladder.js";
import { columns, mainCells, propCells } from "../felt/layout.js";
import { money } from "../money.js";
import { list } from "../parts/parts.js";
import { drawPlan, markDolly } from "../plan/cells.js";
import { isLocked, isWorking, powerOn, stays } from "../felt/sight.js";
import { betName, paysText, t } from "../words.js";

const MAIN = { width: 780, height: 540 };
const PROPS = { width: 482, height: 540 };
const DRAWN = { width: 1262, height: 470 }; // a felt that its game has drawn is one block

/** What this seat saw; null where the offer of that time is not known. */
export function sightOf(seen, round, seat) {
  const { offer } = seen.felt;
  if (!offer) return null;
  const laid = round.layout[seat] ?? { stakes: [], added: [], vigorish: [] };
  const [stakes, added, held] = ["stakes", "added", "vigorish"].map((name) => Object.fromEntries(laid[name] ?? []));
  const rows = round.happened.filter((row) => row.what === "settled" && row.seat === seat);
  return {
    spots: offer.spots,
    places: offer.places,
    hand: seen.hand.before,
    levels: levelsOf(round),
    closed: seen.felt.closed,
    seat: seen.felt.seats[seat],
    stakes,
    added,
    held,
    rows,
    came: round.happened.find(({ what }) => what === "result")?.number ?? null,
    shown: (bet) => ({ amount: stakes[bet] ?? 0, pending: false }),
  };
}

/** The Power Odds that were shown: drawn once a round; a throw after a No Roll has another nonce and the same odds. */
const levelsOf = ({ happened }) => happened.find(({ what }) => what === "draw")?.levels ?? {};

/** The felt: both blocks of one in rows, or the drawn one with the mark on the number that came. */
export function recalledFelt(sight) {
  const says = h("p", { class: "soft", id: "spot-says", role: "status" }, t("op.recall.tap"));
  const blocks = sight.places.plan ? [drawPlan(DRAWN, sight)] : inRows(sight);
  if (sight.places.plan) markDolly(blocks[0].cells, sight.came);
  for (const cell of blocks.flatMap(({ cells }) => cells)) {
    mark(cell, sight);
    if (!cell.bet) continue;
    cell.group.setAttribute("role", "img"); // a picture with a name: what lies there
    cell.group.addEventListener("click", () => put(says, spotWords(cell)));
  }
  return [
    h(
      "div",
      { class: "felt recalled-felt", id: "felt", role: "group", "aria-label": t("op.recall.felt") },
      blocks.map(({ element }) => element),
    ),
    says,
  ];
}

function inRows(sight) {
  const numbers = mainCells(sight, MAIN);
  return [block(MAIN, numbers, columns(numbers), sight.spots), block(PROPS, propCells(sight, PROPS), [], sight.spots)];
}

function spotWords({ bet, spot }) {
  return t("op.recall.spot", {
    bet: betName(bet),
    pays: paysText(spot.pays),
    min: money(spot.min),
    max: money(spot.max),
    unit: money(spot.unit),
  });
}

/** Puck, hand and ladder as they stood before the roll. */
export function puckAndHand(seen) {
  const { before } = seen.hand;
  if (!before && !seen.hand.why) return null; // a game without hands
  if (!before)
    return h(
      "p",
      { class: "why", id: "hand-then" },
      t("op.recall.no_hand"),
      " ",
      t("op.recall.own_words", { words: seen.hand.why }),
    );
  const { point, rolls, points_made: made } = before;
  const steps = ladder(seen.felt.offer, rolls);
  return h(
    "div",
    { class: "hand-then", id: "hand-then", "data-point": point ?? "off", "data-rolls": rolls },
    h("span", { class: point ? "puck on" : "puck off" }, point ? t("puck.on") : t("puck.off")),
    h(
      "p",
      {},
      h("b", {}, point ? t("puck.point", { n: point }) : t("puck.come_out")),
      h("br"),
      t("op.recall.rolls_before", { n: rolls }),
      made.length ? [h("br"), t("op.recall.made", { points: made.join(" ") })] : null,
    ),
    steps ? h("div", { class: "ladder-then" }, steps) : null,
  );
}

/** Under which limits and by which book the table played. */
export function limitsThen({ felt }) {
  const { limits, kinds = {}, denomination, title } = felt.offer;
  const own = Object.entries(kinds).map(([kind, { min, max }]) =>
    t("op.recall.limits.kind", { kind: t(`op.kind.${kind}`), min: money(min), max: money(max) }),
  );
  return h(
    "p",
    { class: "soft", id: "limits-then" },
    [
      t("op.recall.limits", { min: money(limits.min), max: money(limits.max), unit: money(denomination), book: title }),
      ...own,
    ].join(" · "),
  );
}

const HEAD = () => [
  t("op.meters.bet"),
  `${t("op.recall.stake")}#`,
  `${t("op.recall.added")}#`,
  `${t("op.recall.held")}#`,
  t("op.recall.works"),
  t("op.recall.marks"),
  t("op.recall.pays"),
  "Power Odds",
  `${t("op.recall.range")}#`,
];

/** Every wager of this seat as it lay, in words: what the chip says by its marks. */
export const wagersThen = (sight) => list(HEAD(), wagerRows(sight), t("op.seats.no_wagers"));

export const wagerHead = HEAD;

export function wagerRows(sight) {
  return Object.entries(sight.stakes).map(([bet, amount]) => {
    const spot = sight.spots[bet];
    const works = isWorking(sight, bet);
    const power = powerOn(sight, bet);
    const marks = [isLocked(sight, bet) ? t("op.recall.locked") : "", stays(sight, bet) ? t("op.recall.staying") : ""]
      .filter(Boolean)
      .join(", ");
    const range = spot ? `${money(spot.min)}–${money(spot.max)}` : "";
    return {
      name: bet,
      cells: [
        betName(bet),
        money(amount),
        money(sight.added[bet] ?? 0),
        money(sight.held[bet] ?? 0),
        works === null ? "–" : t(works ? "chip.on" : "chip.off"),
        marks || "–",
        paysText(spot?.pays),
        power ? `${t(`op.recall.${power.level}`)} ${power.figures.join(" ")}` : "–",
        range,
      ],
    };
  });
}
