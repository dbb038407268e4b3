"""The toy in the simulator: whole evenings with every trouble, and every law holds."""

from pathlib import Path

import pytest

from controller.commands import main
from tools.simulator.cabinet.cabinet import Cabinet
from tools.simulator.cabinet.disk import missing
from tools.simulator.cabinet.plan import FAULTS, Setup
from tools.simulator.cabinet.shrink import attempt

RULES = str(Path(__file__).with_name("toy.toml"))


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_without_trouble_its_rounds_are_settled_on_one_controller() -> None:
    told = Cabinet(Setup(7, RULES, 3, 25, ())).run()
    assert (told["happened"]["starts"], told["rolls"] >= 25) == (1, True)
    assert told["rounds"] == {"settled": sum(told["rounds"].values())}


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
@pytest.mark.parametrize("seed", range(1, 5))
def test_whatever_goes_wrong_every_law_holds(seed: int) -> None:
    failure = attempt(Setup(seed, RULES, 3, 40, tuple(FAULTS)))
    assert failure is None, failure.text


@pytest.mark.skipif(missing() is not None, reason=str(missing()))
def test_its_evenings_are_played_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--rulebook", RULES, "--seats", "3", "--rounds", "5", "--faults", "none"]
    assert main(words) == 0
    sheet = capsys.readouterr().out
    assert "toy, 3 seats, seed 1" in sheet
    assert "every law held" in sheet
