"""Scripted tables: these wagers, these dice, what does the machine do?

`play` runs a script through the engine that runs on the cabinet and gives the document that `docs/scenario.md`
describes.
"""

from collections.abc import Callable, Mapping
from typing import Any

from config.files.complaints import path_text
from controller.games.craps.play.game import Game, MustWait, new_game
from controller.games.craps.rules.bets import ORDER
from controller.games.craps.rules.dice import Dice
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.refusal import BetRefused
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.scripts.script import Script, Step
from controller.games.interface import Returned
from controller.games.scripts import BadScript, BooksDoNotBalance, Document, Place, TakeDown, Turn, turned

LoadBook = Callable[[str], RuleBook]


def play(script: Script, load_book: LoadBook) -> Document:
    """Run a script; the answer is the whole document."""
    book = turned(load_book(script.rulebook), script.settings, ())
    game = new_game(book, {int(seat): balance for seat, balance in script.seats.items()})
    money = game.all_money()
    steps = []
    for index, step in enumerate(script.steps):
        steps.append(_play_step(game, step, index))
        if game.all_money() != money:
            raise BooksDoNotBalance(f"steps[{index}]: {game.all_money()} units where there were {money}")
    return {"rulebook": script.rulebook, "steps": steps}


def _play_step(game: Game, step: Step, index: int) -> Document:
    draw = _draw(game, step.power_odds or {}, index)
    back: list[Returned] = []
    refused = [refusal for place, action in enumerate(step.actions) if (refusal := _act(game, action, place, back))]
    ending: Document = {"step": index + 1}
    if step.dice is not None:
        ending |= _rolled(game, step.dice, draw)
    elif step.void:
        returned = game.close() + game.void()
        ending |= {"void": True, "returned": _returned_rows(returned)}
    else:
        ending |= {"settings": True} | _changed(game, step.settings or {}, index)
    ending["returned"] = [*_returned_rows(back), *ending["returned"]]
    return ending | {"shooter": game.shooter.seat, "refused": refused} | _standings(game)


def _act(game: Game, action: Place | TakeDown | Turn, place: int, back: list[Returned]) -> Document | None:
    """The refusal, if it is one; what the house gives back is added to `back`."""
    try:
        match action:
            case Place():
                game.place(action.seat, action.bet, action.amount)
            case TakeDown(returned=True):
                back.append(game.give_back(action.seat, action.bet, action.amount))
            case TakeDown():
                game.take_down(action.seat, action.bet, action.amount)
            case Turn():
                game.turn(action.seat, action.bet, action.to == "on")
    except BetRefused as refusal:
        return {"action": place, "code": refusal.code, "reason": refusal.reason}
    return None


def _draw(game: Game, spots: Mapping[str, str], index: int) -> dict[str, Level]:
    for spot in spots:
        if spot not in game.felt.power:
            where = path_text(("steps", index, "power_odds", spot[:40]))
            raise BadScript(f"{where}: has no Power Odds in this rule book")
    return {spot: Level(level) for spot, level in spots.items()}


def _rolled(game: Game, dice: Dice, draw: dict[str, Level]) -> Document:
    returned = game.close()
    rolled = game.roll(dice, draw)
    return {
        "dice": list(dice),
        "come_out": rolled.come_out,
        "point": rolled.point,
        "roll_count": rolled.roll_count,
        "seven_out": rolled.seven_out,
        "returned": _returned_rows(returned),
        "settled": [row.in_script() for row in rolled.settled],
    }


def _changed(game: Game, change: dict[str, Any], index: int) -> Document:
    book = turned(game.felt.book, change, ("steps", index))
    try:
        return {"returned": _returned_rows(game.change_settings(book))}
    except MustWait as reason:
        return {"refused_settings": str(reason), "returned": []}


def _returned_rows(returned: list[Returned]) -> list[Document]:
    return [row.in_script() for row in returned]


def _standings(game: Game) -> Document:
    return {
        "balances": {str(number): seat.balance for number, seat in game.seats.items()},
        "layout": {
            str(number): {
                bet: {"stake": seat.stakes[bet], "working": game.works(number, bet)}
                for bet in sorted(seat.stakes, key=ORDER.__getitem__)
            }
            for number, seat in game.seats.items()
        },
        "held_vigorish": {str(number): dict(seat.vigorish) for number, seat in game.seats.items()},
    }
