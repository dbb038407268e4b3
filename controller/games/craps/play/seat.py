"""One player's balance and layout: placing, taking down, turning ON and OFF.

A betting window's own additions are kept apart from what was carried through a roll, because a finger slips:
until bets close, what the window added can be taken back, and only what was carried may be locked.
"""

from dataclasses import dataclass, field

from config.files.complaints import shown
from controller.games.craps.play.felt import Felt
from controller.games.craps.play.spots import WHEN_ELSE, Spot
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.refusal import BetRefused


@dataclass(slots=True)
class Seat:
    """What one player has, in whole units of money."""

    balance: int = 0
    stakes: dict[str, int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    """The part of a stake that this betting window put there."""
    vigorish: dict[str, int] = field(default_factory=dict)
    vigorish_added: dict[str, int] = field(default_factory=dict)
    """The part of the held vigorish that this betting window put there."""
    calls: dict[str, bool] = field(default_factory=dict)
    """Wagers turned ON or OFF; forgotten when the puck turns over."""

    def copy(self) -> "Seat":
        """A seat that can be changed without changing this one."""
        return Seat(
            self.balance,
            self.stakes.copy(),
            self.added.copy(),
            self.vigorish.copy(),
            self.vigorish_added.copy(),
            self.calls.copy(),
        )

    def holds(self) -> int:
        """All this player's money: balance, stakes and held vigorish."""
        return self.balance + sum(self.stakes.values()) + sum(self.vigorish.values())

    def has_any(self, bets: frozenset[str]) -> bool:
        """Whether a wager lies on one of these spots."""
        return not bets.isdisjoint(self.stakes)

    def drop(self, bet: str) -> None:
        """Forget a wager whose money has gone where it belongs."""
        del self.stakes[bet]
        for noted in (self.added, self.vigorish, self.vigorish_added, self.calls):
            noted.pop(bet, None)

    def carry(self) -> None:
        """A roll is thrown: nothing on the layout is this window's any more."""
        if self.added:
            self.added.clear()
        if self.vigorish_added:
            self.vigorish_added.clear()


# ---- placing ----------------------------------------------------------------------------------------------------


def place(seat: Seat, felt: Felt, open_spots: dict[str, Spot], bet: str, amount: object) -> None:
    """Lay `amount` on a spot, with its vigorish, or refuse and change nothing.

    An amount may be anything: compiled, an `int` in its place would let True in as one cent, and end at a float.
    """
    spot = open_spots.get(bet)
    if spot is None:
        raise _why_closed(felt, bet)
    if type(amount) is not int or amount <= 0:
        raise _bad_amount(amount)
    stakes = seat.stakes
    stake = stakes.get(bet, 0) + amount
    if not spot.min <= stake <= spot.max or stake % spot.unit:
        raise _outside_limits(spot, stake)
    if spot.needs is not None and spot.needs not in stakes:
        raise BetRefused("needs_base", f"{bet} needs a wager on {spot.needs} first")
    if spot.times_base is not None:
        _check_odds_limit(seat, spot, stake)
    if spot.rivals and not spot.rivals.isdisjoint(stakes):
        raise _rival(spot, stakes)
    if spot.needs_units:
        _check_company(seat, spot)
    vigorish = _vigorish_to_add(seat, spot, stake) if spot.vigorish else 0
    if amount + vigorish > seat.balance:
        raise BetRefused("short_balance", f"{bet} costs {amount + vigorish}; the balance is {seat.balance}")
    seat.balance -= amount + vigorish
    stakes[bet] = stake
    seat.added[bet] = seat.added.get(bet, 0) + amount
    if vigorish:
        seat.vigorish[bet] = seat.vigorish.get(bet, 0) + vigorish
        seat.vigorish_added[bet] = seat.vigorish_added.get(bet, 0) + vigorish


def needs_company(seat: Seat, spot: Spot) -> bool:
    """Whether this wager wants more of the player's other money on the layout than lies there."""
    return sum(seat.stakes.values()) - seat.stakes.get(spot.name, 0) < spot.needs_units


def vigorish_for(spot: Spot, stake: int) -> int:
    """The up-front vigorish that goes with a stake, floored once."""
    return stake * spot.vigorish[0] // spot.vigorish[1] if spot.vigorish else 0


def _vigorish_to_add(seat: Seat, spot: Spot, stake: int) -> int:
    return max(0, vigorish_for(spot, stake) - seat.vigorish.get(spot.name, 0))


def _check_odds_limit(seat: Seat, spot: Spot, stake: int) -> None:
    most = most_odds(spot, seat.stakes[spot.base]) if spot.base else stake
    if stake > most:
        raise BetRefused("odds_limit", f"{spot.name} would hold {stake}; the most on this {spot.base} is {most}")


def most_odds(spot: Spot, base_stake: int) -> int:
    """What a wager of this stake allows on the odds that lie on it."""
    times = spot.times_base
    return base_stake * times[0] // times[1] if times else spot.max


def _check_company(seat: Seat, spot: Spot) -> None:
    if needs_company(seat, spot):
        raise BetRefused("needs_other_bets", f"{spot.name} needs {spot.needs_units} on other bets of yours first")


def _bad_amount(amount: object) -> BetRefused:
    return BetRefused("bad_amount", f"an amount is a whole number from 1 up, not {shown(amount, 40)}")


def _outside_limits(spot: Spot, stake: int) -> BetRefused:
    takes = f"{spot.name} takes {spot.min} to {spot.max} in steps of {spot.unit}; it would hold {shown(stake, 20)}"
    if stake < spot.min:
        return BetRefused("below_minimum", takes)
    return BetRefused("above_maximum" if stake > spot.max else "off_step", takes)


def _rival(spot: Spot, stakes: dict[str, int]) -> BetRefused:
    there = next(bet for bet in stakes if bet in spot.rivals)
    return BetRefused("exclusive", f"{spot.name} cannot go with your {there}")


def _why_closed(felt: Felt, bet: str) -> BetRefused:
    if bet not in BETS:
        return BetRefused("unknown_bet", f"there is no bet called {shown(bet, 40)}")
    if bet not in felt.spots:
        return BetRefused("not_offered", f"this table does not offer {bet}")
    code, says = WHEN_ELSE[BETS[bet].kind.opens]
    return BetRefused(code, f"{bet} {says}")


# ---- taking down ------------------------------------------------------------------------------------------------


def take_down(seat: Seat, felt: Felt, point: int | None, bet: str, amount: object) -> int:
    """Take `amount` (or all) off a spot and give what goes to the house: vigorish that an emptied spot forfeits.

    This window's part goes first. Refused whole where it reaches into locked stake.
    """
    amount = free_amount(seat, felt, point, bet, amount)
    spot, rest = felt.spots[bet], seat.stakes[bet] - amount
    if rest and (not spot.min <= rest <= spot.max or rest % spot.unit):
        raise _outside_limits(spot, rest)
    if rest and bet in felt.odds_on:
        _check_odds_above(seat, felt, point, bet, rest)
    forfeited = take_off(seat, spot, amount)
    if not rest and (odds := felt.odds_on.get(bet, "")) in seat.stakes:  # odds do not lie without their base
        forfeited += take_off(seat, felt.spots[odds], seat.stakes[odds])
    return forfeited


def free_amount(seat: Seat, felt: Felt, point: int | None, bet: str, amount: object) -> int:
    """`amount` (or all) of what lies there, or the refusal where so much cannot come down."""
    stake = seat.stakes.get(bet)
    if stake is None:
        raise _nothing_there(felt, bet)
    if amount is None:
        amount = stake
    if type(amount) is not int or amount <= 0:
        raise _bad_amount(amount)
    if amount > stake:
        raise BetRefused("more_than_there", f"{bet} holds {stake}; {shown(amount, 20)} cannot come down")
    if amount > free_part(seat, felt, point, bet):
        raise BetRefused("locked", f"{bet} is locked until it is decided; only {seat.added.get(bet, 0)} is free")
    return amount


def free_part(seat: Seat, felt: Felt, point: int | None, bet: str) -> int:
    """How much of a wager its player could take down now."""
    spot = felt.spots[bet]
    locked = spot.locks_on_come_out if point is None else spot.locks_on_point
    return seat.added.get(bet, 0) if locked else seat.stakes[bet]


def take_off(seat: Seat, spot: Spot, amount: int) -> int:
    """Give `amount` of a stake back with the vigorish that comes back with it; what is forfeited is returned."""
    bet = spot.name
    rest = seat.stakes[bet] - amount
    back = _vigorish_back(seat, spot, rest)
    held = seat.vigorish.get(bet, 0) - back
    seat.balance += amount + back
    if rest == 0:
        seat.drop(bet)
        return held
    seat.stakes[bet] = rest
    _lower(seat.added, bet, amount)
    _lower(seat.vigorish, bet, back)
    _lower(seat.vigorish_added, bet, back)
    return 0


def _vigorish_back(seat: Seat, spot: Spot, rest: int) -> int:
    """What a reduction brings back: down to what the rest costs, but not what a roll has been thrown with,
    unless the house gives that back too."""
    held = seat.vigorish.get(spot.name, 0)
    if not held:
        return 0
    commission = spot.terms.commission
    refunds = commission is not None and commission.comes_back_on_reduction
    kept = 0 if refunds else held - seat.vigorish_added.get(spot.name, 0)
    return max(0, held - max(kept, vigorish_for(spot, rest)))


def _lower(amounts: dict[str, int], bet: str, by: int) -> None:
    left = amounts.get(bet, 0) - by
    if left > 0:
        amounts[bet] = left
    else:
        amounts.pop(bet, None)


def _check_odds_above(seat: Seat, felt: Felt, point: int | None, bet: str, rest: int) -> None:
    odds = felt.odds_on[bet]
    spot = felt.open[point].get(odds)
    if odds in seat.stakes and spot and spot.times_base and seat.stakes[odds] > most_odds(spot, rest):
        raise BetRefused("odds_limit", f"take down some of {odds} first; {rest} on {bet} does not carry it")


def _nothing_there(felt: Felt, bet: str) -> BetRefused:
    if bet not in felt.spots:
        return _why_closed(felt, bet)
    return BetRefused("nothing_there", f"you have no wager on {bet}")


# ---- turning ON and OFF -----------------------------------------------------------------------------------------


def turn(seat: Seat, felt: Felt, bet: str, on: bool) -> None:
    """Call a wager ON or OFF; the call belongs to what lies there now."""
    spot = felt.spots.get(bet)
    if spot is None:
        raise _why_closed(felt, bet)
    if not spot.terms.takes_calls:
        raise BetRefused("no_calls", f"{bet} takes no ON or OFF call")
    if bet not in seat.stakes:
        raise _nothing_there(felt, bet)
    seat.calls[bet] = on


def works(seat: Seat, felt: Felt, point: int | None, bet: str) -> bool:
    """Whether this wager would count on a roll thrown now."""
    by_itself = point is not None or felt.spots[bet].terms.works_on_come_out
    return seat.calls.get(bet, by_itself)
