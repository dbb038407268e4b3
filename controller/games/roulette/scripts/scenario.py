"""Scripted tables: these wagers, this number, what does the machine do? `docs/scenario.md` describes the answer."""

from collections.abc import Callable

from controller.games.craps.rules.refusal import BetRefused
from controller.games.interface import Returned, Settled
from controller.games.roulette.play.game import Game, new_game
from controller.games.roulette.rules.rulebook import RuleBook
from controller.games.roulette.rules.spots import ORDER, SPOTS
from controller.games.roulette.rules.wheel import ZERO, colour
from controller.games.roulette.scripts.script import Script, Step
from controller.games.scripts import BooksDoNotBalance, Document, Place, TakeDown, Turn, turned


def play(script: Script, load_book: Callable[[str], RuleBook]) -> Document:
    """Run a script; the answer is the whole document."""
    book = turned(load_book(script.rulebook), script.settings, ())
    game = new_game(book, {int(seat): balance for seat, balance in script.seats.items()})
    money, steps = game.all_money(), []
    for index, step in enumerate(script.steps):
        steps.append(_play_step(game, step, index))
        if game.all_money() != money:
            raise BooksDoNotBalance(f"steps[{index}]: {game.all_money()} units where there were {money}")
    return {"rulebook": script.rulebook, "steps": steps}


def _play_step(game: Game, step: Step, index: int) -> Document:
    back: list[Returned] = []
    refused = [refusal for place, action in enumerate(step.actions) if (refusal := _act(game, action, place, back))]
    told: Document = {"step": index + 1}
    rows: list[Settled] = []
    if step.number is not None:
        told |= {"number": step.number, "colour": colour(step.number)}
        rows = game.spin(step.number)
    elif step.void:
        told |= {"void": True}
        back += game.void()
    else:
        told |= {"settings": True}
        back += game.change_settings(turned(game.felt.book, step.settings or {}, ("steps", index)))
    told |= {"refused": refused, "returned": [row.in_script() for row in back]}
    return told | ({"settled": [row.in_script() for row in rows]} if step.number is not None else {}) | _standings(game)


def _act(game: Game, action: Place | TakeDown | Turn, place: int, back: list[Returned]) -> Document | None:
    """The refusal, if it is one; what the house gives back is added to `back`."""
    try:
        match action:
            case Place():
                game.place(action.seat, action.bet, action.amount)
            case TakeDown():
                taken = game.take_down(action.seat, action.bet, action.amount)
                back += [taken] if action.returned else []
            case Turn():
                game.turn(action.bet)
    except BetRefused as refusal:
        return {"action": place, "code": refusal.code, "reason": refusal.reason}
    return None


def _standings(game: Game) -> Document:
    return {
        "balances": {str(number): seat.balance for number, seat in game.seats.items()},
        "layout": {
            str(number): {
                bet: {"stake": seat.stakes[bet], "working": True} for bet in sorted(seat.stakes, key=ORDER.__getitem__)
            }
            for number, seat in game.seats.items()
        },
        "held_vigorish": {str(number): {} for number in game.seats},
    }


# ---- in words ---------------------------------------------------------------------------------------------------


def headline(shown: Document) -> tuple[str, list[str]]:
    """The number with its colour, and what else it is."""
    if "void" in shown:
        return "no spin", ["the round does not count"]
    if "settings" in shown:
        return "settings", ["the operator turns settings"]
    number: int = shown["number"]
    return f"{number} {shown['colour']}", _said_of(number)


def _said_of(number: int) -> list[str]:
    """Of zero nothing more; of any other number the outside bets that win, but for the colour."""
    kinds = ("odd", "even", "low", "high", "dozen", "column")
    won = [spot.name for kind in kinds for spot in SPOTS.values() if spot.kind == kind and number in spot.numbers]
    return ["no outside bet wins"] if number == ZERO else [name.replace(":", " ") for name in won]


def notes(step: Step) -> list[tuple[str, str]]:
    """Why there was no spin."""
    return [("reason", ", ".join(reason.replace("_", " ") for reason in step.no_spins or []))]
