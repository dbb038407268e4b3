"""The run that turns settings off notices a line that no test holds."""

from controller.compliance.requirements import requirements
from tests.compliance.turned_off import can_be_turned_off, fails_without


def test_a_test_of_the_least_round_fails_when_it_is_turned_off_and_one_that_is_not_of_it_does_not() -> None:
    row = requirements()["least_round"]
    assert fails_without(row)
    other = row.model_copy(update={"tests": [*requirements()["doors_stop_play"].tests]})
    assert not fails_without(other)


def test_every_line_with_a_setting_can_be_turned_off() -> None:
    rows = [row for row in requirements().values() if row.state == "has" and row.setting]
    assert [row.setting for row in rows if not can_be_turned_off(row)] == []
