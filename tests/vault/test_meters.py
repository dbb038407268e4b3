"""The meters say what a person with a tally would say, and the ledger is double-entry to the cent."""

import json
from collections import Counter
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from config.files.reading import BadFile
from controller.books import load_book
from controller.facts.kinds import Accepted, Decision, LargeWon, MoveChanged, NoRoll, Posting, ResultKnown, RoundEnded
from controller.facts.staff_kinds import FormFiled
from controller.games.craps.row import CRAPS
from controller.games.interface import FIGURE_PARTS as PARTS
from controller.games.interface import Settled
from controller.records.sheets.meter_sheet import meter_document
from controller.table.events import BooksDisagree, DoorLatched, DoorMoved, Restarted
from controller.table.staff.said import act_said
from controller.vault.books.clerk import Clerk, clerk_of, plain_clerk
from controller.vault.books.gaming_day import day_settings, day_to_close, gaming_day
from controller.vault.books.ledger import Ledger
from controller.vault.counts.cash_figures import cash_figures
from controller.vault.counts.hold_figures import held
from controller.vault.counts.meters import WRAP, MeterBook, priced
from controller.vault.kept_table import KeptTable
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.figures import read_meters
from controller.vault.read.reader import Reader
from tests.asked import cash_out, wager
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Clock, Evening, make_table, play

HOUR = 3_600_000


def watch(kept: KeptTable, world: Evening, events: int) -> list[Decision]:
    """Every decision of the evening."""
    seen: list[Decision] = []
    for _ in range(events):
        kept.take(*world.next(kept.table))
        seen += [decision for told in kept.commit() for decision in told.decisions]
    return seen


def tally(seen: list[Decision]) -> Counter[str]:
    """Counted by hand."""
    counted: Counter[str] = Counter()
    for row in seen:
        match row:
            case Settled(_, bet, stake, result, paid, _, vigorish) if result != "off":
                counted["wagered"] += stake
                counted[f"wagered:{bet}"] += stake
                counted["won"] += paid + (stake if result in ("win", "push") else 0)
                counted["vigorish"] += vigorish
            case RoundEnded(_, how):
                counted["games" if how == "settled" else how] += 1
            case NoRoll(_, outcome):
                counted[f"no_rolls:{outcome}"] += 1
            case ResultKnown():
                counted["rolls"] += 1
            case MoveChanged(_, _, instrument, amount, into_seat, "done", _):
                counted[f"{'in' if into_seat else 'out'}:{instrument}"] += amount
    return counted


def test_the_meters_count_what_a_person_would_count(reopen: Open) -> None:
    kept = reopen()
    counted = tally(watch(kept, Evening(seed=8, restless=0.06), 1500))
    meters = kept.vault.clerk.meters.lifetime[0]
    for name, value in counted.items():
        shown = {"void": "voids", "closed out": "close_outs", "withdrawn": "withdrawals"}.get(name, name)
        assert meters.get(shown, 0) == value, name
    kept.vault.close()


def test_the_seats_meters_add_up_to_the_tables(reopen: Open) -> None:
    kept = reopen()
    watch(kept, Evening(seed=9), 800)
    lifetime = kept.vault.clerk.meters.lifetime
    for name in ("wagered", "won", "vigorish", "in:attendant", "out:hand_pay", "hand_pays", "wagered:field"):
        assert lifetime[0].get(name, 0) == sum(counts.get(name, 0) for seat, counts in lifetime.items() if seat)
    kept.vault.close()


