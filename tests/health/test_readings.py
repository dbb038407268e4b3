"""The PC's health is read from what the real tools said and from a stand-in for sysfs; what is wrong is told once."""

import shutil
from pathlib import Path

import pytest

from controller.health import sensors, tools
from controller.health.measures import MEASURES, MeasuredValue
from controller.protocol.status import HealthReading
from controller.records.figures.metrics import METRICS, page
from controller.server.host.watches.health import HealthWatch
from tests.drivers.machines import eventually
from tests.server.simulated import SimulatedCabinet
from tests.server.test_metrics_doc import STATUS

SAMPLES = Path(__file__).parent / "samples"


def of_disk(sample: str) -> dict[str, float]:
    return {one.measure: one.value for one in tools.disk("x", (SAMPLES / sample).read_text())}


def wrong(readings: list[MeasuredValue]) -> set[str]:
    return {one.measure for one in readings if one.is_wrong(None)}


def machine(tmp_path: Path, **files: str) -> Path:
    """A stand-in for sysfs; `__` stands for `/`."""
    for name, text in files.items():
        path = tmp_path / "sys" / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    return tmp_path / "sys"


def test_a_good_disk_tells_its_figures_and_nothing_is_wrong_with_it() -> None:
    assert of_disk("nvme-good.json") == {
        "disk_passed": 1,
        "heat": 41,
        "disk_used": 3,
        "disk_spare": 100,
        "disk_bad_blocks": 0,
    }
    assert of_disk("ata-good.json") == {"disk_passed": 1, "heat": 40, "disk_used": 3, "disk_bad_blocks": 0}
    for sample in ("nvme-good.json", "ata-good.json", "no-smart.json"):
        assert wrong(list(tools.disk("x", (SAMPLES / sample).read_text()))) == set()


@pytest.mark.parametrize(
    "sample, due",
    [
        ("nvme-worn.json", {"disk_passed", "disk_used", "disk_spare", "heat"}),
        ("ata-failing.json", {"disk_passed", "disk_used"}),
    ],
)
def test_what_is_wrong_with_a_worn_or_failing_disk_is_said(sample: str, due: set[str]) -> None:
    assert wrong(list(tools.disk("x", (SAMPLES / sample).read_text()))) == due
    assert of_disk(sample)["disk_bad_blocks"] > 0


@pytest.mark.parametrize("text", ["", "[]", '{"temperature": 5}', '{"ata_smart_attributes": {"table": [1, {}]}}', "x"])
def test_a_disk_that_says_nothing_of_use_is_no_reading(text: str) -> None:
    assert list(tools.disk("x", text)) == []


def test_a_clock_that_follows_nobody_is_wrong_and_one_that_does_is_measured() -> None:
    alone = list(tools.chrony((SAMPLES / "chrony-alone.csv").read_text()))
    assert alone == [MeasuredValue("clock_synchronised", "chrony", False)]
    assert wrong(alone) == {"clock_synchronised"}
    follows = list(tools.chrony((SAMPLES / "chrony-synchronised.csv").read_text()))
    assert {one.measure: one.value for one in follows} == {"clock_synchronised": 1, "clock_off": 0}
    assert wrong(follows) == set()
    assert list(tools.chrony("506 Cannot talk to daemon")) == []


def test_debians_own_time_service_is_believed_where_it_runs(tmp_path: Path) -> None:
    flag = tmp_path / "timesync/synchronized"
    assert list(tools.timesyncd(flag)) == []
    flag.parent.mkdir()
    assert wrong(list(tools.timesyncd(flag))) == {"clock_synchronised"}
    flag.touch()
    assert wrong(list(tools.timesyncd(flag))) == set()


def test_the_battery_of_the_clock_is_told_by_chips_that_can() -> None:
    assert wrong(list(tools.rtc("rtc_time\t: 18:57:53\nbatt_status\t: okay\n"))) == set()
    assert wrong(list(tools.rtc("rtc_time\t: 18:57:53\nbatt_status\t: dead\n"))) == {"battery_good"}
    assert list(tools.rtc("rtc_time\t: 18:57:53\n")) == []


