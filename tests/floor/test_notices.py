"""Who has to come is told by mail: by the house's rules, once for each thing, when the mail server is there."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from config.files.reading import BadFile
from config.floor import NoticeRule, Notices
from config.text.languages import floor_languages
from controller.floor.notices import due, post
from controller.floor.notices.due import BETWEEN, Due, Happening, Letter, check_rules, happenings
from controller.floor.notices.letters import written
from controller.floor.notices.post import Post
from controller.floor.process import check
from controller.floor.screen.pages import Pages
from controller.vault.lifecycle.creation import Life
from tests.drivers.machines import eventually
from tests.floor.floors import Floors
from tests.floor.mailbox import mailbox
from tests.ports import free_port

SHIFT, BENCH = "shift@casino.example", "bench@casino.example"
LID = Happening("pit-1", "lid", 0, "technician", 1_790_000_000_000)
SPUN = Happening("pit-3", "lid", 0, "technician", 1_790_000_000_000, "roulette")
CALLS = Happening("pit-2", "calls", 4, "attendant", 1_790_000_005_000)
FORK = Happening("pit-2", "fork", 0, "alarms", 1_790_000_009_000)


def shown(*found: Happening) -> dict[str, Any]:
    """As the page is told."""
    machines: dict[str, list[Any]] = {}
    games = {one.cabinet: one.game for one in found}
    for one in (one for one in found if one.who != "alarms"):
        need = {"who": one.who, "why": one.what, "seat": one.seat, "since": one.since}
        machines.setdefault(one.cabinet, []).append(need)
    alarms = [{"cabinet": one.cabinet, "code": one.what, "at": one.since} for one in found if one.who == "alarms"]
    return {
        "machines": [{"cabinet": name, "game": games[name], "needs": needs} for name, needs in machines.items()],
        "alarms": alarms,
    }


def told(rules: Due, now: float, *found: Happening) -> list[tuple[str, tuple[Happening, ...]]]:
    letters = rules.look(happenings(shown(*found)), now)
    for letter in letters:
        rules.told(letter, now)
    return [(letter.rule.to[0], letter.about) for letter in letters]


def test_a_rule_tells_what_it_is_about_when_it_has_lasted_and_no_more_than_once() -> None:
    rules = Due(
        [NoticeRule(to=[BENCH], about=["technician"], after_seconds=30), NoticeRule(to=[SHIFT], about=["fork"])]
    )
    assert told(rules, 0, LID, CALLS) == []
    assert told(rules, 29, LID, CALLS) == []
    assert told(rules, 30, LID, CALLS) == [(BENCH, (LID,))]
    assert told(rules, 500, LID, FORK) == []
    assert told(rules, 560, LID, FORK) == [(SHIFT, (FORK,))]
    assert told(rules, 600) == [], "it is over"
    assert told(rules, 700, LID) == []
    assert told(rules, 730, LID) == [(BENCH, (LID,))], "and came again"


def test_whatever_happens_a_rule_writes_no_more_than_a_letter_a_minute_and_forgets_nothing() -> None:
    rules = Due([NoticeRule(to=[SHIFT], about=["attendant", "alarms"], after_seconds=0)])
    assert told(rules, 0, CALLS) == [(SHIFT, (CALLS,))]
    assert told(rules, 1, CALLS, FORK) == []
    assert told(rules, BETWEEN, CALLS, FORK) == [(SHIFT, (FORK,))]


def test_a_rule_of_some_machines_says_nothing_of_others() -> None:
    rules = Due([NoticeRule(to=[SHIFT], about=["alarms", "lid", "calls"], cabinets=["pit-2"], after_seconds=0)])
    assert told(rules, 0, LID, CALLS, FORK) == [(SHIFT, (CALLS, FORK))]


def test_a_rule_about_what_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(BadFile, match=r"'lids' is nothing that happens; known are .*lid"):
        check_rules([NoticeRule(to=[SHIFT], about=["alarms", "lids"])])


@pytest.mark.parametrize(
    "language, life, subject, line",
    [
        ("en", "live", "Floor main: pit-1 · The lid over the dice is open and 1 more", "pit-2 · Seat 4 · Attendant"),
        ("es", "demo", "[DEMO] Sala main: pit-1", "pit-2"),
        ("fr", "demo", "[DÉMO] Salle main\u202f: pit-1", "pit-2 · Poste 4 · Préposé"),
        ("zh", "demo", "[演示] 楼面 main：pit-1", "pit-2"),
    ],
)
def test_a_letter_says_where_what_who_and_since_when_in_the_language_of_the_house(
    language: Any, life: str, subject: str, line: str
) -> None:
    with mailbox() as box:
        rule = NoticeRule(to=[SHIFT, BENCH], about=["technician", "calls"], after_seconds=0)
        notices = Notices(smtp=box.address, sender="floor@casino.example", language=language, rules=[rule])

        async def now() -> dict[str, Any]:
            return shown(LID, CALLS)

        asyncio.run(Post(notices, "main", life, now).turn())
    (letter,) = box.letters
    assert letter["Subject"].startswith(subject)
    assert (letter["From"], letter["To"]) == ("floor@casino.example", f"{SHIFT}, {BENCH}")
    text = letter.get_content()
    assert line in text
    assert "2026-09-21 14:13:20 UTC" in text


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", "The cover over the wheel is open · since"),
        ("es", "La tapa de la ruleta está abierta · desde"),
        ("fr", "Le couvercle de la roulette est ouvert · depuis"),
        ("zh", "轮盘罩已打开 · 自"),
    ],
)
def test_a_letter_about_a_wheel_speaks_of_the_wheel(language: Any, said: str) -> None:
    rule = NoticeRule(to=[BENCH], about=["lid"], after_seconds=0)
    notices = Notices(smtp="smtp://127.0.0.1:25", sender="floor@casino.example", language=language, rules=[rule])
    assert said in written(Letter(rule, (SPUN,)), notices, "main", "live").get_content()


def test_letters_are_written_in_a_language_that_the_floor_has_a_catalogue_of() -> None:
    for code in floor_languages():
        assert Notices(smtp="smtp://127.0.0.1:25", sender="floor@casino.example", language=code).language == code
    with pytest.raises(ValueError, match=f"there is {', '.join(floor_languages())}"):
        Notices(smtp="smtp://127.0.0.1:25", sender="floor@casino.example", language="xx")


def test_a_letter_waits_for_a_mail_server_that_is_away_or_does_not_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "PATIENCE", 60.0)
    port = free_port()
    rule = NoticeRule(to=[SHIFT, BENCH], about=["lid"], after_seconds=0)
    notices = Notices(smtp=f"smtp://127.0.0.1:{port}", sender="floor@casino.example", rules=[rule])

    async def now() -> dict[str, Any]:
        return shown(LID)

    sending = Post(notices, "main", "live", now)
    assert asyncio.run(sending.turn()) == post.FIRST_PAUSE
    assert sending.unsent == 1
    with mailbox(port) as box:
        box.unknown.add(BENCH)
        assert asyncio.run(sending.turn()) == 2 * post.FIRST_PAUSE
        assert sending.unsent == 1, "not everybody got it"
        box.unknown.clear()
        asyncio.run(sending.turn())
        assert sending.unsent == 0
        before = len(box.letters)
        asyncio.run(sending.turn())
        assert len(box.letters) == before, "once"


def test_a_floor_tells_by_mail_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = Floors(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', Life.DEMO)
    try:
        assert house.says("notices") != 0, "no rules yet"
        with mailbox() as box:
            with house.config.open("a") as file:
                file.write(f'[notices]\nsmtp = "{box.address}"\nsender = "floor@casino.example"\n')
                file.write(f'[[notices.rules]]\nto = ["{SHIFT}"]\nabout = ["alarms"]\nafter_seconds = 0\n')
            capsys.readouterr()
            assert house.says("notices") == 0
            assert capsys.readouterr().out == f"sent to {SHIFT}\n"
            assert "a trial" in box.letters[0]["Subject"]
            cabinet = house.cabinet("pit-1")
            house.says("revoke", "pit-1")
            house.start_floor()
            house.start_uplink(cabinet)
            eventually(lambda: len(box.letters) == 2, "the letter has come")
            assert box.letters[1]["Subject"] == "[DEMO] Floor house: pit-1 · its key is not known here, or was revoked"
    finally:
        house.end()


def test_a_floor_does_not_start_with_a_rule_about_what_there_is_not(tmp_path: Path) -> None:
    house = Floors(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"')
    with house.config.open("a") as file:
        file.write('[notices]\nsmtp = "smtp://127.0.0.1:1"\nsender = "floor@casino.example"\n')
        file.write(f'[[notices.rules]]\nto = ["{SHIFT}"]\nabout = ["lids"]\n')
    assert house.says() != 0
    assert due.ALARMS in due.GROUPS


def test_of_two_rules_that_say_the_same_each_writes_its_own_letter_once() -> None:
    rule = NoticeRule(to=[SHIFT], about=["alarms"], after_seconds=0)
    rules = Due([rule, rule])
    assert len(told(rules, 0, FORK)) == 2
    assert told(rules, 5, FORK) == [], "every five seconds"
    assert told(rules, BETWEEN, FORK) == []


def test_an_address_that_takes_no_mail_keeps_nobody_else_from_theirs() -> None:
    rules = [NoticeRule(to=[to], about=["lid"], after_seconds=0) for to in (BENCH, SHIFT)]

    async def now() -> dict[str, Any]:
        return shown(LID)

    with mailbox() as box:
        sending = Post(Notices(smtp=box.address, sender="floor@casino.example", rules=rules), "main", "live", now)
        box.unknown.add(BENCH)
        assert asyncio.run(sending.turn()) == post.FIRST_PAUSE
        assert [letter["To"] for letter in box.letters] == [SHIFT]
        assert sending.unsent == 1


def test_a_floor_ends_with_what_it_does_beside_and_is_started_again() -> None:
    class NoPages:
        tasks: tuple[asyncio.Task[None], ...] = ()

    async def fails() -> None:
        raise KeyError("what nobody expected")

    async def looks() -> None:
        lasts, failing = asyncio.create_task(asyncio.sleep(60)), asyncio.create_task(fails())
        check([lasts], cast("Pages", NoPages()))
        await asyncio.wait([failing])
        with pytest.raises(KeyError, match="nobody expected"):
            check([lasts, failing], cast("Pages", NoPages()))
        lasts.cancel()

    asyncio.run(looks())
