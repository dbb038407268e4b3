// The phases of a round in which wagers are taken, of whatever game; in `drawing` its device works already.
export const OPEN = ["idle", "betting", "drawing"];
/** The dice that lie there are of the last roll, and the next one is not under way. */
export const LANDED = [...OPEN, "settling"];
/** While time is left a player can still do something; in the others it only passes. */
export const PLAYERS_TIME = ["betting", "drawing", "shooting", "asking"];
