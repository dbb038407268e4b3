"""Roulette behind the interface of games: settings, what screens are told, data that make it again, random play."""

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest

from config.cabinet import TableStart
from config.files.reading import BadFile
from controller.books import find_book, load_rules
from controller.games.craps.rules.odds import rate_text
from controller.games.interface import Returned, Settled
from controller.games.roulette.at_the_table import COURSE, RouletteAtTheTable
from controller.games.roulette.history import Numbers, numbers_of
from controller.games.roulette.offer import offer
from controller.games.roulette.par import par_sheet
from controller.games.roulette.places import HEIGHT, PLACES, PLAN, WIDTH
from controller.games.roulette.play.felt import lay_felt
from controller.games.roulette.racetrack import MOST_NEIGHBOURS, neighbours
from controller.games.roulette.rules.rulebook import RuleBook
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS, ROTOR, colour
from controller.games.roulette.scripts.scenario import play
from controller.games.roulette.scripts.script import as_script
from controller.games.roulette.views import outcome_view, table_view
from controller.server.loop.journal import first_table
from controller.server.staff.settings.shown import settings_seen, with_book
from controller.table.phases import Phase
from controller.table.staff.settings import TableSettings
from tests.games.roulette.evening import BOOK, AnEvening, an_evening
from tests.games.roulette.tables import book
from tests.table.evening import an_evening as of_craps

Json = dict[str, Any]
PAYS = book().model_dump(mode="json")["pays"]


# ---- settings ----


def test_a_setting_of_the_game_stands_in_the_place_of_that_of_the_table() -> None:
    assert set(COURSE.not_of_table) <= set(TableSettings.model_fields)
    evening = an_evening().operator("settings", change={"bet_time": 40, "spin_before": 12, "result_time": 9})
    assert (evening.code, evening.bet(1, "red", 100).wishes.due_in) == ("ok", 28_000)
    assert evening.table.settings.bet_time == TableSettings().bet_time


@pytest.mark.parametrize("name", ["shoot_time", "withdraw_time", "max_no_rolls", "limits", "nonsense"])
def test_a_setting_that_is_none_here_is_refused_by_name(name: str) -> None:
    evening = an_evening().operator("settings", change={name: 5})
    assert (evening.code, name in evening.answer.reason) == ("bad_setting", True)


def test_the_wheel_is_asked_within_the_time_for_bets() -> None:
    evening = an_evening().operator("settings", change={"bet_time": 8})
    assert evening.code == "bad_setting"
    assert "spin_before: must be at most bet_time less one, which is 7" in evening.answer.reason


def test_settings_that_change_send_every_wager_back_and_those_that_are_in_force_none() -> None:
    evening = an_evening().bet(1, "red", 500).operator("settings", change={"outside": {"min": 100}})
    assert (evening.just_told(Returned), evening.layout(1)) == ([], {"red": 500})
    evening.operator("settings", change={"outside": {"min": 500}})
    assert evening.just_told(Returned) == [Returned(1, "red", 500, "settings changed")]


def test_a_roulette_table_never_becomes_one_of_craps_nor_the_other_way_round() -> None:
    craps = find_book("electronic").model_dump(mode="json", exclude_defaults=True) | {"game": "craps"}
    refused = an_evening().operator("settings", change={"book": craps})
    assert (refused.code, "plays roulette for good" in refused.answer.reason) == ("bad_setting", True)
    refused_there = of_craps().operator("settings", change={"book": book().model_dump(mode="json")})
    assert (refused_there.code, "plays craps for good" in refused_there.answer.reason) == ("bad_setting", True)
    assert "of roulette there is mbs_roulette_v3, not 'electronic'" in str(
        with_book({"rulebook": "electronic"}, "roulette")
    )


def test_the_menu_shows_its_settings_and_none_that_it_has_not() -> None:
    shown = {row.name: row for row in settings_seen(an_evening().table).settings}
    assert (shown["spin_before"].value, shown["spin_before"].minimum, shown["spin_before"].maximum) == (8, 0, 12)
    assert (shown["bet_time"].value, shown["inside.max"].value, shown["rulebook"].choices) == (25, 50_000, (BOOK,))
    assert not {"shoot_time", "withdraw_time", "max_no_rolls", "limits.max"} & shown.keys()
    assert "result_time" in shown


def test_a_journal_is_born_for_it_with_its_own_settings_and_not_with_those_of_another_game() -> None:
    start = TableStart(seats=2, rulebook=BOOK, game={"bet_time": 12}, settings={"result_time": 4})
    assert first_table(start).game.settings()["bet_time"] == 12
    with pytest.raises(BadFile, match="a table of roulette has none"):
        first_table(TableStart(seats=2, rulebook=BOOK, settings={"bet_time": 12}))


