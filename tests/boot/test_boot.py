"""From a bare tree to a cabinet that plays, and back to play from all that can be done to it.

One machine, in the order of a day: each test finds it playing and leaves it playing. `make test-boot` runs them.
"""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from controller.vault.journal.schema import VERSION
from tests.boot.cabinet import INSIDE, PLACE, Cabinet, active, empty_the_table, plays, until
from tests.documents.pages import ALL, BOOT

pytestmark = pytest.mark.skipif(PLACE is None, reason="boots a machine: run by `make test-boot`")

SERVICES = ("controller", "records", "dice", "panel", "display", "operator", "terminal@1", "terminal@2")
FAR_SEAT = 3
CHOICES = "JOURNAL=demo HARDWARE=emulated SEATS=3 SEATS_HERE=1,2 REMOTE=127.0.0.0/8"
CLEAN_STOP = 5.0
VAULT = "/var/lib/boxcars/vault"


def test_whether_the_journal_is_for_money_has_to_be_said(cabinet: Cabinet) -> None:
    assert "[life_not_chosen]" in cabinet.install(fine=True)
    assert "[bad_choice]" in cabinet.install(words="JOURNAL=live HARDWARE=emulated", fine=True)
    assert cabinet.sh("ls /opt /etc/boxcars 2>/dev/null", fine=True).strip() in ("", "/opt:")


def test_make_install_brings_a_bare_machine_into_play(cabinet: Cabinet) -> None:
    cabinet.install(words=CHOICES)
    status = cabinet.until_plays()
    assert status["demo"]
    assert status["phase"] == "idle"
    for service in SERVICES:
        assert cabinet.show(service, "ActiveState") == "active", service
        assert cabinet.show(service, "StatusText"), service
    for seat in (1, 2):
        cabinet.do("credit", seat, 100_000)
    cabinet.do("play")
    empty_the_table(cabinet)


def test_each_process_is_a_user_of_its_own_and_reads_only_its_own_secrets(cabinet: Cabinet) -> None:
    users = {cabinet.show(service, "User") for service in SERVICES}
    assert users == {
        f"boxcars-{role}" for role in ("controller", "records", "dice", "panel", "display", "operator", "terminal")
    }
    said = cabinet.sh("ls -ln /etc/boxcars/keys/*key* /var/lib/boxcars/vault/signing.key")
    for line in said.splitlines():
        assert line.startswith(("-rw-------", "-rw-r--r--")), line
        assert line.startswith("-rw-------") or line.endswith("controller.key"), line
    for role in ("terminal", "display", "dice", "kiosk"):
        denied = cabinet.sh(f"runuser -u boxcars-{role} -- ls /run/boxcars/operator /var/lib/boxcars/vault", fine=True)
        assert denied.count("Permission denied") == 2, role
    assert "Permission denied" in cabinet.sh(
        "runuser -u boxcars-records -- tee -a /var/lib/boxcars/vault/x </dev/null", fine=True
    )


def test_when_memory_is_short_the_controller_is_the_last_to_go(cabinet: Cabinet) -> None:
    score = {service: int(cabinet.show(service, "OOMScoreAdjust")) for service in SERVICES}
    for service in SERVICES:
        assert int(cabinet.show(service, "MemoryMax")) <= 2**30, service
    assert score["controller"] < score["dice"] <= score["panel"] < score["records"] < score["display"]
    assert score["display"] <= score["terminal@1"]


def test_a_machine_without_a_screen_skips_the_kiosk_and_says_why(cabinet: Cabinet) -> None:
    cabinet.sh("systemctl start boxcars-kiosk")
    assert cabinet.show("kiosk", "ActiveState") == "inactive"
    assert "Condition" in cabinet.sh("systemctl status boxcars-kiosk", fine=True)
    assert plays(cabinet.status())


