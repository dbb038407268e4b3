// The net of the roll, large, as soon as its dice lie; and for a win a celebration of its size. It takes no touches, ends
// by itself, and the next bet ends it.
import { byId, h } from "../dom.js";
import { Climb, counted } from "../shown/ladder.js";
import { money } from "../money.js";
import { noises, stickman } from "../noises.js";
import { LANDED } from "../phases.js";
import { sizeOf } from "./size.js";
import { lastHere, live, onChange, rolled, state } from "../state.js";
import { t } from "../words.js";

const COLOURS = ["red", "green", "black", "purple", "blue"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const place = h("div", { id: "celebration", "aria-hidden": "true", hidden: true });
const climb = new Climb();
let landed = null; // the round whose dice this page has seen come to lie
let told = null;
let timer = 0;

export function setUpCelebration() {
  document.body.append(place);
  document.addEventListener("landed", () => {
    landed = rolled();
    void stickman.landed(state.table, state.offer);
    celebrate();
  });
  onChange(() => {
    if (state.pending.size || !live() || !LANDED.includes(state.table.phase)) end();
    if (state.table?.game && state.table.phase === "settling") landed = rolled();
    celebrate();
    climbed();
  });
}

function celebrate() {
  const last = lastHere();
  if (landed === null || landed !== rolled() || told === landed || last?.round !== landed) return;
  if (last.how !== "settled" || !last.rows.length) return;
  told = landed;
  const staked = last.rows.reduce((sum, row) => sum + row.stake, 0);
  show(last.net, sizeOf(last.net, staked, state.offer?.limits?.min ?? 1));
}

function show(net, { step, lasts, chips }) {
  end();
  noises.won(step);
  const sum = net > 0 ? `+${money(net)}` : money(net);
  place.className = `step-${step}`;
  place.replaceChildren(
    step > 1 ? h("div", { class: "rays" }) : "",
    h("div", { class: "net" }, h("small", {}, t(net > 0 ? "win.net" : "lose.net")), h("b", {}, sum)),
  );
  place.hidden = false;
  const { left, top, width, height } = document.querySelector("main").getBoundingClientRect();
  Object.assign(place.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  if (!calm.matches) fly(chips, width, height);
  timer = setTimeout(end, lasts);
}

function end() {
  clearTimeout(timer);
  if (place.hidden) return;
  place.hidden = true;
  place.replaceChildren();
}

/** Chips fall over the felt: moved by the compositor alone. */
function fly(many, width, height) {
  for (let n = 0; n < many; n++) {
    const chip = h("i", { class: `fly chip ${COLOURS[n % COLOURS.length]}` });
    place.append(chip);
    const [x, drift] = [((n * 0.618) % 1) * width, (((n * 0.37) % 1) - 0.5) * 220];
    chip.animate(
      [
        { transform: `translate(${x}px, -80px) rotate3d(1, .4, 0, 0deg)`, opacity: 1 },
        { opacity: 1, offset: 0.8 },
        {
          transform: `translate(${x + drift}px, ${height + 40}px) rotate3d(1, .4, .2, ${700 + n * 60}deg)`,
          opacity: 0,
        },
      ],
      { duration: 1500 + ((n * 233) % 900), delay: n * 55, easing: "cubic-bezier(.3, 0, .8, 1)", fill: "both" },
    );
  }
}

/** The rung that this roll has reached, where all see it. */
function climbed() {
  const { rolls } = counted(state.table);
  if (!climb.shows(byId("ladder"), rolls)) return;
  noises.climbed(byId("ladder").querySelectorAll(".past").length);
}