def test_a_round_is_won_by_who_got_back_more_than_it_cost_and_lost_by_who_got_back_less(reopen: Open) -> None:
    kept, won = reopen(), Counter[tuple[int, str]]()
    net: Counter[int] = Counter()
    for row in watch(kept, Evening(seed=8, restless=0.06), 1500):
        if isinstance(row, Settled) and row.result != "off":
            gain = row.paid - row.vigorish - (row.stake if row.result == "lose" else 0)
            net[row.seat] += gain
            net[0] += gain
        elif isinstance(row, RoundEnded):
            if row.how == "settled":
                won.update((scope, "games_won" if gain > 0 else "games_lost") for scope, gain in net.items() if gain)
            net.clear()
    counted = kept.vault.clerk.meters.lifetime
    found = {(scope, name): counted[scope].get(name, 0) for scope in counted for name in ("games_won", "games_lost")}
    assert {key: count for key, count in found.items() if count} == dict(won)
    assert won[0, "games_won"]
    assert won[0, "games_lost"]
    kept.vault.close()


def test_what_the_house_holds_by_the_meters_is_what_it_holds_by_the_ledger(reopen: Open) -> None:
    kept = reopen()
    watch(kept, Evening(seed=10), 1000)
    ledger = kept.vault.clerk.ledger
    house = sum(amount for (name, _), amount in ledger.balances.items() if name == "house")
    assert held(kept.vault.clerk.meters.lifetime[0]).actual == house
    assert ledger.full_sum() == 0
    kept.vault.close()


def test_every_account_says_what_the_game_says(reopen: Open) -> None:
    kept, world = reopen(), Evening(seed=12)
    for _ in range(400):
        kept.take(*world.next(kept.table))
        ledger, table = kept.vault.clerk.ledger, kept.table
        for seat in table.game.seat_numbers():
            assert ledger.of_seat(str(seat))[:3] == list(table.game.money(seat))
        assert ledger.on_the_machine() == table.on_seats()
    kept.vault.close()


@pytest.mark.parametrize(
    "stray, said", [([("credits", "1", 5)], "all accounts"), ([("credits", "1", 5), ("credits", "2", -5)], "seat 1")]
)
def test_a_breach_of_the_books_holds_the_table(reopen: Open, stray: list[tuple[str, str, int]], said: str) -> None:
    kept, world = reopen(), Evening(seed=1, restless=0)
    play(kept, world, 30)
    for posting in stray:
        kept.vault.clerk.ledger.post(*posting)
    number = kept.table.round
    while kept.table.round == number:
        play(kept, world, 1)
    assert said in kept.table.holds["books"]["why"]
    kept.vault.close()


def test_postings_that_do_not_sum_to_zero_are_noticed_at_once() -> None:
    clerk = Clerk()
    posting = {"type": "Posting", **Posting("credits", "1", 100)._asdict()}
    clerk.take(7, 0, "step", {"event": {"type": "TimePassed"}, "decisions": [posting]})
    assert clerk.imbalance is not None
    assert clerk.imbalance.seq == 7


def test_whoever_finds_the_books_wrong_holds_the_table_until_a_supervisor_resumes(reopen: Open) -> None:
    kept = reopen()
    kept.take(BooksDisagree("a test"))
    kept.take(act_said("menu", 1, "anna", "attendant", "resume"))
    assert "books" in kept.table.holds
    kept.take(act_said("menu", 2, "boris", "supervisor", "resume"))
    assert "books" not in kept.table.holds
    kept.vault.close()


def test_games_since_power_up_and_since_the_door_begin_again(reopen: Open) -> None:
    kept = reopen()
    watch(kept, Evening(seed=13, restless=0), 300)
    meters = kept.vault.clerk.meters.lifetime[0]
    assert meters["games_since_power_up"] == meters["games_since_door"] == meters["games"] > 3
    kept.take(DoorMoved("drop", True))
    kept.take(DoorMoved("drop", False))
    assert meters["games_since_door"] == 0
    kept.take(Restarted())
    assert meters["games_since_power_up"] == 0
    assert meters["power_ups"] == meters["door_openings:drop"] == 1
    kept.vault.close()


def test_a_board_that_cannot_be_read_for_a_while_opens_no_door_and_closes_none(reopen: Open) -> None:
    kept = reopen()
    kept.take(DoorMoved("dome", False))
    watch(kept, Evening(seed=13, restless=0), 300)
    meters = kept.vault.clerk.meters.lifetime[0]
    since = meters["games_since_door"]
    for _ in range(2):
        kept.take(DoorMoved("dome", True, seen=False))
        kept.take(DoorMoved("dome", False))
    assert since == meters["games_since_door"] > 3
    assert "door_openings:dome" not in meters
    kept.vault.close()