def test_other_pays_are_played_by_once_what_they_return_is_known() -> None:
    pays = book().model_dump(mode="json") | {"pays": {**book().pays.model_dump(mode="json"), "red": "2:1"}}
    game = RouletteAtTheTable.opened(book(), (1,))
    wanted = game.returns_wanted({"book": pays})
    assert wanted is not None
    row, _ = load_rules(BOOK)
    assert game.change_settings({"book": pays}, None).refused == (
        "returns_unknown",
        "what the bets would return by these rules has not been worked out",
    )
    found = row.worked_out(row.book.model_validate(wanted))
    refused = game.change_settings({"book": pays}, found).refused
    assert refused is not None
    assert refused[0] == "over_the_cap"
    assert game.returns_wanted({"inside": {"max": 1000}}) is None


# ---- what is told ----


def test_every_spot_has_a_place_of_its_own_within_the_plan() -> None:
    places = PLAN["spots"]
    assert places.keys() == SPOTS.keys()
    assert len({tuple(of["at"]) for of in places.values()}) == 157
    assert all(0 <= of["at"][0] <= WIDTH and 0 <= of["at"][1] <= HEIGHT for of in places.values())
    assert places["split:1-4"]["at"] == [11, 15]
    assert places["corner:0-1-2-3"]["at"] == [5, 18]


def test_no_two_touches_on_lines_overlap() -> None:
    lines = [of["at"] for of in PLAN["spots"].values() if "box" not in of]
    far = PLAN["touch"]
    assert all(abs(x - u) >= far or abs(y - v) >= far for (x, y), (u, v) in combinations(lines, 2))


def test_a_field_has_the_colour_of_its_numbers_where_they_have_one() -> None:
    coloured = {name: of["colour"] for name, of in PLAN["spots"].items() if "colour" in of}
    straights = {f"straight:{number}": colour(number) for number in NUMBERS}
    assert coloured == straights | {"red": "red", "black": "black"}


def test_a_chip_on_a_line_lies_between_all_of_its_numbers() -> None:
    """The spot touches each number's box, and the middle of no other."""
    for name, spot in SPOTS.items():
        if spot.kind not in ("split", "corner"):
            continue
        x, y = PLAN["spots"][name]["at"]
        boxes = {number: PLAN["spots"][f"straight:{number}"]["box"] for number in range(37)}
        touched = {
            n for n, (left, top, wide, high) in boxes.items() if left <= x <= left + wide and top <= y <= top + high
        }
        assert touched >= spot.numbers or name == "corner:0-1-2-3"
        assert touched <= spot.numbers | {0}


def test_boxes_do_not_overlap_and_fill_the_plan_but_for_its_lower_corners() -> None:
    boxes = [of["box"] for of in PLAN["spots"].values() if "box" in of]
    cells = [(x + i, y + j) for x, y, wide, high in boxes for i in range(wide) for j in range(high)]
    assert len(cells) == len(set(cells)) == WIDTH * HEIGHT - (5 + 4) * 10


def test_the_plain_felt_has_every_spot_once() -> None:
    placed = [name for block in ("bars", "props") for row in PLACES[block] for name in row["spots"]]
    assert sorted(placed) == sorted(SPOTS)


def test_the_offer_is_plain_data_with_limits_and_pays_of_all_spots() -> None:
    told = json.loads(json.dumps(offer(lay_felt(book()))))
    assert len(told["spots"]) == 157
    assert told["spots"]["split:1-2"] == {
        "kind": "split", "min": 100, "max": 50_000, "unit": 100, "opens": "always", "pays": {"": "17:1"},
        "numbers": [1, 2], "edge": "1/37",
    }  # fmt: skip
    assert (told["wheel"]["rotor"][:2], told["wheel"]["rpm"]) == ([[0, "green"], [32, "red"]], -18)


def test_the_edge_that_players_are_told_is_that_of_the_par_sheet() -> None:
    house = RuleBook.model_validate(book().model_dump(mode="json") | {"pays": {**PAYS, "corner": "7:1"}})
    told = offer(lay_felt(house))["spots"]
    assert told["corner:1-2-4-5"]["edge"] == "5/37"
    exact = par_sheet(house, None).bets
    assert {bet: spot["edge"] for bet, spot in told.items()} == {
        bet: rate_text(found.house_edge) for bet, found in exact.items()
    }