def test_a_word_of_the_menu_about_the_touch_screen_is_read_by_root_and_that_of_a_stranger_cannot_be_left(
    cabinet: Cabinet,
) -> None:
    """A machine in a container has no touch screen: that is what root finds, and says."""
    word, ask = '{"id": "0123456789abcdef", "do": "look"}', "/run/boxcars/touch/ask/word"
    cabinet.sh("systemctl start boxcars-touch.path")
    assert "Permission denied" in cabinet.sh(f"runuser -u nobody -- tee {ask} </dev/null", fine=True)
    cabinet.sh(
        f"echo '{word}' | runuser -u boxcars-operator -- sh -c 'umask 027; cat > {ask}.new && mv {ask}.new {ask}'"
    )
    until(lambda: "no_touch_screen" in cabinet.sh("cat /run/boxcars/touch/answer", fine=True))
    until(lambda: cabinet.sh("systemctl show -p ActiveState --value touch-boxcars.service").strip() == "inactive")
    assert cabinet.sh("systemctl show -p Result --value touch-boxcars.service").strip() == "success"
    cabinet.sh(f"test ! -e {ask}")


def test_install_again_changes_nothing(cabinet: Cabinet) -> None:
    empty_the_table(cabinet)
    before = marks(cabinet)
    cabinet.install()
    assert marks(cabinet) == before
    cabinet.until_plays()


def marks(cabinet: Cabinet) -> str:
    """Settings, keys, journal, processes."""
    pids = [cabinet.show(service, "MainPID") for service in SERVICES]
    files = cabinet.sh(
        "find /etc/boxcars -type f -not -name chosen.json | sort | xargs sha256sum; readlink /opt/boxcars/current"
    )
    return f"{pids} {files} {cabinet.status()['journal']['journal']}"


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_that_is_killed_is_back_and_play_goes_on(cabinet: Cabinet, service: str) -> None:
    before = cabinet.show(service, "MainPID")
    cabinet.sh(f"kill -9 {before}")
    until(lambda: cabinet.show(service, "MainPID") not in ("0", before) and active(cabinet, service))
    cabinet.until_plays()
    cabinet.do("play", 2 if service.endswith("1") else 1)


def test_a_controller_that_hangs_is_started_again_and_one_that_idles_is_not(cabinet: Cabinet) -> None:
    idle = {service: cabinet.show(service, "NRestarts") for service in SERVICES[1:]}
    before = cabinet.show("controller", "MainPID")
    cabinet.sh(f"kill -STOP {before}")
    until(lambda: cabinet.show("controller", "MainPID") not in ("0", before) and active(cabinet, "controller"))
    assert "Watchdog timeout" in cabinet.sh("journalctl -u boxcars-controller --no-pager -n 50")
    cabinet.until_plays()
    time.sleep(1.5 * 15)  # longer than the longest watchdog but that of records: whoever idles has to live through it
    assert {service: cabinet.show(service, "NRestarts") for service in SERVICES[1:]} == idle
    cabinet.do("play")


def test_the_target_stops_within_five_seconds_and_starts_again(cabinet: Cabinet) -> None:
    began = time.monotonic()
    cabinet.sh("systemctl stop 'boxcars*'")
    took = time.monotonic() - began
    print(f"stopped in {took:.1f} s")
    assert all(cabinet.show(service, "ActiveState") == "inactive" for service in SERVICES)
    assert all(cabinet.show(service, "Result") == "success" for service in SERVICES), "nobody had to be killed"
    assert took < CLEAN_STOP * 2  # a busy machine may be slow; each single one has five seconds before it is killed
    cabinet.verify()
    cabinet.sh("systemctl start boxcars.target")
    cabinet.until_plays()