@pytest.mark.parametrize("found_open", [False, True])
def test_a_door_opened_while_nobody_could_look_is_one_opening(reopen: Open, found_open: bool) -> None:
    kept = reopen()
    kept.take(DoorMoved("main", False))
    watch(kept, Evening(seed=13, restless=0), 300)
    meters = kept.vault.clerk.meters.lifetime[0]
    kept.take(DoorMoved("main", True, seen=False))
    kept.take(DoorLatched("main"))
    if found_open:
        kept.take(DoorMoved("main", True))
    kept.take(DoorMoved("main", False))
    assert (meters["door_openings:main"], meters["games_since_door"]) == (1, 0)
    kept.vault.close()


def test_doors_in_older_entries_still_count_as_they_did() -> None:
    """What those meters were worth, they are worth; only a journal's own entries can say what stands in it."""
    clerk = Clerk()
    said = ("main open", "main closed", "dome cannot be read, counts as open", "the drop door was opened while nobody")
    for seq, details in enumerate((*said[:3], f"{said[3]} could look")):
        ended = {"type": "RoundEnded", **RoundEnded(seq, "settled", "", {})._asdict()}
        noted = {"type": "Noted", "what": "door", "details": details}
        clerk.take(seq, 0, "step", {"event": {"type": "TimePassed"}, "decisions": [ended, noted]})
        assert clerk.meters.lifetime[0]["games_since_door"] == (1 if seq == 0 else 0)
    assert {name for name in clerk.meters.lifetime[0] if name.startswith("door")} == {"door_openings:main"}
    assert [logged.row.text for logged in clerk.logged] == [*said[:3], f"{said[3]} could look"]


def test_credits_are_counted_by_instrument_and_by_attendant(reopen: Open) -> None:
    kept = reopen()
    kept.take(act_said("menu", 1, "anna", "attendant", "credit", seat=1, amount=700))
    kept.take(act_said("menu", 2, "boris", "supervisor", "credit", seat=2, amount=300))
    kept.take(act_said("menu", 3, "boris", "supervisor", "reverse", reference="menu/2", reason="wrong seat"))
    meters = kept.vault.clerk.meters.lifetime[0]
    assert meters["in:attendant"] == 1000
    assert meters["in_by:anna"] == 700
    assert meters["in_by:boris"] == meters["reversed_by:boris"] == meters["reversed:attendant"] == 300
    kept.vault.close()


def test_a_hand_pay_that_nobody_was_paid_is_counted_apart_and_is_one_hand_pay(reopen: Open) -> None:
    kept = reopen()
    kept.take(act_said("menu", 1, "anna", "attendant", "credit", seat=1, amount=700))
    kept.take(cash_out(1, "terminal-1", 1))
    kept.take(act_said("menu", 2, "anna", "attendant", "hand_pay", seat=1, reference="0417"))
    kept.take(act_said("menu", 3, "boris", "supervisor", "reverse", reference="terminal-1/1", reason="not paid"))
    meters = kept.vault.clerk.meters.lifetime[0]
    assert meters["out:hand_pay"] == meters["unpaid:hand_pay"] == meters["unpaid_by:boris"] == 700
    assert (meters["hand_pays"], "reversed:hand_pay" in meters) == (1, False)
    kept.vault.close()


