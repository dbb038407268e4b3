"""The toy through the server and the vault: what a second game is asked, it answers by its row alone."""

from pathlib import Path

import pytest

from config.cabinet import TableStart
from config.files.reading import BadFile
from controller.books import load_book, load_rules
from controller.protocol.terminals.version_1 import TO_TERMINAL
from controller.records.rounds.as_script import NoScript, as_script
from controller.records.rounds.as_seen import as_seen
from controller.records.sheets.fairness import Span, dice_document
from controller.server.loop.journal import new_journal
from controller.server.staff.settings.shown import settings_seen
from controller.table.events import TimePassed
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.vault.books.clerk import clerk_of, plain_clerk
from controller.vault.kept_table import KeptTable, figures_now
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.server.simulated import SimulatedCabinet, Someone
from tests.table.evening import an_evening_of_the_toy
from tests.toy.game import ToyHistory, toy_rules
from tests.vault.evening import KEY, Clock, thrown


def a_table() -> Table:
    return open_game("toy", toy_rules(), (1, 2), TableSettings(bet_time=20, result_time=3))


def a_round_by_messages(number: int = 5) -> tuple[SimulatedCabinet, Someone]:
    """Seat 1 has guessed 5, and the wheel has stopped."""
    cabinet = SimulatedCabinet(table=a_table())
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="number:5", amount=500)
    cabinet.turn()
    cabinet.roll((number, 1))
    return cabinet, terminal


def test_a_whole_round_is_played_by_messages_alone() -> None:
    cabinet, terminal = a_round_by_messages()
    settled = terminal.heard("settled")[-1]
    assert (settled["faces"], settled["game"], settled["you"]["credits"]) == (None, {"number": 5}, 12_000)
    told = cabinet.transport.broadcasts[-1]
    assert (told["hand"], told["game"]) == (None, {"name": "toy", "numbers": [5]})
    assert told["last"]["game"] == {"number": 5}


def test_a_terminal_of_ours_understands_all_that_it_is_told() -> None:
    _, terminal = a_round_by_messages()
    for message in terminal.cabinet.transport.sent[terminal.peer]:
        TO_TERMINAL.validate_python(message, strict=False)


def test_bets_are_taken_while_its_device_works() -> None:
    cabinet = SimulatedCabinet(table=a_table())
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    for bet in ("number:5", "number:6"):
        terminal.command("wager", round=cabinet.table.round, do="place", bet=bet, amount=500)
        cabinet.turn()
    assert cabinet.dice.heard("wanted_roll")[-1]["shake"]
    assert terminal.heard("answer")[-1]["ok"]


def kept(directory: Path) -> KeptTable:
    """Rounds of the toy on a journal, after which it was opened anew."""
    table = a_table()
    bear(directory, Birth(Life.DEMO, plain(table), Clock()(), figures=figures_now(table)))
    kept = KeptTable.open(directory, Clock(), from_plain, dice=Dice.EMULATOR)
    evening = an_evening_of_the_toy(bet_time=20, result_time=3).bet(1, "number:5", 100).draw()
    for event, elapsed in evening.history:
        kept.take(event, elapsed)
    kept.take(thrown(1, kept.table.throw.nonce, "ok", (5, 1)))  # type: ignore[union-attr]
    kept.take(TimePassed(), 3000)
    kept.commit()
    return kept


def test_its_journal_is_verified_played_again_and_recalled(tmp_path: Path) -> None:
    played = kept(tmp_path / "vault")
    played.vault.close()
    again = KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.EMULATOR)
    assert again.table.game.money(1).credits == 1400
    again.close()
    assert verify(tmp_path / "vault", ProofWanted(from_plain, KEY)).fault is None
    with Reader(tmp_path / "vault") as reader:
        told = recall(reader, Which())[0]
        seen = as_seen(reader, told["round"])
        fallen = dice_document(reader, Span())
        with pytest.raises(NoScript, match="toy has no scripted tables"):
            as_script(reader, told["round"])
    assert [row["number"] for row in told["happened"] if row["what"] == "result"] == [5]
    assert (seen["felt"]["why"], seen["hand"]["why"]) == ("", "")
    assert fallen["numbers"]["counts"]["5"] == 1


def test_its_history_is_kept_with_the_books(tmp_path: Path) -> None:
    played = kept(tmp_path / "vault")
    history = clerk_of(plain_clerk(played.vault.clerk)).history
    played.vault.close()
    assert isinstance(history, ToyHistory)
    assert history.numbers == [5]


RULES = Path(__file__).parent / "toy.toml"


def test_its_journal_is_born_by_a_file_of_its_rules(tmp_path: Path) -> None:
    start = TableStart(seats=2, rulebook=str(RULES), game={"max_voids": 5})
    new_journal(tmp_path / "vault", Life.DEMO, start, "boris")
    again = KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.EMULATOR)
    again.close()
    assert again.table.game.name == "toy"
    assert again.table.game.rules()["settings"] == {"turn_before": 8, "confirm_time": 2, "max_voids": 5}


def test_its_rules_are_no_rule_book_of_craps() -> None:
    with pytest.raises(BadFile, match="is a rule book of toy, and craps is played here: american, crapless, "):
        load_book(str(RULES))


def test_a_game_that_this_house_does_not_play_is_named(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('game = "bingo"')
    with pytest.raises(BadFile, match='must be one of craps, roulette, toy, found "bingo"'):
        load_rules(str(tmp_path / "rules.toml"))


def test_no_spin_is_offered_at_its_stations_and_does_what_it_says() -> None:
    rules = toy_rules(turn_before=19, confirm_time=2)
    cabinet = SimulatedCabinet(table=open_game("toy", rules, (1, 2), TableSettings(bet_time=20, result_time=3)))
    cabinet.link_dice()
    eve = cabinet.supervisor()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="number:5", amount=500)
    cabinet.turn()
    cabinet.run(1100)
    cabinet.roll((5, 1))
    assert cabinet.table.result == {"number": 5}
    assert eve.act("no_spin", reference="the wheel was touched")["ok"]
    assert terminal.heard("settled")[-1]["how"] == "void"
    assert cabinet.table.game.money(1).credits == 10_000


def test_its_settings_are_shown_with_its_own_bounds() -> None:
    shown = {row.name: row for row in settings_seen(a_table()).settings}
    assert (shown["confirm_time"].value, shown["confirm_time"].waits) == (0, False)
    assert shown["turn_before"].value is None
    assert "limits.min" not in shown