def test_power_is_cut_in_the_middle_of_a_round_and_play_goes_on_where_it_stood(cabinet: Cabinet) -> None:
    empty_the_table(cabinet)
    placed = cabinet.do("bet", 1, 2500)
    before = cabinet.status()
    assert before["phase"] == "betting"
    cabinet.cut_the_power()
    took = cabinet.boot()
    status = cabinet.until_plays()
    print(f"booted in {took:.1f} s")
    assert status["round"] == before["round"]
    assert status["phase"] == "betting"
    seen = cabinet.do("see")["you"]
    assert {name: seen[name] for name in ("credits", "layout", "stakes")} == {
        name: placed["you"][name] for name in ("credits", "layout", "stakes")
    }
    cabinet.verify()
    empty_the_table(cabinet)


def test_power_is_cut_while_the_dice_are_shaken_and_nothing_is_lost(cabinet: Cabinet) -> None:
    cabinet.do("bet", 1, 2500)
    before = cabinet.do("roll")["table"]
    cabinet.cut_the_power()
    cabinet.boot()
    cabinet.until("ready", lambda status: bool(status["ready"]))
    cabinet.verify()
    assert cabinet.status()["round"] >= before["round"]
    empty_the_table(cabinet)
    cabinet.verify()


def test_a_person_switches_the_machine_off_and_after_the_next_boot_all_is_as_it_was(cabinet: Cabinet) -> None:
    placed = cabinet.do("bet", 1, 2500)
    before = cabinet.status()
    assert cabinet.show("controller", "SuccessExitStatus")
    cabinet.do("switch_off")
    cabinet.until_off()
    cabinet.boot()
    status = cabinet.until("ready", lambda status: bool(status["ready"]))
    assert status["holds"] == {"operator": "switched off by boot: cleaning"}
    assert (status["round"], status["phase"]) == (before["round"], before["phase"])
    cabinet.sh("test ! -e /run/boxcars/power/off")
    seen = cabinet.do("see")["you"]
    assert {name: seen[name] for name in ("credits", "layout", "stakes")} == {
        name: placed["you"][name] for name in ("credits", "layout", "stakes")
    }
    cabinet.verify()
    cabinet.do("resume")
    cabinet.until_plays()
    empty_the_table(cabinet)


STICK = "/media/boxcars/stick"


def test_copies_and_archives_go_to_a_stick_that_is_mounted_later_and_nowhere_else(cabinet: Cabinet) -> None:
    cabinet.sh(f"mkdir -p {STICK}")
    assert cabinet.do("export")["code"] == "no_medium"
    cabinet.sh(f"mount -t tmpfs -o size=256m,nosuid,nodev,noexec,mode=0770,gid=boxcars-media stick {STICK}")
    told = cabinet.do("export")
    assert json.loads(cabinet.sh(f"boxcars verify {STICK}/{told['file']} --json"))["good"]
    assert cabinet.do("archive")["says"].endswith("on stick")
    cabinet.sh(f"for file in {STICK}/*.db; do boxcars verify $file; done")
    cabinet.verify()
    for user in ("dice", "operator", "terminal"):
        assert "Permission denied" in cabinet.sh(f"runuser -u boxcars-{user} -- ls {STICK}", fine=True)
    cabinet.sh(f"umount {STICK} && rmdir {STICK}")
    cabinet.until_plays()


CLOCK_DROP_IN = """[Service]
Environment=LD_PRELOAD=/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1
Environment=FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_NO_CACHE=1 FAKETIME_DISABLE_SHM=1
Environment=FAKETIME_TIMESTAMP_FILE=/run/boxcars/clock
"""


