// The phases of a round in which wagers are taken, of whatever game; in `drawing` its device works already.
export const OPEN = ["idle", "betting", "drawing"];
