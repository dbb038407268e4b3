// A page that looks at the controller again and again, and draws what it saw.
import { ask } from "./asking.js";
import { h } from "./dom.js";
import { every } from "./frame/frame.js";
import { redraw } from "./parts/parts.js";
import { state } from "./state.js";
import { t } from "./words.js";

/**
 * `what` gives the look that is wanted now, `draw(seen, look)` what stands on the page. Gives `look`, to look at once,
 * and `refresh`, to draw what else has changed.
 */
export function lookAgain(place, milliseconds, what, draw) {
  let seen = null;
  const look = async () => {
    const answer = await ask({ kind: "look", ...what() });
    if (answer.ok) seen = answer.details;
    refresh();
  };
  const refresh = () =>
    redraw(place, [seen, state.session?.acts], () => (seen ? draw(seen, look) : h("p", {}, t("op.wait"))));
  every(milliseconds, look);
  return { look, refresh };
}