def test_the_wall_clock_jumps_in_the_middle_of_a_round_and_disturbs_nothing(cabinet: Cabinet) -> None:
    folder = "/etc/systemd/system/boxcars-controller.service.d"
    cabinet.sh(f"mkdir -p {folder}; cat >{folder}/90-clock.conf <<'END'\n{CLOCK_DROP_IN}END")
    cabinet.sh("echo +0 >/run/boxcars/clock; systemctl daemon-reload; systemctl restart boxcars-controller")
    cabinet.until_plays()
    for jump in ("+400d", "-400d"):
        empty_the_table(cabinet)
        cabinet.do("bet")
        before = cabinet.do("see")["table"]
        cabinet.sh(f"echo {jump} >/run/boxcars/clock")
        time.sleep(2)
        after = cabinet.do("see")["table"]
        assert (after["round"], after["phase"]) == (before["round"], "betting")
        assert 0 < after["due_in_ms"] < before["due_in_ms"]
        cabinet.do("play")
    empty_the_table(cabinet)
    years = ask_journal(cabinet, "select distinct strftime('%Y', at / 1000, 'unixepoch') from event_log")
    assert len(years.split()) > 1, "the clock did jump"
    cabinet.sh(f"rm {folder}/90-clock.conf; systemctl daemon-reload; systemctl restart boxcars-controller")
    cabinet.until_plays()
    cabinet.verify()


def test_settings_that_cannot_be_used_are_said_where_the_operator_looks_and_not_tried_again(cabinet: Cabinet) -> None:
    cabinet.sh("cp /etc/boxcars/cabinet.toml /root/; sed -i 's/^seats = .*/seats = 0/' /etc/boxcars/cabinet.toml")
    cabinet.sh("systemctl restart boxcars-records", fine=True)
    until(lambda: cabinet.show("records", "ActiveState") == "failed")
    cabinet.sh("cp /root/cabinet.toml /etc/boxcars/")
    until(lambda: "boxcars-records.service stays down" in cabinet.sh("boxcars status"))
    assert "table.seats" in cabinet.sh("boxcars status").replace("\n", "")
    assert cabinet.show("records", "NRestarts") == "0"
    cabinet.sh("systemctl reset-failed boxcars-records; systemctl start boxcars-records")
    cabinet.sh('test -z "$(ls -A /run/boxcars/failed)"')
    cabinet.until_plays()


def test_a_disk_that_is_full_stops_play_says_so_and_lets_it_go_on_when_there_is_room(
    cabinet: Cabinet, disk: Path | None
) -> None:
    if disk is None:
        pytest.skip("this host has no loop device for a small disk")
    empty_the_table(cabinet)
    found = cabinet.do("see")
    before, was = found["you"], found["table"]
    cabinet.sh("dd if=/dev/zero of=/var/lib/boxcars/filling bs=64k", fine=True)
    cabinet.sh(f"timeout 15 {INSIDE} bet 1 1000", fine=True)
    until(lambda: "boxcars-controller.service stays down" in cabinet.sh("boxcars status", fine=True), 120)
    assert "disk" in cabinet.sh("cat /run/boxcars/failed/boxcars-controller.service")
    cabinet.sh("rm /var/lib/boxcars/filling; systemctl reset-failed boxcars-controller; systemctl start boxcars.target")
    cabinet.until_plays()
    seen = cabinet.do("see")  # the bet may have found a last bit of room: then it lies there, and was told as taken
    if seen["table"]["round"] == was["round"] and seen["table"]["phase"] in ("idle", "betting"):
        assert seen["you"]["credits"] + seen["you"]["layout"] == before["credits"] + before["layout"]
    empty_the_table(cabinet)
    cabinet.verify()


def test_an_upgrade_waits_for_an_idle_table(cabinet: Cabinet) -> None:
    empty_the_table(cabinet)
    cabinet.do("bet", 2, 1000)
    assert "[table_not_idle]" in cabinet.install("upgrade", fine=True)
    assert "[table_not_idle]" in cabinet.install("uninstall", fine=True)
    empty_the_table(cabinet)


