"""A played scenario as a sheet for people: step by step what was done, what the outcome decided, what everyone has.

In a file it is a hundred columns of plain text; on a terminal it is as wide as that and has colour.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from config.files.complaints import plain
from controller.games.row import AnyScripted
from controller.games.scripts import AnyScript, AnyStep, Document, Place, TakeDown, Turn

WIDTH_IN_A_FILE = 100
NARROWEST = 72
"""On a terminal that is narrower yet, lines run over; nothing is cut off."""

LONGEST_ACT = 80
"""A refused bet may have any name."""

TITLE = 12
"""Columns of the words on the left."""

COLOURS = {"win": "green", "lose": "red", "push": "cyan", "off": "yellow"}
Row = dict[str, Any]


def print_sheet(document: Document, game: AnyScripted, script: AnyScript, name: str) -> None:
    """Print every step: what was refused, what the outcome decided, what lies on the felt, what everyone has."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST) if console.is_terminal else WIDTH_IN_A_FILE
    _print(console, Rule(Text(f"{name}: {document['rulebook']}", "bold"), align="left", style="default"))
    _print(console, _opening(script, console.width))
    steps: list[AnyStep] = dict(script)["steps"]
    for shown, step in zip(document["steps"], steps, strict=True):
        _print(console, Text(), _headline(shown, game), _body(shown, step, game, console.width))


def _print(console: Console, *parts: RenderableType) -> None:
    """Tables pad their lines; nobody wants that in a file."""
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _opening(script: AnyScript, width: int) -> Table:
    balances = [Text(f"seat {seat} {_money(amount)}") for seat, amount in script.seats.items()]
    grid = _grid(width)
    grid.add_row("opening", _packed(balances, width - TITLE))
    if script.settings:
        grid.add_row("settings", _setting_lines(script.settings))
    return grid


def _body(shown: Document, step: AnyStep, game: AnyScripted, width: int) -> Table:
    notes: list[tuple[str, Iterable[Text]]] = [
        ("played", _acts(step, refused={row["action"] for row in shown["refused"]})),
        ("refused", (_refusal(row, step) for row in shown["refused"])),
        ("settings", _settings(shown, step)),
        *((title, [Text(text)]) for title, text in game.notes(step)),
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


def _headline(shown: Document, game: AnyScripted) -> Text:
    what, then = game.headline(shown)
    return Text.assemble((f"Step {shown['step']}", "bold"), "  ", (what, "bold"), "  ", " · ".join(then))


# ---- what was done ----


def _acts(step: AnyStep, refused: set[int]) -> list[Text]:
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


def _refusal(row: Row, step: AnyStep) -> Text:
    action = step.actions[row["action"]]
    return Text.assemble(
        f"seat {action.seat}: {plain(_act(action), LONGEST_ACT)} – ", (f"{row['reason']} ({row['code']})", "magenta")
    )


def _settings(shown: Document, step: AnyStep) -> list[Text]:
    change: Row | None = dict(step).get("settings")
    lines = [_setting_lines(change)] if change else []
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
