"""What every bet returns, exactly: laid on the engine that runs on the cabinet and spun on each of the 37 numbers."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from controller.games.craps.rules.refusal import BetRefused
from controller.games.interface import Settled
from controller.games.par import Ended, Sheet, cap_sentence, returns_from
from controller.games.roulette.play.felt import Felt, lay_felt
from controller.games.roulette.play.game import Game, Seat
from controller.games.roulette.rules.rulebook import RuleBook
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS
from controller.games.row import Ending, Laid, TrialChance, Tried, laid_at

SEAT = 1
RICH = 10**15
"""A balance that covers whatever is tried, and that no luck uses up."""

ONE_SPIN = Fraction(1)
EACH = Fraction(1, len(NUMBERS))


def spots(book: RuleBook) -> list[str]:
    """All of them: every book offers every spot."""
    return list(lay_felt(book).terms)


def par_sheet(book: RuleBook, stake: int | None = None) -> Sheet[RuleBook]:
    """The exact figures of a book, at whatever stake: no payout is ever floored."""
    felt, sheet = lay_felt(book), Sheet(book, stake, {}, {})
    for bet in SPOTS:
        units = least_stake(felt, bet) if stake is None else stake
        try:
            ends = ends_of(felt, bet, units)
        except BetRefused as refusal:
            sheet.refused[bet] = refusal
        else:
            sheet.bets[bet] = returns_from(ends, units, units, ONE_SPIN)
    return sheet


def over_the_cap(sheet: Sheet[RuleBook], cap: Fraction) -> list[tuple[str, Fraction]]:
    """The kinds of bets that return more than the cap, and what they return; exactly the cap is allowed."""
    over = ((SPOTS[bet].kind, of.returned) for bet, of in sheet.bets.items() if of.returned > cap)
    return list(dict.fromkeys(over))


def why_refused(over: list[tuple[str, Fraction]], cap: Fraction) -> str:
    """The sentence for whoever wanted that."""
    return cap_sentence(over, cap, "no bet")


def exposure(book: RuleBook) -> int:
    """What one number can cost at the most for each seat, with the most on every spot that it pays."""
    felt = lay_felt(book)
    return max(sum(felt.terms[bet].max * pays for bet, pays in won.items()) for won in felt.winners)


def least_stake(felt: Felt, bet: str) -> int:
    """The smallest stake that this spot takes."""
    terms = felt.terms[bet]
    return -(-terms.min // terms.step) * terms.step


def ends_of(felt: Felt, bet: str, stake: int) -> list[Ended]:
    """How this wager ends, by number; refused as the table refuses it."""
    decided = Counter(_spun(felt, bet, stake, number) for number in NUMBERS)
    return [Ended(row.result, row.paid, row.taken, count * EACH) for row, count in decided.items()]


def _spun(felt: Felt, bet: str, stake: int, number: int) -> Settled:
    game = Game(felt, {SEAT: Seat(RICH)})
    game.place(SEAT, bet, stake)
    (row,) = game.spin(number)
    return row


# ---- tried, beside the exact figures ----------------------------------------------------------------------------


def laid(book: RuleBook) -> dict[str, Laid]:
    """Every bet at its smallest stake, with all that may become of it."""
    felt = lay_felt(book)
    stakes = {bet: least_stake(felt, bet) for bet in SPOTS}
    return {bet: laid_at(stake, stake, ends_of(felt, bet, stake)) for bet, stake in stakes.items()}


def try_all(book: RuleBook, stakes: Mapping[str, int], chance: TrialChance, spins: int) -> Tried:
    """All of these bets, laid anew for every spin."""
    game = Game(lay_felt(book), {SEAT: Seat(RICH)})
    rows: Counter[Settled] = Counter()
    for _ in range(spins):
        for bet, stake in stakes.items():
            game.place(SEAT, bet, stake)
        rows.update(game.spin(chance.below(len(NUMBERS))))
    endings = {Ending(row.bet, row.stake, row.result, row.paid, 0): count for row, count in rows.items()}
    return Tried(Counter(endings), (game.house,))