def test_wins_that_an_attendant_paid_large_ones_and_forms_are_counted_apart_from_cancelled_credits(
    reopen: Open,
) -> None:
    kept, counted = reopen(), Counter[str]()
    change = {"large_win": 2_000, "tax_win": 1_500, "tax_odds": 3, "wins_by_hand": True}
    kept.take(act_said("menu", 1, "boris", "supervisor", "settings", change=change))
    for row in watch(kept, Evening(seed=8), 1500):
        match row:
            case LargeWon(_, amount):
                counted.update({"large_wins": 1, "large_won": amount})
            case FormFiled(_, amount):
                counted.update({"forms": 1, "taxed": amount})
            case MoveChanged(_, _, "jackpot", amount, False, "done", _):
                counted.update({"jackpots": 1, "out:jackpot": amount})
            case MoveChanged(_, _, "hand_pay", amount, False, "done", _):
                counted.update({"hand_pays": 1, "out:hand_pay": amount})
    meters = kept.vault.clerk.meters.lifetime[0]
    assert {name: meters.get(name, 0) for name in counted} == dict(counted)
    assert min(counted.values()) > 0
    assert len(counted) == 8
    assert cash_figures(meters).difference == 0
    kept.vault.close()


def test_a_meter_has_ten_digits_and_says_that_it_wrapped(vault: Path, reopen: Open) -> None:
    kept = reopen()
    kept.take(act_said("menu", 1, "anna", "attendant", "credit", seat=1, amount=700))
    kept.vault.clerk.meters.count(0, "in:attendant", WRAP)
    kept.commit()
    kept.vault.close()
    with Reader(vault) as reader:
        value = read_meters(reader).columns["lifetime"]["in:attendant"]
    assert divmod(value, WRAP) == (1, 700)


def test_a_period_begins_when_it_is_cleared(played: Path, reopen: Open) -> None:
    kept = reopen()
    before = dict(kept.vault.clerk.meters.lifetime[0])
    kept.vault.clear_period("boris")
    play(kept, Evening(seed=2), 200)
    kept.vault.close()
    with Reader(played) as reader:
        columns = read_meters(reader).columns
    assert columns["period"]["wagered"] == columns["lifetime"]["wagered"] - before["wagered"]
    assert columns["today"]["wagered"] == columns["lifetime"]["wagered"]


# ---- the gaming day ---------------------------------------------------------------------------------------------

NEW_YORK = day_settings("06:00", "America/New_York")


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    "utc, day",
    [
        ("2026-11-18T10:59:59", date(2026, 11, 17)),
        ("2026-11-18T11:00:00", date(2026, 11, 18)),
        ("2026-07-18T09:59:59", date(2026, 7, 17)),
        ("2026-07-18T10:00:00", date(2026, 7, 18)),
    ],
)
def test_the_day_ends_at_the_local_time_summer_and_winter(utc: str, day: date) -> None:
    assert gaming_day(at(utc), NEW_YORK) == day


def test_a_day_is_closed_once_and_days_only_go_forward() -> None:
    opened = at("2026-11-16T20:00:00")
    closes = [
        day_to_close(at(now), last, opened, NEW_YORK)
        for now, last in [
            ("2026-11-16T23:00:00", None),
            ("2026-11-17T11:00:00", None),
            ("2026-11-17T12:00:00", date(2026, 11, 16)),
            ("2026-11-14T12:00:00", date(2026, 11, 16)),
            ("2026-11-21T12:00:00", date(2026, 11, 16)),
        ]
    ]
    assert closes == [None, date(2026, 11, 16), None, None, date(2026, 11, 20)]


@pytest.mark.parametrize(
    "closes, zone", [("25:00", "UTC"), ("soon", "UTC"), ("06:00", "Mars/Phobos"), ("06:00", "/etc")]
)
def test_a_close_that_cannot_be_is_refused(closes: str, zone: str) -> None:
    with pytest.raises(BadFile):
        day_settings(closes, zone)


def test_each_day_has_totals_of_its_own_and_together_they_are_the_lifetime(vault: Path, clock: Clock) -> None:
    from controller.vault.lifecycle.creation import Dice

    kept = KeptTable.open(vault, clock, make_table, dice=Dice.UNIT)
    days = []
    for seed in (1, 2, 3):
        play(kept, Evening(seed), 150)
        clock.now += 24 * HOUR
        days.append(kept.turn_day(NEW_YORK))
        assert kept.turn_day(NEW_YORK) is None
    kept.close()
    assert None not in days
    assert len(set(days)) == 3
    with Reader(vault) as reader:
        totals = [read_meters(reader, day=str(day)).columns[str(day)]["wagered"] for day in days]
        lifetime = read_meters(reader).columns["lifetime"]["wagered"]
        assert [day for day, _ in read_meters(reader).days] == sorted(map(str, days), reverse=True)
    assert sum(totals) == lifetime
    assert all(totals)
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None


