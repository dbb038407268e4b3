// The dice as they fell, what they make, and who throws.
import { byId, h, put, say, svg } from "./dom.js";
import { die } from "./dice.js";
import { outcomeWords, phaseOf } from "./own.js";
import { OPEN } from "./phases.js";
import { betName, t } from "./words.js";

const WIDE = 250;
const HIGH = 128;
let shown = "";

export function showThrow(table) {
  byId("dice").hidden = Boolean(table.game);
  if (table.game) {
    say(byId("total"), outcomeWords(table.result ?? table.game.numbers?.[0]));
    return say(byId("call"), table.device ? phaseOf(table) : "");
  }
  const rolling = table.phase === "rolling";
  const held = Object.keys(table.holds).length > 0;
  const latest = table.past.at(-1);
  const faces = rolling ? null : (latest?.faces ?? null);
  const key = JSON.stringify([faces, rolling, held, t("rolled.none")]);
  byId("throw").classList.toggle("out", !rolling && latest?.did === "out");
  if (key !== shown) {
    shown = key;
    const label = faces
      ? t("roll.said", { total: faces[0] + faces[1], a: faces[0], b: faces[1] })
      : callOf(rolling, held, null);
    put(byId("dice"), pairOf(faces, rolling, label));
    byId("dice").classList.toggle("rolling", rolling && !held);
  }
  say(byId("total"), faces ? String(faces[0] + faces[1]) : "");
  say(byId("call"), callOf(rolling, held, rolling ? null : latest));
}

/** Dice in the air have no faces yet: showing some would be a lie. */
function pairOf(faces, rolling, label) {
  const [a, b] = faces ?? [0, 0];
  const extra = faces || rolling ? "" : "blank";
  const turned = (angle, one) => svg("g", { transform: `rotate(${faces ? angle : 0} ${WIDE / 2} ${HIGH / 2})` }, one);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "dice", role: "img", "aria-label": label },
    turned(-3, die(a, 66, 66, 94, extra)),
    turned(4, die(b, 186, 62, 94, extra)),
  );
}

function callOf(rolling, held, latest) {
  if (rolling) return t(held ? "phase.held" : "phase.rolling");
  if (!latest) return t("rolled.none");
  const [a, b] = latest.faces;
  if (latest.did) return t(`roll.${latest.did}`);
  return a === b && ![2, 12].includes(a + b) ? betName(`hard:${a + b}`) : "";
}

export function showShooter(table) {
  byId("shooter").hidden = Boolean(table.game); // where the house spins, nobody is asked for it
  const nobody = table.shooter === null;
  const open = OPEN.includes(table.phase); // who shoots is chosen when bets close
  const who = nobody ? t(open ? "display.no_shooter" : "display.house") : t("display.seat", { n: table.shooter });
  put(
    byId("shooter"),
    h("small", {}, t(open && !nobody ? "display.shooter.last" : "display.shooter")),
    h("b", { class: nobody ? "nobody" : "" }, who),
  );
}
