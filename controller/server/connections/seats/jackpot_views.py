"""What a seat is told of a jackpot that it has won."""

from controller.facts.jackpot_kinds import JackpotPaid
from controller.protocol.terminals.version_2 import JackpotPart
from controller.table.state import Table


def jackpot_part(fact: JackpotPaid, table: Table) -> JackpotPart:
    """Its part, in money, and of how much."""
    by_last = fact.roll == table.last_roll
    return JackpotPart(jackpot=fact.jackpot, amount=fact.amount, prize=fact.prize, by_last_roll=by_last)
