"""What systemd has given up on is told on the service menu, as on the console."""

from pathlib import Path

from controller.server.host.watches.units_down import EVERY_MS, GOES_BACK, UnitsDown
from tests.server.simulated import SimulatedCabinet


def test_a_unit_that_stays_down_is_told_once_and_again_when_it_went_down_again(tmp_path: Path) -> None:
    cabinet = SimulatedCabinet(watches=(UnitsDown(tmp_path),))

    def look() -> dict[str, tuple[int, object]]:
        cabinet.turn(EVERY_MS)
        told = cabinet.loop.counters.troubles()
        return {one.code: (one.times, one.about["program"]) for one in told if one.code != "dice_driver_lost"}

    assert look() == {}
    failed = tmp_path / "failed"
    failed.mkdir()
    (failed / "boxcars-display.service").write_text(
        "2026-11-20T10:00:00Z boxcars-display.service stays down (exit-code).\n"
    )
    first = {"unit_down": (1, "boxcars-display.service")}
    assert look() == look() == first
    (failed / GOES_BACK).write_text("2026-11-20T10:01:00Z rollback-boxcars.service stays down. boxcars: played_since\n")
    both = first | {"not_gone_back": (1, GOES_BACK)}
    assert look() == both
    (failed / "boxcars-display.service").unlink()
    assert look() == both
    (failed / "boxcars-display.service").write_text("2026-11-20T10:09:00Z boxcars-display.service stays down.\n")
    assert look() == both | {"unit_down": (2, "boxcars-display.service")}


def test_a_folder_full_of_strange_files_is_read_no_further_than_a_few_short_ones(tmp_path: Path) -> None:
    failed = tmp_path / "failed"
    failed.mkdir()
    for number in range(100):
        (failed / f"unit-{number}.service").write_bytes(b"\xff\x1b" * 5000)
    cabinet = SimulatedCabinet(watches=(UnitsDown(tmp_path),))
    cabinet.turn(EVERY_MS)
    told = [one for one in cabinet.loop.counters.troubles() if one.code == "unit_down"]
    assert len(told) == 16
    assert max(len(one.text) for one in told) <= 300
    assert all(one.text.isprintable() for one in told)
