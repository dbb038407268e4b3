"""A step of a scripted craps table in words, for the sheet that people read."""

from controller.games.craps.scripts.script import Step
from controller.games.scripts import Document

FACES = "⚀⚁⚂⚃⚄⚅"


def headline(shown: Document) -> tuple[str, list[str]]:
    """Dice, point, count and shooter."""
    shooter = f"seat {shown['shooter']}" if shown["shooter"] is not None else "the house"
    if "dice" in shown:
        return _dice(shown["dice"]), [_puck(shown), f"roll {shown['roll_count']} of the hand", f"{shooter} shoots"]
    if "void" in shown:
        return "void", ["the round does not count", f"{shooter} has the dice"]
    return "settings", ["the operator turns settings", f"{shooter} has the dice"]


def notes(step: Step) -> list[tuple[str, str]]:
    """The draw of this roll, and throws that did not count."""
    return [
        ("power odds", ", ".join(f"{bet} {level}" for bet, level in (step.power_odds or {}).items())),
        ("no roll", ", ".join(word.replace("_", " ") for word in step.no_rolls)),
    ]


def _dice(dice: list[int]) -> str:
    a, b = dice
    return f"{FACES[a - 1]} {FACES[b - 1]}  {a}-{b} = {a + b}"


def _puck(shown: Document) -> str:
    point, total = shown["point"], sum(shown["dice"])
    if shown["come_out"]:
        return f"come-out, the point is {point}" if point else "come-out"
    if shown["seven_out"]:
        return "seven-out"
    return f"the point is {point}" if point else f"the point {total} is made"
