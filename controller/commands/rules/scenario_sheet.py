"""A played scenario as a sheet for people: step by step what was done, what the dice decided, what everyone has.

In a file it is a hundred columns of plain text; on a terminal it is as wide as that and has colour.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from config.complaints import plain
from controller.games.craps.scripts.scenario import Document
from controller.games.craps.scripts.script import Place, Script, Step, TakeDown, Turn

WIDTH_IN_A_FILE = 100
NARROWEST = 72
"""On a terminal that is narrower yet, lines run over; nothing is cut off."""

LONGEST_ACT = 80
"""A refused bet may have any name."""

TITLE = 12
"""Columns of the words on the left."""

FACES = "⚀⚁⚂⚃⚄⚅"
COLOURS = {"win": "green", "lose": "red", "push": "cyan", "off": "yellow"}
Row = dict[str, Any]


def print_sheet(document: Document, script: Script, name: str) -> None:
    """Print every step: what was refused, what the roll decided, what lies on the felt, what everyone has."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST) if console.is_terminal else WIDTH_IN_A_FILE
    _print(console, Rule(Text(f"{name}: {document['rulebook']}", "bold"), align="left", style="default"))
    _print(console, _opening(script, console.width))
    for shown, step in zip(document["steps"], script.steps, strict=True):
        _print(console, Text(), _headline(shown), _body(shown, step, console.width))


def _print(console: Console, *parts: RenderableType) -> None:
    """Tables pad their lines; nobody wants that in a file."""
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _opening(script: Script, width: int) -> Table:
    balances = [Text(f"seat {seat} {_money(amount)}") for seat, amount in script.seats.items()]
    grid = _grid(width)
    grid.add_row("opening", _packed(balances, width - TITLE))
    if script.settings:
        grid.add_row("settings", _setting_lines(script.settings))
    return grid


def _body(shown: Document, step: Step, width: int) -> Table:
    notes: list[tuple[str, Iterable[Text]]] = [
        ("played", _acts(step, refused={row["action"] for row in shown["refused"]})),
        ("refused", (_refusal(row, step) for row in shown["refused"])),
        ("settings", _settings(shown, step)),
        ("power odds", [Text(_listed(f"{bet} {level}" for bet, level in (step.power_odds or {}).items()))]),
        ("no roll", [Text(_listed(word.replace("_", " ") for word in step.no_rolls))]),
        ("returned", (Text(f"seat {row['seat']}: {row['bet']} {_money(row['amount'])}") for row in shown["returned"])),
    ]
    grid = _grid(width)
    for title, lines in notes:
        for number, line in enumerate(filter(None, lines)):
            grid.add_row("" if number else title, line)
    if shown.get("settled"):
        grid.add_row("settled", _settled(shown["settled"]))
    grid.add_row("felt", _felt(shown, width))
    return grid


def _grid(width: int) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True, min_width=TITLE - 2)
    grid.add_column(max_width=width - TITLE, overflow="fold")
    return grid


# ---- the headline: dice, point, count, shooter ----


def _headline(shown: Document) -> Text:
    shooter = f"seat {shown['shooter']}" if shown["shooter"] is not None else "the house"
    if "dice" in shown:
        what, then = (
            _dice(shown["dice"]),
            [_puck(shown), f"roll {shown['roll_count']} of the hand", f"{shooter} shoots"],
        )
    elif "void" in shown:
        what, then = "void", ["the round does not count", f"{shooter} has the dice"]
    else:
        what, then = "settings", ["the operator turns settings", f"{shooter} has the dice"]
    return Text.assemble((f"Step {shown['step']}", "bold"), "  ", (what, "bold"), "  ", " · ".join(then))


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


# ---- what was done ----


def _acts(step: Step, refused: set[int]) -> list[Text]:
    """The actions that were taken, a line for each seat."""
    taken = [action for place, action in enumerate(step.actions) if place not in refused]
    by_seat: Callable[[Place | TakeDown | Turn], int] = lambda action: action.seat  # noqa: E731
    return [
        Text(f"seat {seat}: {_listed(_act(action) for action in acts)}")
        for seat, acts in groupby(sorted(taken, key=by_seat), by_seat)
    ]


def _act(action: Place | TakeDown | Turn) -> str:
    match action:
        case Place():
            return f"{action.bet} {_money(action.amount)}"
        case TakeDown():
            amount = "" if action.amount is None else f" {_money(action.amount)}"
            return f"{'is given back' if action.returned else 'takes down'} {action.bet}{amount}"
        case Turn():
            return f"calls {action.bet} {action.to.upper()}"


def _refusal(row: Row, step: Step) -> Text:
    action = step.actions[row["action"]]
    return Text.assemble(
        f"seat {action.seat}: {plain(_act(action), LONGEST_ACT)} – ", (f"{row['reason']} ({row['code']})", "magenta")
    )


def _settings(shown: Document, step: Step) -> list[Text]:
    lines = [_setting_lines(step.settings)] if step.settings else []
    if "refused_settings" in shown:
        lines.append(Text(f"not changed – {shown['refused_settings']}", "magenta"))
    return lines


def _setting_lines(settings: Row) -> Text:
    return Text("\n".join(f"{name} {_setting(value)}" for name, value in settings.items()))


def _setting(value: object) -> str:
    if isinstance(value, dict):
        return _listed(f"{key} {_setting(inner)}" for key, inner in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---- what came of it ----


def _settled(rows: list[Row]) -> Table:
    table = Table.grid(padding=(0, 2))
    for justify in ("left", "left", "right", "left", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    for row in rows:
        result = Text(row["result"], COLOURS[row["result"]])
        paid = f"+{_money(row['paid'])}" if row["result"] == "win" else ""
        table.add_row(
            f"seat {row['seat']}", row["bet"], _money(row["stake"]), result, paid, "stays" if row["stays"] else ""
        )
    return table


def _felt(shown: Document, width: int) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    seat_and_balance = max(len(f"seat {seat}  {_money(balance)}  ") for seat, balance in shown["balances"].items())
    for seat, wagers in shown["layout"].items():
        held = shown["held_vigorish"][seat]
        texts = [_wager(bet, wager, held.get(bet, 0)) for bet, wager in wagers.items()]
        table.add_row(
            f"seat {seat}", _money(shown["balances"][seat]), _packed(texts, width - TITLE - seat_and_balance - 2)
        )
    return table


def _wager(bet: str, wager: Row, vigorish: int) -> Text:
    text = Text(f"{bet} {_money(wager['stake'])}")
    if not wager["working"]:
        text.append(" OFF", "yellow")
    if vigorish:
        text.append(f" (vigorish {_money(vigorish)})", "dim")
    return text


def _packed(texts: list[Text], width: int) -> Text:
    """Wagers side by side, as many as go into a line; none is torn apart."""
    packed = Text()
    used = 0
    for text in texts:
        if used and used + 3 + len(text) > width:
            packed.append("\n")
            used = 0
        if used:
            packed.append(" · ", "dim")
            used += 3
        packed.append_text(text)
        used += len(text)
    return packed if texts else Text("–", "dim")


def _money(amount: int) -> str:
    """Units with a comma at every thousand; a number too large to be money is not spelled out."""
    return f"{amount:,}" if abs(amount) < 10**18 else "more than 10^18"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
