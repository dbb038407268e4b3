"""Acceptor and printer of a seat on the installed machine: units, users, hardening; a note that becomes a ticket."""

import re

import pytest

from tests.boot.cabinet import PLACE, Cabinet, active, empty_the_table, until

pytestmark = pytest.mark.skipif(PLACE is None, reason="boots a machine: run by `make test-boot`")

DRIVERS = ("bills", "tickets")
EMULATORS = ("emulator-bills@1", "emulator-tickets@1")
SERVICES = (*DRIVERS, *EMULATORS)
DEVICES = """
[[bills]]
seat = 1
port = "/run/boxcars/emulated/bills/seat-1"
protocol = "cctalk"
serial = 7001
product = "BV-EMU"
country = "US"
notes = [100, 200, 500, 1000, 2000, 5000, 10000]

[[tickets]]
seat = 1
port = "/run/boxcars/emulated/tickets/seat-1"
serial = 3001

[ticket_texts]
house = "House"
place = "Place"
asset = "1"
sign = "$"
one = "dollar"
many = "dollars"
"""
CASH = """
[[cash]]
seat = 1
notes = [100, 500, 2000]
highest_note = 2000
ticket_limit = 1000000

[tickets]
system = 0
cabinet = 1
"""
PAPERS = "/var/lib/boxcars-emulator-tickets/papers-1"


@pytest.fixture(scope="module")
def seat(cabinet: Cabinet) -> Cabinet:
    """A machine whose first seat has both; what its settings name, `make install` starts."""
    if not cabinet.sh("ls /etc/boxcars/cabinet.toml", fine=True).startswith("/etc"):
        cabinet.install(words="JOURNAL=demo HARDWARE=emulated SEATS=3 SEATS_HERE=1,2")
    empty_the_table(cabinet)
    for file, more in (("drivers", DEVICES), ("cabinet", CASH)):
        cabinet.sh(f"cat >>/etc/boxcars/{file}.toml <<'END'{more}END")
    cabinet.install()
    cabinet.sh("systemctl restart boxcars.target")
    cabinet.until_plays()
    return cabinet


def linked(cabinet: Cabinet) -> set[str]:
    """Roles of what stands at seats and is there."""
    return {link["role"] for link in cabinet.status().get("links", ()) if link["up"]} & set(DRIVERS)


def test_drivers_and_emulators_of_a_seat_start_with_the_machine_each_as_a_user_of_its_own(seat: Cabinet) -> None:
    until(lambda: linked(seat) == set(DRIVERS))
    assert all(active(seat, service) for service in SERVICES)
    assert {seat.show(driver, "User") for driver in DRIVERS} == {"boxcars-bills", "boxcars-tickets"}
    for user, other in (("bills", "tickets"), ("tickets", "bills")):
        denied = seat.sh(f"runuser -u boxcars-{user} -- ls /run/boxcars/{other} /var/lib/boxcars/vault", fine=True)
        assert denied.count("Permission denied") == 2, user


def test_they_are_held_as_close_as_the_driver_of_the_dice(seat: Cabinet) -> None:
    same = (
        "PrivateNetwork",
        "ProtectProc",
        "MemoryMax",
        "TasksMax",
        "NoNewPrivileges",
        "ProtectSystem",
        "DevicePolicy",
    )
    for driver in DRIVERS:
        assert {name: seat.show(driver, name) for name in same} == {name: seat.show("dice", name) for name in same}
        assert int(seat.show(driver, "LimitNOFILE")) >= 1024, "64 seats, each with a line and a connection"
        assert exposure(seat, driver) <= exposure(seat, "dice")


def exposure(cabinet: Cabinet, service: str) -> float:
    """What systemd makes of a unit's hardening, from 0 to 10."""
    said = cabinet.sh(f"systemd-analyze security --no-pager boxcars-{service}.service", fine=True)
    found = re.search(r"Overall exposure level.*?: ([0-9.]+)", said)
    assert found, said
    return float(found.group(1))


def test_a_note_becomes_credits_and_these_a_ticket_though_both_drivers_are_killed(seat: Cabinet) -> None:
    before = seat.do("see")["you"]["credits"]
    seat.do("note", 1, 20)
    until(lambda: bool(seat.do("see")["you"]["credits"] == before + 2000))
    for driver in DRIVERS:
        pid = seat.show(driver, "MainPID")
        seat.sh(f"kill -9 {pid}")
        until(lambda driver=driver, pid=pid: seat.show(driver, "MainPID") not in ("0", pid) and active(seat, driver))  # type: ignore[misc]
    until(lambda: linked(seat) == set(DRIVERS))
    assert seat.do("see")["you"]["credits"] == before + 2000
    printed = seat.sh(f"ls {PAPERS} | wc -l", fine=True)
    seat.do("cash_out")
    until(lambda: seat.sh(f"ls {PAPERS} | wc -l", fine=True) != printed)
    until(lambda: bool(seat.do("see")["you"]["credits"] == 0))
    seat.verify()


def test_what_the_settings_name_no_more_is_stopped_and_does_not_start_with_the_machine(seat: Cabinet) -> None:
    cut = r"sed -i '/^\[\[\(bills\|tickets\|cash\)\]\]$/,$d' /etc/boxcars/{}.toml"
    for file in ("drivers", "cabinet"):
        seat.sh(cut.replace("{}", file))
    seat.install()
    enabled = seat.sh(
        "systemctl list-unit-files --state=enabled --no-legend 'boxcars-*'; ls /etc/systemd/system/*.wants"
    )
    assert not [service for service in SERVICES if f"boxcars-{service}.service" in enabled]
