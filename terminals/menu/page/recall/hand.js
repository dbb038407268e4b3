// The hand of the round that is shown: every throw of it in a strip, those that did not count too, and the way from
// roll to roll, by touch and by the arrows of a keyboard.
import { byId, h } from "../dom.js";
import { word } from "../parts/parts.js";
import { t } from "../words.js";

const MARK = { point: "ON", made: "✓", out: "✕" };

/** Between the ways to step; `go` is told the round of the throw that was touched. */
export function handStrip({ hand }, number, { step, go }) {
  const throws = hand.throws.map((one) =>
    h("li", { class: `roll ${one.faces ? one.did : "no-roll"}` }, button(one, number, go)),
  );
  const part = hand.whole ? null : h("p", { class: "soft", id: "hand-part" }, t("op.recall.part"));
  const way = (name, sign, words) =>
    h("button", { class: "plain", id: name, "aria-label": words, title: words, onclick: () => step(name) }, sign);
  const strip = h("ol", { class: "hand-strip", id: "hand-strip", "aria-label": t("op.recall.hand_rolls") }, throws);
  const [back, on] = [
    [way("first", "|◀", t("op.recall.first")), way("previous", "◀", t("op.recall.previous"))],
    [way("next", "▶", t("op.recall.next")), way("last", "▶|", t("op.recall.last"))],
  ];
  return [h("div", { class: "hand-row" }, back, strip, on), part];
}

function button({ round, faces, outcome, roll, did }, number, go) {
  const total = faces ? faces[0] + faces[1] : null;
  const dice = faces
    ? t("roll.said", { total, a: faces[0], b: faces[1] })
    : `${t("op.log.no_roll")}, ${word("op.outcome", outcome)}`;
  const said = [t("op.recall.round", { n: round }), dice, did ? t(`roll.${did}`) : ""].filter(Boolean).join(", ");
  const here = round === number;
  return h(
    "button",
    {
      class: here ? "here" : null,
      "aria-current": here ? "step" : null,
      "aria-label": said,
      title: said,
      "data-roll": faces ? faces.join("-") : outcome,
      "data-of": round,
      onclick: () => go(round),
    },
    h("b", {}, faces ? String(total) : "–"),
    h("small", {}, faces ? faces.join("·") : "NO"),
    h("i", {}, did ? MARK[did] : roll ? String(roll) : ""),
  );
}

/** The throw of the round that is shown comes into sight. */
export function scrollToHere() {
  const here = byId("hand-strip")?.querySelector(".here");
  const strip = byId("hand-strip");
  if (here) strip.scrollLeft = here.offsetLeft - strip.offsetLeft - strip.clientWidth / 2;
}

/**
 * Where a step leads: the round of the throw before or after this round; beyond the hand's ends the round next door;
 * `first` and `last` are the ends of the hand.
 */
export function roundAt({ hand }, number, step) {
  const rounds = [...new Set(hand.throws.map(({ round }) => round))];
  switch (step) {
    case "first":
      return rounds[0] ?? number;
    case "last":
      return rounds.at(-1) ?? number;
    case "previous":
      return rounds.findLast((round) => round < number) ?? number - 1;
    default:
      return rounds.find((round) => round > number) ?? number + 1;
  }
}

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

/** Arrow keys step for as long as `place` is on the screen; in a field or a dialog they mean something else. */
export function listenToKeys(place, step) {
  const press = (event) => {
    if (!place.isConnected) return document.removeEventListener("keydown", press);
    const to = KEYS[event.key];
    if (
      !to ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      byId("dialog").open ||
      event.target.closest?.("input, select, textarea, [role=radiogroup], .scroll")
    )
      return undefined;
    if (!byId("hand-strip")) return undefined;
    event.preventDefault();
    return step(to);
  };
  document.addEventListener("keydown", press);
}
