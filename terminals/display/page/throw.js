// The dice as they fell, what they make, and who throws.
import { byId, h, putNew, say } from "./dom.js";
import { diceOf } from "./dice/known.js";
import { Stage } from "./dice/stage.js";
import { outcomeWords, phaseOf } from "./own.js";
import { OPEN } from "./phases.js";
import { betName, t } from "./words.js";

const stage = new Stage(() => document.dispatchEvent(new Event("landed")));
byId("dice").append(stage.element);

/** Whether the dice still fall: what they make, and whom it pays, is not said before they lie. */
export const falls = () => stage.falls;

export function showThrow(table) {
  byId("dice").hidden = Boolean(table.game);
  if (table.game) {
    say(byId("total"), outcomeWords(table.result ?? table.game.numbers?.[0]));
    return say(byId("call"), table.device ? phaseOf(table) : "");
  }
  const dice = diceOf(table);
  const { how, faces } = dice;
  const words = callOf(dice, table);
  stage.show(dice, faces ? t("roll.said", { total: faces[0] + faces[1], a: faces[0], b: faces[1] }) : words);
  const lies = how === "rest" && !stage.falls;
  byId("throw").dataset.did = lies ? dice.did : "";
  byId("throw").classList.toggle("out", lies && dice.did === "out");
  say(byId("total"), lies ? String(faces[0] + faces[1]) : "");
  say(byId("call"), stage.falls ? t("phase.rolling") : words);
}

function callOf({ how, faces, did }, table) {
  if (how === "still") return t("phase.held");
  if (how === "air") return t("phase.rolling");
  if (how === "none") return t(table.past.length ? "rolled.unknown" : "rolled.none");
  if (did) return t(`roll.${did}`);
  const [a, b] = faces;
  return a === b && ![2, 12].includes(a + b) ? betName(`hard:${a + b}`) : "";
}

export function showShooter(table) {
  byId("shooter").hidden = Boolean(table.game); // where the house spins, nobody is asked for it
  const nobody = table.shooter === null;
  const open = OPEN.includes(table.phase); // who shoots is chosen when bets close
  const who = nobody ? t(open ? "display.no_shooter" : "display.house") : t("display.seat", { n: table.shooter });
  const what = t(open && !nobody ? "display.shooter.last" : "display.shooter");
  putNew(byId("shooter"), [what, who, nobody], () => [
    h("small", {}, what),
    h("b", { class: nobody ? "nobody" : "" }, who),
  ]);
}