def test_a_supervisor_goes_back_to_the_version_before_from_the_menu(cabinet: Cabinet) -> None:
    empty_the_table(cabinet)
    old, readme = cabinet.sh("readlink -f /opt/boxcars/current").strip(), Path(f"{PLACE}/source/README.md")
    text = readme.read_text()
    readme.write_text(f"{text}\nOne line more.\n")
    cabinet.install("upgrade")
    readme.write_text(text)
    cabinet.until_plays()
    newer = cabinet.sh("readlink -f /opt/boxcars/current").strip()
    status = cabinet.status()
    assert (status["release"], status["release_before"]) == (Path(newer).name, Path(old).name)
    journal = status["journal"]["journal"]
    cabinet.do("pay_out")
    cabinet.do("go_back")
    until(lambda: cabinet.sh("readlink -f /opt/boxcars/current").strip() == old, 120.0)
    status = cabinet.until(
        "ready", lambda status: bool(status["ready"] and status.get("release") == Path(old).name), 120.0
    )
    assert status["holds"] == {"operator": "put back to the version before by boot: it flickers"}
    assert (status["journal"]["journal"], status["release_before"]) == (journal, Path(newer).name)
    until(lambda: cabinet.sh("systemctl show -p Result --value rollback-boxcars.service").strip() == "success")
    cabinet.sh('test ! -e /run/boxcars/power/back && test -z "$(ls -A /run/boxcars/failed)"')
    cabinet.do("resume")
    cabinet.until_plays()
    for seat in (1, 2):
        cabinet.do("credit", seat, 100_000)
    cabinet.verify()


def test_an_upgrade_keeps_settings_and_journal_migrates_the_schema_and_can_be_taken_back(cabinet: Cabinet) -> None:
    source = Path(f"{PLACE}/source")
    cabinet.sh("sed -i 's/^name = .*/name = \"mine\"/' /etc/boxcars/cabinet.toml")
    old = cabinet.sh("readlink /opt/boxcars/current")
    journal = cabinet.status()["journal"]["journal"]
    with_a_newer_schema(source)
    cabinet.install("upgrade")
    cabinet.until_plays()
    assert cabinet.sh("readlink /opt/boxcars/current") != old
    assert cabinet.status()["journal"]["journal"] == journal
    assert 'name = "mine"' in cabinet.sh("cat /etc/boxcars/cabinet.toml")
    assert schema(cabinet) == str(VERSION + 1)
    cabinet.install("rollback")
    cabinet.until_plays()
    assert cabinet.sh("readlink /opt/boxcars/current") == old
    assert schema(cabinet) == str(VERSION)
    cabinet.install("upgrade")
    cabinet.do("play")
    empty_the_table(cabinet)
    assert "[played_since]" in cabinet.install("rollback", fine=True)
    cabinet.until_plays()
    assert schema(cabinet) == str(VERSION + 1)
    cabinet.verify()


def with_a_newer_schema(source: Path) -> None:
    """What a later version of us might bring."""
    file = source / "controller/vault/journal/schema.py"
    text = file.read_text()
    one_more = (
        "def _note(connection: sqlite3.Connection) -> None:\n"
        '    connection.execute("create table note(text text not null)")\n\n\n'
    )
    text, raised = re.subn(rf"\nVERSION = {VERSION}\n", f"\nVERSION = {VERSION + 1}\n", text)
    text, added = re.subn(r"\n(UPGRADES: .* = \{)(.*)\}\n", rf"\n{one_more}\1\2, {VERSION}: _note}}\n", text)
    assert (raised, added) == (1, 1)
    file.write_text(text)


def schema(cabinet: Cabinet) -> str:
    """Of the journal file."""
    return ask_journal(cabinet, "pragma user_version")


def ask_journal(cabinet: Cabinet, question: str) -> str:
    """Straight from the file: the first column of what SQLite answers."""
    script = f"""
import sqlite3
for row in sqlite3.connect("file:{VAULT}/journal.db?mode=ro", uri=True).execute({question!r}):
    print(row[0])
"""
    return cabinet.sh(f"python3 - <<'END'{script}END").strip()


