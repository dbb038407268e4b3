// The stickman: calls a roll when its dice lie, once, and never one that this page has not seen fall.
import { callsFor } from "../voice/calls.js";
import { spoken } from "../words.js";

let rules = null;

export class Stickman {
  #mixer;
  /** Whether calls are made at this screen: the house says so. */
  speaks = false;

  constructor(mixer) {
    this.#mixer = mixer;
  }

  /** What the table does, beside what it did before. */
  hears(before, now) {
    if (!this.speaks || !before || !now.phase || now.game) return;
    if (now.phase === "rolling" && before.phase === "rolling" && now.no_rolls > before.no_rolls) this.#say(["no_roll"]);
    if (before.phase === "betting" && ["closed", "shooting", "rolling"].includes(now.phase))
      this.#say(["no_more_bets"]);
    if (now.phase === "betting" && before.phase === "settling") return; // the call of a quick table is heard to its end
    if (Object.keys(now.holds).length || ["recovery", "asking"].includes(now.phase)) this.#mixer.quiet();
  }

  /** The dice of the last roll have come to lie before the eyes of this screen, at a table with this offer. */
  async landed(table, offer) {
    const roll = table?.past?.at(-1);
    if (!this.speaks || !roll || !table.last?.faces) return;
    rules ??= await (await fetch("voice/calls.json")).json();
    this.#say(callsFor(roll, table.hand, rules, Boolean(offer?.crapless)));
  }

  #say(names) {
    void this.#mixer.say(spoken(), names);
  }
}