def test_the_track_is_told_in_the_order_of_the_rotor_with_its_series() -> None:
    told = offer(lay_felt(book()))["track"]
    assert [SPOTS[spot].numbers for spot in told["spots"]] == [{number} for number in ROTOR]
    assert told["neighbours"] == MOST_NEIGHBOURS
    around = [told["spots"][(step - 2) % len(ROTOR)] for step in range(5)]
    assert set(around) == neighbours(0, 2).keys()
    assert list(told["series"]) == ["jeu_zero", "voisins", "orphelins", "tiers"]


def test_the_last_numbers_and_hot_and_cold_are_told_and_voided_numbers_are_not_among_them() -> None:
    numbers = Numbers()
    for details in ({"number": 17}, {"number": 0}, {}, {"number": 17}):
        numbers.take(details)
    told = table_view(RouletteAtTheTable.opened(book(), (1,)), numbers)["game"]
    assert told["numbers"][:2] == [{"number": 17, "colour": "black"}, {"number": 0, "colour": "green"}]
    assert (told["spins"], told["hot"][0], told["won"]["black"]) == (3, {"number": 17, "times": 2}, 2)
    assert outcome_view({}) == {"faces": None, "game": {"number": None}}
    again = numbers_of(json.loads(json.dumps(numbers.plain())))
    again.new_day()
    assert (again.last, sum(again.times)) == ((17, 0, 17), 0)


def test_history_keeps_twenty() -> None:
    numbers = Numbers()
    for number in [*range(37)]:
        numbers.take({"number": number})
    assert numbers.last == tuple(range(17, 37))


# ---- random play ----


def a_random_bet(random: Random) -> tuple[str, int]:
    name = random.choice([*SPOTS, "straight:37", "split:2-1", "nonsense"])
    return name, random.choice([0, 50, 100, 300, 500, 50_000, 60_000, 600_000])


@pytest.mark.parametrize("seed", range(6))
def test_cabinet_and_scenario_agree_in_every_balance_wager_and_refusal(seed: int) -> None:
    random, seats = Random(seed), {"1": 100_000, "2": 30_000, "3": 5_000}
    evening = an_evening(credits=1)
    for seat, credits in seats.items():
        evening.operator("credit", seat=int(seat), amount=credits - 1)
    steps: list[Json] = []
    rows: list[Json] = []
    for _ in range(25):
        step = _random_step(random)
        evening.told.clear()
        refused = _act(evening, step["actions"])
        _end(evening, step)
        steps.append(step)
        rows.append(
            {
                "refused": refused,
                "settled": [tuple(row[:6]) for row in evening.all_told(Settled)],
                "returned": sorted(tuple(row[:3]) for row in evening.all_told(Returned)),
                "balances": {seat: evening.credits(int(seat)) for seat in seats},
            }
        )
    told = play(as_script({"rulebook": BOOK, "seats": seats, "steps": steps}), lambda _: book())["steps"]
    for row, said in zip(rows, told, strict=True):
        assert row == {
            "refused": [(of["action"], of["code"]) for of in said["refused"]],
            "settled": [tuple(of.values()) for of in said.get("settled", ())],
            "returned": sorted(tuple(of.values()) for of in said["returned"]),
            "balances": said["balances"],
        }


def _random_step(random: Random) -> Json:
    actions = []
    for _ in range(random.randrange(8)):
        bet, amount = a_random_bet(random)
        do = random.choice(["place", "place", "place", "take_down", "turn"])
        action: Json = {"seat": random.randrange(1, 4), "do": do, "bet": bet}
        actions.append(action | ({"to": "on"} if do == "turn" else {"amount": amount}))
    most = {"inside": {"max": random.randrange(1, 9) * 10_000}}
    endings: list[Json] = [*[{"number": random.randrange(37)}] * 3, {"void": True}, {"settings": most}]
    ending = random.choice(endings)
    return {"actions": actions, **ending}


def _act(evening: AnEvening, actions: list[Json]) -> list[tuple[int, str]]:
    refused = []
    for place, action in enumerate(actions):
        match action["do"]:
            case "place":
                evening.bet(action["seat"], action["bet"], action["amount"])
            case "take_down":
                evening.take_down(action["seat"], action["bet"], action["amount"])
            case _:
                evening.call(action["seat"], action["bet"], True)
        if evening.code != "ok":
            refused.append((place, evening.code))
    return refused


def _end(evening: AnEvening, step: Json) -> None:
    """A step ends for a table with nothing on it too; the cabinet does not spin for nobody."""
    if "settings" in step:
        evening.operator("settings", change=step["settings"])
    elif evening.phase is Phase.BETTING and not evening.table.game.any_wagers():
        evening.time_is_up()
    elif evening.phase is Phase.BETTING and "void" in step:
        evening.asked().operator("no_spin", reason="the script says so").ball_gone()
    elif evening.phase is Phase.BETTING:
        evening.round_of(step["number"])