# ---- what the house held ----------------------------------------------------------------------------------------


EDGE_OF_FIELD, EDGE_OF_COME = round(Fraction(PARTS, 18)), round(Fraction(7 * PARTS, 495))
FIGURES = {"field": (EDGE_OF_FIELD, PARTS), "come": (EDGE_OF_COME, PARTS), "buy:4": (round(Fraction(PARTS, 21)), 0)}


def lost(bet: str, stake: int, vigorish: int = 0) -> dict[str, object]:
    return {"type": "Settled", **Settled(1, bet, stake, "lose", 0, False, vigorish)._asdict()}


def decide(clerk: Clerk, seq: int, *rows: dict[str, object]) -> None:
    clerk.take(seq, 0, "step", {"event": {"type": "TimePassed"}, "decisions": list(rows)})


def a_clerk() -> Clerk:
    clerk = Clerk()
    clerk.take(1, 0, "started", {"books": 2})
    clerk.take(2, 0, "figures", {"rules": "one", "bets": FIGURES})
    return clerk


def test_the_theoretical_hold_is_what_was_wagered_at_the_exact_returns() -> None:
    clerk = a_clerk()
    decide(clerk, 3, lost("field", 1000), lost("come:6", 500))
    figures = held(clerk.meters.lifetime[0])
    assert figures.actual == 1500
    assert figures.theoretical == Fraction(1000 * EDGE_OF_FIELD + 500 * EDGE_OF_COME, PARTS)
    decide(clerk, 4, lost("fire", 5))
    assert held(clerk.meters.lifetime[0]).theoretical is None


def test_an_edge_is_of_all_that_a_wager_cost() -> None:
    """A buy for 2000 with 100 of vigorish loses 1 in 21 of 2100: all of its vigorish, and nothing more."""
    clerk = a_clerk()
    decide(clerk, 3, lost("buy:4", 2000, 100))
    theoretical = held(clerk.meters.lifetime[0]).theoretical
    assert theoretical is not None
    assert round(theoretical, 6) == 100