def test_a_version_that_does_not_start_is_taken_back_by_itself(cabinet: Cabinet) -> None:
    old = cabinet.sh("readlink /opt/boxcars/current")
    process = Path(f"{PLACE}/source/controller/server/host/process.py")
    text = process.read_text()
    process.write_text(f'{text}\n\nraise SystemExit("this version is no good")\n')
    assert "[start_failed]" in cabinet.install("upgrade", fine=True)
    process.write_text(text)
    cabinet.until_plays()
    assert cabinet.sh("readlink /opt/boxcars/current") == old
    cabinet.verify()


def test_a_terminal_on_another_machine_needs_the_same_package_and_one_key(cabinet: Cabinet, far: Cabinet) -> None:
    key = f"terminal-{FAR_SEAT}.key_secret.json"
    cabinet.sh(f"cd /root; boxcars keys add terminal-{FAR_SEAT} --role terminal --seat {FAR_SEAT} --out {key}")
    (Path(f"{PLACE}/source") / key).write_text(cabinet.sh(f"cat /root/{key}; rm /root/{key}"))
    far.install(words=f"SEAT={FAR_SEAT} CABINET=127.0.0.1 KEY={key}")
    (Path(f"{PLACE}/source") / key).unlink()
    cabinet.until("linked from afar", lambda status: seat_of(status, FAR_SEAT)["linked"])
    cabinet.do("credit", FAR_SEAT, 50_000)
    assert far.do("play", FAR_SEAT)["you"]["credits"] != 0
    far.install("upgrade")
    far.sh(f"systemctl kill --signal=KILL boxcars-terminal@{FAR_SEAT}")
    until(lambda: "seat 3" in far.show(f"terminal@{FAR_SEAT}", "StatusText") and active(far, f"terminal@{FAR_SEAT}"))
    time.sleep(2)  # whether it was killed before we looked, or after: by now it is the new one
    until(lambda: active(far, f"terminal@{FAR_SEAT}"))
    far.do("play", FAR_SEAT)
    far.do("empty", FAR_SEAT)
    cabinet.sh(f"boxcars keys revoke terminal-{FAR_SEAT}")
    cabinet.until("put out", lambda status: not seat_of(status, FAR_SEAT)["linked"])
    empty_the_table(cabinet)


def seat_of(status: dict[str, Any], number: int) -> dict[str, Any]:
    """One seat of a status."""
    found: dict[str, Any] = next(seat for seat in status["seats"] if seat["seat"] == number)
    return found


ELSEWHERE = ("make install SEAT=3", "make rollback", "make uninstall")
"""Commands of the page that have a test of their own here."""


def test_every_command_of_the_install_page_runs_on_the_installed_machine(cabinet: Cabinet) -> None:
    empty_the_table(cabinet)
    commands = [command for command in ALL if command.says == BOOT]
    assert len(commands) > 10
    for command in commands:
        words = command.words.removeprefix("sudo ")
        if words.startswith(ELSEWHERE):
            continue
        if words.startswith("make"):
            words += " WHEELS=/var/cache/wheels"
            words = words.replace("SEATS=2", "")  # this machine's settings are there already
        cabinet.sh(f"cd /usr/src/boxcars && {words}")
    cabinet.sh(f"boxcars keys revoke terminal-{FAR_SEAT}; rm /usr/src/boxcars/terminal-{FAR_SEAT}.key_secret.json")
    cabinet.until_plays()


def test_uninstall_leaves_settings_keys_and_journal(cabinet: Cabinet) -> None:
    empty_the_table(cabinet)
    cabinet.install("uninstall")
    assert cabinet.sh("ls /opt; systemctl list-unit-files --no-legend 'boxcars*'", fine=True).strip() == ""
    assert cabinet.sh("systemctl list-units --state=active --no-legend 'boxcars*'").strip() == ""
    cabinet.sh(
        "test -s /etc/boxcars/cabinet.toml -a -s /etc/boxcars/keys/dice.key -a -s /var/lib/boxcars/vault/journal.db"
    )
    cabinet.install()
    cabinet.until_plays()
    cabinet.do("play")
    cabinet.verify()
