"""An evening with 64 terminals: the books balance, nobody is short, and a controller killed in it loses nothing."""

from collections import Counter
from pathlib import Path

from controller.table.snapshot import from_plain
from controller.vault.prove.report import ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader, entries
from tests.drivers.machines import eventually
from tests.server.cabinets import CabinetOfProcesses
from tests.server.players import Players

SEATS = 64
STAKE = 1_000_000


def test_after_an_evening_everybodys_own_account_is_the_ledgers(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, seats=SEATS, bet_time=3)
    with cabinet.playing():
        give_credits(cabinet)
        players = Players(cabinet, SEATS, seed=1)
        players.play(until_round=9, settled=2)
        players.rest()
        for player in players.all:
            assert player.disputes == []
        assert cabinet.station().act("hold")["ok"]
        players.ask_what_they_have()
        for player in players.all:
            assert player.you["credits"] == player.credits
        players.close()
    assert_in_order(cabinet, players)


def test_killed_in_the_middle_of_it_and_back_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, seats=SEATS, bet_time=3)
    with cabinet.controller(), cabinet.dice():
        eventually(cabinet.ready, "the machine is ready")
        give_credits(cabinet)
        players = Players(cabinet, SEATS, seed=2)
        for until in (3, 5):
            players.play(until_round=until)
            cabinet.kill()
            with cabinet.controller():
                players.play(until_round=until + 2)
                cabinet.kill()
        with cabinet.controller():
            players.play(until_round=9)
            players.rest()
            players.close()
            cabinet.close_callers()
    assert_in_order(cabinet, players)


def give_credits(cabinet: CabinetOfProcesses, seats: int = SEATS) -> None:
    station = cabinet.station()
    for seat in range(1, seats + 1):
        assert station.credit(seat, STAKE)["ok"]


def assert_in_order(cabinet: CabinetOfProcesses, players: Players, seats: int = SEATS) -> None:
    """The journal proves itself, money is conserved, and each acknowledged command is in it, once."""
    report = verify(cabinet.place / "journal", ProofWanted(from_plain, (cabinet.place / "dice.key").read_bytes()))
    assert isinstance(report, ProofReport)
    assert report.fault is None, report
    accepted: Counter[tuple[int, int]] = Counter()
    with Reader(cabinet.place / "journal") as reader, reader.view() as connection:
        for entry in entries(connection, 1, report.last_seq):
            if entry["kind"] == "step" and any(told["type"] == "Accepted" for told in entry["decisions"]):
                event = entry["event"]
                if str(event.get("client", "")).startswith("seat-"):
                    accepted[event["seat"], event["id"]] += 1
        total = sum(amount for (amount,) in connection.execute("select amount from account"))
        credits = dict(connection.execute("select of, amount from account where name = 'credits'").fetchall())
    assert total == 0
    assert max(accepted.values()) == 1
    for player in players.all:
        missing = {number for number in player.acknowledged if (player.seat, number) not in accepted}
        assert not missing, (player.seat, missing)
    assert len(credits) == seats
    assert all(amount >= 0 for amount in credits.values())