def test_what_was_expected_by_one_book_stays_so_when_another_comes() -> None:
    clerk = a_clerk()
    decide(clerk, 3, lost("field", 1000), lost("come", 500))
    clerk.take(4, 0, "figures", {"rules": "two", "bets": {"field": (PARTS // 36, PARTS)}})
    before = held(clerk.meters.lifetime[0]).theoretical
    decide(clerk, 5, lost("field", 3600))
    after = held(clerk.meters.lifetime[0]).theoretical
    assert before is not None
    assert after is not None
    assert after - before == Fraction(3600 * (PARTS // 36), PARTS)
    read_back = clerk_of(json.loads(json.dumps(plain_clerk(clerk))))
    assert (read_back.priced_by, read_back.meters.figures) == ("two", {"field": (PARTS // 36, PARTS)})


def test_what_was_counted_before_anything_was_expected_is_priced_once_by_the_first_figures() -> None:
    clerk = Clerk()
    clerk.take(1, 0, "started", {"books": 2})
    decide(clerk, 2, lost("field", 1000))
    clerk.take(3, 0, "period_cleared", {"by": "boris"})
    decide(clerk, 4, lost("field", 500), lost("horn", 4))
    clerk.take(5, 0, "figures", {"rules": "one", "bets": FIGURES})
    clerk.take(6, 0, "figures", {"rules": "two", "bets": {}})
    meters = clerk.meters
    assert meters.lifetime[0]["expected:field"] == 1500 * EDGE_OF_FIELD
    assert meters.since(meters.period)[0]["expected:field"] == 500 * EDGE_OF_FIELD
    assert meters.lifetime[0]["unpriced:horn"] == 4
    assert held(meters.lifetime[0]).theoretical is None


def test_a_change_of_book_leaves_what_was_expected_as_it_was(vault: Path, reopen: Open) -> None:
    kept = reopen()
    play(kept, Evening(seed=2, restless=0), 200)
    before = held(kept.vault.clerk.meters.lifetime[0]).theoretical
    assert before
    for id, act in enumerate(("hold", "close_out", "resume"), 1):
        kept.take(act_said("end", id, "boris", "supervisor", act, reference="another book"))
    book = load_book("mbs_v3")
    change = {"book": book.model_dump(mode="json", exclude_none=True)}
    kept.take(act_said("end", 4, "boris", "supervisor", "settings", change=change, returns=CRAPS.worked_out(book)))
    assert kept.table.game.rules()["name"] == book.name
    kept.commit()
    assert held(kept.vault.clerk.meters.lifetime[0]).theoretical == before
    decided: list[Decision] = []
    for number, bet in enumerate(("field", "pass_line"), 1):
        kept.take(wager(1, "seat1/end", number, kept.table.round, "place", bet, 500))
        decided += [row for told in kept.commit() for row in told.decisions]
    assert any(isinstance(row, Accepted) for row in decided)
    kept.close()
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None
    with Reader(vault) as reader:
        assert meter_document(read_meters(reader))["lifetime"]["held"]["theoretical"] == str(before)


def test_stakes_that_fall_together_are_squared_together() -> None:
    meters = MeterBook()
    rows = [Settled(seat, "field", 100, "lose", 0, False, 0) for seat in (1, 2)] + [
        Settled(1, "place:6", 600, "win", 700, True, 0),
        Settled(1, "come", 100, "off", 0, True, 0),
    ]
    meters.decided([{"type": "Settled", **row._asdict()} for row in rows])
    assert meters.lifetime[0] == {"squares:field": 200**2, "squares:place:6": 600**2, "squares": (200 - 700) ** 2}
    assert meters.lifetime[1] == {"squares:field": 100**2, "squares:place:6": 600**2, "squares": (100 - 700) ** 2}
    assert meters.lifetime[2] == {"squares:field": 100**2, "squares": 100**2}


def test_fair_play_stays_in_its_band_and_a_thief_leaves_it() -> None:
    """A coin that pays even money, tossed for 100 ten thousand times: one standard deviation is 10,000."""
    book = {"coin": (0, PARTS)}
    counts = {"wagered": 10**6, "wagered:coin": 10**6, "squares:coin": 10**8, "squares": 10**8, "won": 985_000}
    assert held(priced(counts, book)).band == (-19_600, 19_600)
    assert held(priced(counts, book)).within is True
    assert held(priced(counts | {"won": 1_030_000}, book)).within is False
    assert held(priced({"wagered": 5, "wagered:coin": 5}, book)).band is None


def test_entries_written_before_squares_were_counted_still_count_as_they_did() -> None:
    clerk = Clerk()
    row = {"type": "Settled", **Settled(1, "field", 100, "lose", 0, False, 0)._asdict()}
    step = {"event": {"type": "TimePassed"}, "decisions": [row]}
    clerk.take(1, 0, "step", step)
    assert "squares" not in clerk.meters.lifetime[0]
    clerk.take(2, 0, "started", {"books": 2})
    clerk.take(3, 0, "step", step)
    assert clerk.meters.lifetime[0]["squares:field"] == 100**2


def test_a_ledger_read_back_is_the_same() -> None:
    ledger, meters = Ledger(), MeterBook()
    ledger.post("credits", "1", 5)
    ledger.post("cash", "bill", -5)
    assert ledger.rows() == [["cash", "bill", -5], ["credits", "1", 5]]
    meters.both(3, "wagered", 4)
    assert meters.since({}) == {0: {"wagered": 4}, 3: {"wagered": 4}}