def test_the_kernel_tells_of_heat_throttling_memory_and_batteries(tmp_path: Path) -> None:
    sys = machine(
        tmp_path,
        class__hwmon__hwmon0__name="coretemp",
        class__hwmon__hwmon0__temp1_input="84000",
        class__hwmon__hwmon0__temp1_max="80000",
        class__hwmon__hwmon0__temp1_label="Package id 0",
        class__hwmon__hwmon1__name="board",
        class__hwmon__hwmon1__temp1_input="a fault",
        class__thermal__thermal_zone0__temp="61500",
        class__thermal__thermal_zone0__type="x86_pkg_temp",
        devices__system__cpu__cpu0__thermal_throttle__core_throttle_count="7",
        devices__system__cpu__cpu1__thermal_throttle__package_throttle_count="9",
        devices__system__edac__mc__mc0__ce_count="2",
        devices__system__edac__mc__mc0__ue_count="1",
        class__power_supply__ups0__type="UPS",
        class__power_supply__ups0__capacity="11",
        class__power_supply__ups0__status="Discharging",
        class__power_supply__ac__type="Mains",
    )
    found = list(sensors.readings(sys))
    assert {(one.measure, one.of): one.value for one in found} == {
        ("heat", "coretemp Package id 0"): 84.0,
        ("heat", "thermal_zone0 x86_pkg_temp"): 61.5,
        ("throttled", "cpu"): 9,
        ("memory_corrected", "mc0"): 2,
        ("memory_lost", "mc0"): 1,
        ("battery", "ups0"): 11,
        ("on_battery", "ups0"): 1,
    }
    assert wrong(found) == {"heat", "memory_lost", "battery", "on_battery"}
    assert list(sensors.readings(tmp_path / "none")) == []


def test_a_count_of_errors_is_wrong_when_it_rises_whatever_it_was() -> None:
    row = MeasuredValue("memory_corrected", "mc0", 5)
    assert [row.is_wrong(before) for before in (None, 5, 4)] == [False, False, True]


def test_each_trouble_is_told_when_it_comes_and_shown_on_status_and_metrics(tmp_path: Path) -> None:
    told, sys = tmp_path / "health", machine(tmp_path, devices__system__edac__mc__mc0__ce_count="2")
    told.mkdir()
    shutil.copy(SAMPLES / "nvme-worn.json", told / "disk-nvme0n1.json")
    watch = HealthWatch(told, sys, tmp_path / "nowhere/flag")
    cabinet = SimulatedCabinet(watches=(watch,))
    counters = cabinet.loop.counters

    def read() -> bool:
        cabinet.turn(300)
        return bool(counters.health)

    def look() -> None:
        counters.health = ()
        cabinet.turn(10_000)
        eventually(read, "it has been read")

    def troubles() -> dict[str, int]:
        return {one.code: one.times for one in counters.troubles() if one.code != "dice_driver_lost"}

    look()
    first = troubles()
    assert first == {"disk_failing": 1, "disk_worn": 1, "machine_hot": 1}
    look()
    assert troubles() == first
    (sys / "devices/system/edac/mc/mc0/ce_count").write_text("3")
    look()
    assert troubles() == first | {"memory_errors": 1}
    assert HealthReading(measure="disk_used", of="nvme0n1", value=97.0, wrong=True) in counters.health
    watch.close()
    served = page(STATUS.model_copy(update={"health": counters.health}), {})
    assert 'boxcars_machine_disk_used{of="nvme0n1"} 97' in served


def test_every_measure_has_a_metric() -> None:
    assert {f"boxcars_machine_{name}" for name in MEASURES} <= {metric.name for metric in METRICS}


def test_what_a_tool_said_long_ago_is_not_believed(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "nvme-good.json", tmp_path / "disk-nvme0n1.json")
    written = (tmp_path / "disk-nvme0n1.json").stat().st_mtime
    assert list(tools.readings(tmp_path, written + 60))
    assert not list(tools.readings(tmp_path, written + tools.OLDEST_SECONDS + 1))
