"""Whether a spin is one the wheel really made, and whether its report contradicts itself."""

import re
from pathlib import Path
from typing import get_args

import pytest

from controller.games.roulette.rules.outcomes import NoSpin
from controller.protocol.devices.authentic import mac_of
from controller.protocol.devices.authentic.spin import CONTRADICTIONS, OUTCOMES, contradictions, judge_spin
from controller.protocol.devices.wheel import SpinReport

KEY = bytes(range(16))
NONCE = bytes.fromhex("a1b2c3d4e5f60718")
REPORT = SpinReport(  # the example of the interface document
    spin_id=1042,
    outcome=0,
    number=17,
    revolutions=12,
    ball=1,
    rotor=-17,
    elapsed_ms=23410,
    flags=0,
    payload="000000000000041200110c01ef5b7200",
    mac="37da30e4f4f49053",
)


def having(**fields: int) -> SpinReport:
    return REPORT.model_copy(update=fields)


def void(outcome: int, **fields: int) -> SpinReport:
    return having(outcome=outcome, number=0xFF, **fields)


def test_the_example_of_the_interface_document_is_authentic_and_sound() -> None:
    assert mac_of(KEY, NONCE, bytes.fromhex(REPORT.payload)).hex() == REPORT.mac
    assert judge_spin(REPORT, spin_id=1042, nonce=NONCE, key=KEY) == "authentic"
    assert contradictions(REPORT) == ()


def test_the_example_of_the_wire_is_that_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "wire.md").read_text()
    (example,) = re.findall(r'^{"kind": "spin_report".*$', text, re.M)
    assert SpinReport.model_validate_json(example) == REPORT


def test_another_spin_another_nonce_or_another_key_is_not_believed() -> None:
    assert judge_spin(REPORT, spin_id=1043, nonce=NONCE, key=KEY) == "wrong_spin"
    assert judge_spin(REPORT, spin_id=1042, nonce=bytes(8), key=KEY) == "wrong_mac"
    assert judge_spin(REPORT, spin_id=1042, nonce=NONCE, key=bytes(16)) == "wrong_mac"


@pytest.mark.parametrize("field", ["outcome", "number", "revolutions", "ball", "rotor", "elapsed_ms", "flags"])
def test_a_field_that_differs_from_the_signed_bytes_is_not_believed(field: str) -> None:
    assert judge_spin(having(**{field: 3}), spin_id=1042, nonce=NONCE, key=KEY) == "words_differ"


CONTRADICTORY = [
    (having(number=37), "number_unknown"),
    (having(number=0xFF), "number_unknown"),
    (having(revolutions=3), "ok_under_four_revolutions"),
    (having(ball=-1), "ok_same_direction"),
    (having(rotor=17), "ok_same_direction"),
    (having(ball=0), "ok_without_ball"),
    (having(rotor=0), "ok_without_rotor"),
    (having(ball=2), "ball_unknown"),
    (void(13, ball=-2), "ball_unknown"),
    (void(14), "outcome_unknown"),
    (void(255), "outcome_unknown"),
    (having(outcome=13), "number_without_ok"),
    (having(outcome=12, number=0), "number_without_ok"),
    (void(1), "not_same_direction"),
    (void(1, ball=0), "not_same_direction"),
    (void(1, rotor=0), "not_same_direction"),
    (void(3, revolutions=4), "not_under_four_revolutions"),
    (void(2), "not_spun_with_ball"),
]


@pytest.mark.parametrize("report, name", CONTRADICTORY)
def test_every_contradiction_of_a_report_has_its_name(report: SpinReport, name: str) -> None:
    assert contradictions(report) == (name,)


def test_the_reasons_why_there_is_no_number_are_those_of_the_game() -> None:
    assert ("ok", *get_args(NoSpin)) == OUTCOMES


def test_every_contradiction_is_tried_above() -> None:
    assert {name for _, name in CONTRADICTORY} == set(CONTRADICTIONS)


@pytest.mark.parametrize(
    "report",
    [
        void(1, ball=-1),
        void(1, ball=1, rotor=20),
        void(2, ball=0, revolutions=0),
        void(3, revolutions=3),
        void(8, rotor=0),
        void(12, revolutions=0, ball=0, rotor=0),
        having(revolutions=4),
        having(number=0),
        having(number=36),
        having(flags=255),
        *(void(outcome) for outcome in range(4, len(OUTCOMES))),
    ],
)
def test_what_the_document_allows_contradicts_nothing(report: SpinReport) -> None:
    assert contradictions(report) == ()
