"""Machines that are ill-treated: a sound one stays sound, and each kind of unsound one is found."""

import random
from collections.abc import Callable

import pytest

from tests.sas_host.machines import Said
from tests.sas_host.purse import CREDITS, FramedLine, Purse, with_sum
from tools.sas_host.casino import Casino
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty
from tools.sas_host.faults import FAULTS, SELDOM, ill_treat
from tools.sas_host.lines.line import Heard
from tools.sas_host.trouble import Trouble, are_answers

USUAL = tuple(name for name in FAULTS if name not in SELDOM)
CENTS = 500


def ill_treated(
    machine: Callable[[bytes], Said | None], names: tuple[str, ...], times: int, seed: int = 3, remembers: bool = True
) -> Trouble:
    """So many faults, by a seed."""
    return ill_treated_on(FramedLine(machine, remembers), names, times, seed)


def ill_treated_on(line: FramedLine, names: tuple[str, ...], times: int, seed: int = 3) -> Trouble:
    """The same at this line."""
    host = Host(line)
    duty = Duty(host, Casino(random.Random(seed)))
    host.tell = duty.hear
    trouble = Trouble(host, duty, 1, random.Random(seed), CENTS)
    ill_treat(trouble, names, times)
    return trouble


def test_a_sound_machine_stays_sound_under_every_fault() -> None:
    purse = Purse()
    trouble = ill_treated(purse, USUAL, 400)
    assert trouble.duty.casino.found == []
    assert set(trouble.done) == set(USUAL)
    assert purse.credits == CREDITS + purse.into[0] - purse.out[0]
    assert purse.into[1] > 5
    assert purse.out[1] > 5


def test_the_same_seed_does_the_same() -> None:
    one, other, third = (ill_treated(Purse(), USUAL, 40, seed).host.line for seed in (5, 5, 6))
    assert isinstance(one, FramedLine)
    assert isinstance(other, FramedLine)
    assert isinstance(third, FramedLine)
    assert one.heard == other.heard
    assert one.heard != third.heard


def test_a_machine_that_moves_money_twice_is_found() -> None:
    found = ill_treated(Purse(twice=True), ("transfer-twice",), 1, remembers=False).duty.casino.found
    assert any("AFT cashable in) grew by 1500, this host has 500" in line for line in found), found


def test_a_machine_that_forgets_a_transfer_whose_answer_was_cut_is_found() -> None:
    found = ill_treated(Purse(forgets=True), ("cut-transfer",), 20).duty.casino.found
    assert any("grew by" in line for line in found)


def test_a_machine_that_takes_any_check_sum_is_found() -> None:
    purse = Purse()

    def lax(poll: bytes) -> Said | None:
        whole = with_sum(poll[:-2].hex()) if len(poll) > 3 else poll
        return purse(poll) or (Said(b"\x01") if poll != whole and len(poll) > 12 else None)

    found = ill_treated(lax, ("wrong-crc",), 30).duty.casino.found
    assert any("wrong check sum" in line for line in found), found


def test_a_machine_that_answers_half_a_message_is_found() -> None:
    purse = Purse()

    def hasty(poll: bytes) -> Said | None:
        return purse(poll) or (Said(b"\x01") if poll == b"\x01\x07" else None)

    found = ill_treated(hasty, ("half",), 60).duty.casino.found
    assert any("half a message 01 07" in line for line in found), found


class Chirping(FramedLine):
    """A line whose machine says its address, marked, when nobody asked for five seconds."""

    def hear(self, until: float) -> list[Heard]:
        heard = super().hear(until)
        silent_since = self.times[-1] if self.times else 0.0
        return heard or ([Heard(1, True, until)] if until - silent_since > 5 else [])


def test_a_machine_that_does_not_chirp_is_found_and_one_that_does_is_not() -> None:
    found = [
        ill_treated_on(line, ("long-silence",), 1).duty.casino.found
        for line in (FramedLine(Purse()), Chirping(Purse()))
    ]
    assert found == [["machine 1: no chirp in 5.5 s without a poll"], []]


@pytest.mark.parametrize(
    "words, are",
    [
        ("", True),
        ("01", True),
        ("81", True),
        ("01 00", True),
        ("01 11 00 01 23 45 01 fd", True),
        ("01 11 00 01 23 45 01 fd 01", True),
        ("01 11 00 01 23 45 01 fc", False),
        ("02 11 00 01 23 45 01 fd", False),
    ],
)
def test_answers_are_told_from_anything_else(words: str, are: bool) -> None:
    assert are_answers(1, bytes.fromhex(words)) is are
