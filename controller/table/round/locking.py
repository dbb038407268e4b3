"""Who has won much waits for an attendant."""

from controller.facts.kinds import SeatChanged
from controller.table.work import Work


def lock_large_wins(work: Work, won: dict[int, int]) -> None:
    """Who has won much in one roll waits for an attendant, after a hand-pay that they may be waiting for already."""
    large = work.table.settings.large_win
    for seat, amount in won.items():
        if large is not None and amount > large:
            work.change_seat(seat, large_win=work.table.seats[seat].large_win + amount)
            work.decide(SeatChanged(seat, "large_win", amount=amount))
