"""The desk of the service menu, without sockets: who may speak, what is asked again, and where a PIN does not stay."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.protocol.message import Message
from controller.protocol.stations import session, views
from controller.protocol.stations import version_1 as wire
from controller.protocol.terminals.answers import Answer, NotTaken
from terminals.common.web import Page
from terminals.menu.desk import MOST_UNDER_WAY, PATIENCE, MenuDesk
from terminals.menu.questions import LOOKED
from terminals.menu.said import Said, read_said

TOKEN = "4be1c0ffee4be1c0ffee4be1c0ffee00"
PIN = "270931"


class Kiosk(Page):
    """A page that remembers what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[dict[str, Any]] = []

    def tell(self, message: Any) -> None:
        self.told.append(dict(message))

    def answer(self, tag: int) -> dict[str, Any]:
        return next(told for told in self.told if told.get("tag") == tag)

    def answered(self, tag: int) -> bool:
        return any(told.get("tag") == tag for told in self.told)

    def session(self) -> dict[str, Any]:
        return [told for told in self.told if told["kind"] == "session"][-1]


class Station:
    """A desk, what it said to the controller, and a clock of ours."""

    def __init__(self) -> None:
        self.said: list[Message] = []
        self.now = 0.0
        self.desk = MenuDesk(lambda _: None, self._say, lambda: self.now)
        self.desk.line(True)

    def _say(self, message: Message) -> bool:
        self.said.append(message)
        return True

    def hears(self, page: Page, **words: Any) -> None:
        found = read_said(words)
        assert not isinstance(found, str), found
        self.desk.hear_page(page, found)  # type: ignore[arg-type]

    def sign_in(self, page: Kiosk, last_id: int = 8) -> None:
        self.hears(page, kind="sign_in", tag=1, name="ann", pin=PIN)
        self.desk.hear(session_now(last_id))

    def all_said(self, kind: type[Message]) -> list[Any]:
        return [message for message in self.said if isinstance(message, kind)]


def session_now(last_id: int = 8, token: str = TOKEN) -> session.SessionNow:
    return session.SessionNow(
        session=token,
        operator="ann",
        role="attendant",
        station="local operator",
        keys=("attendant",),
        without_key=False,
        must_change_pin=False,
        idle_ms=180_000,
        last_id=last_id,
        acts=(),
    )


def test_who_signs_in_is_told_who_he_is_but_never_the_token() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    assert page.answer(1)["ok"]
    assert page.session()["session"]["operator"] == "ann"
    assert TOKEN not in str(page.told)


def test_an_act_carries_session_name_role_and_the_next_number_of_the_person() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page, last_id=41)
    for tag in (2, 3):
        station.hears(page, kind="act", tag=tag, act="credit", seat=3, amount=500)
    acts = station.all_said(wire.ActWanted)
    assert [(act.id, act.session, act.operator, act.role) for act in acts] == [
        (42, TOKEN, "ann", "attendant"),
        (43, TOKEN, "ann", "attendant"),
    ]


def test_another_page_has_no_part_in_the_session() -> None:
    station, page, other = Station(), Kiosk(), Kiosk()
    station.sign_in(page)
    station.hears(other, kind="act", tag=7, act="credit", seat=3, amount=500)
    station.hears(other, kind="look", tag=8, what="seats")
    station.hears(other, kind="sign_in", tag=9, name="eve", pin=PIN)
    station.hears(other, kind="sign_out")
    assert [other.answer(tag)["code"] for tag in (7, 8, 9)] == ["no_session", "no_session", "in_use"]
    assert station.all_said(wire.ActWanted) == station.all_said(session.SignOut) == []


def test_when_the_page_goes_the_person_is_signed_out() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.desk.gone(page)
    assert station.all_said(session.SignOut)[0].session == TOKEN
    assert station.desk.who_at(page) is None


def test_a_session_that_comes_after_its_page_has_gone_is_ended_at_once() -> None:
    station, page = Station(), Kiosk()
    station.hears(page, kind="sign_in", tag=1, name="ann", pin=PIN)
    station.desk.gone(page)
    station.desk.hear(session_now())
    assert station.all_said(session.SignOut)[0].session == TOKEN


def test_an_act_without_an_answer_is_sent_again_under_its_number_until_it_has_one() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.hears(page, kind="act", tag=2, act="hold")
    station.now = 3.0
    station.desk.look_around()
    assert [act.id for act in station.all_said(wire.ActWanted)] == [9, 9]
    station.desk.hear(Answer(id=9, ok=True, code="ok", reason="", details={}))
    station.now = 6.0
    station.desk.look_around()
    assert len(station.all_said(wire.ActWanted)) == 2
    assert page.answer(2)["ok"]


def test_a_question_that_nobody_answers_comes_back_as_that() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.hears(page, kind="look", tag=2, what="seats")
    station.now = PATIENCE + 1
    station.desk.look_around()
    assert page.answer(2)["code"] == "no_answer"


def test_answers_find_the_question_that_was_asked_first() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.hears(page, kind="look", tag=2, what="seats")
    station.hears(page, kind="look", tag=3, what="people")
    station.hears(page, kind="look", tag=4, what="seats", seat=3)
    station.desk.hear(views.LookRefused(what="people", code="role", reason="not for you"))
    station.desk.hear(views.SeatsSeen(seats=(), on_seats=7))
    station.desk.hear(views.SeatsSeen(seats=(), on_seats=8))
    assert page.answer(3)["code"] == "role"
    assert [page.answer(tag)["details"]["on_seats"] for tag in (2, 4)] == [7, 8]


def test_the_end_of_a_session_is_told_with_its_reason_and_nothing_is_asked_under_it_any_more() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.desk.hear(session.SessionEnded(session=TOKEN, code="key_turned_back", reason="the key was turned back"))
    assert page.session() == {
        "kind": "session",
        "session": None,
        "code": "key_turned_back",
        "reason": "the key was turned back",
    }
    station.hears(page, kind="act", tag=5, act="hold")
    assert page.answer(5)["code"] == "no_session"


def test_the_end_of_somebody_elses_session_is_not_ours() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.desk.hear(session.SessionEnded(session="0" * 32, code="idle", reason=""))
    who = station.desk.who_at(page)
    assert who is not None
    assert who.role == "attendant"


def test_a_session_does_not_outlive_the_line_and_what_was_asked_is_told_to_be_unsure() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.hears(page, kind="act", tag=5, act="hold")
    station.desk.line(False)
    assert page.answer(5)["code"] == "no_answer"
    assert page.session()["code"] == "line"


def test_more_questions_than_a_person_can_ask_are_refused() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    for tag in range(2, MOST_UNDER_WAY + 3):
        station.hears(page, kind="look", tag=tag, what="seats")
    assert page.answer(MOST_UNDER_WAY + 2)["code"] == "too_many"
    assert not page.answered(MOST_UNDER_WAY + 1)


def test_a_question_that_was_no_message_comes_back_and_the_others_wait_on() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.hears(page, kind="look", tag=2, what="seats")
    station.hears(page, kind="preview", tag=3, change={"bet_time": "x" * 5000})
    station.desk.hear(NotTaken(code="bad_message", reason="5100 bytes, at most 4096 are a message"))
    assert page.answer(3)["code"] == "bad_message"
    assert not page.answered(2)


def test_a_pin_is_in_nothing_that_the_desk_keeps_or_could_be_logged() -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    assert PIN not in repr(vars(station.desk))
    assert PIN not in str(station.all_said(session.SignIn)[0])
    station.hears(page, kind="act", tag=2, act="change_pin", old_pin=PIN, pin="998877")
    assert PIN not in repr(station.all_said(wire.ActWanted)[0])
    station.desk.hear(Answer(id=9, ok=True, code="ok", reason="", details={}))
    assert station.desk._questions == []


def test_what_no_page_says_is_named_by_its_place_and_never_by_its_value() -> None:
    for said in (
        {"kind": "sign_in", "tag": 1, "name": "ann", "pin": PIN, "more": PIN},
        {"kind": "sign_in", "tag": 1, "name": PIN + "!", "pin": PIN},
        {"kind": "act", "tag": 1, "act": "set_pin", "pin": PIN + "x"},
        {"kind": PIN},
        {"kind": "act", "tag": 0, "act": "hold", "session": TOKEN},
    ):
        found: Said | str = read_said(said)
        assert isinstance(found, str)
        assert PIN not in found


def test_a_touch_is_passed_on_for_who_is_signed_in_and_for_nobody_else() -> None:
    station, page, other = Station(), Kiosk(), Kiosk()
    station.hears(page, kind="touched")
    station.sign_in(page)
    station.hears(other, kind="touched")
    assert station.all_said(session.StillHere) == []
    station.hears(page, kind="touched")
    assert station.all_said(session.StillHere)[0].session == TOKEN


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
KINDS = ("sign_in", "sign_out", "touched", "act", "look", "preview", "status", "past", "set_touch", "cross")
KEYS = (
    "across",
    "as_delivered",
    "tag",
    "name",
    "pin",
    "old_pin",
    "first",
    "act",
    "seat",
    "amount",
    "reference",
    "new_role",
    "change",
    "what",
)
SAYINGS = st.fixed_dictionaries(
    {"kind": st.sampled_from(KINDS) | st.text(max_size=10)},
    optional={key: JSON | st.sampled_from([1, 7, "ann", PIN, "credit", "seats", "attendant"]) for key in KEYS},
)


@given(SAYINGS)
def test_whatever_a_page_says_is_taken_or_named_and_nothing_breaks(said: dict[str, Any]) -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    found = read_said(said)
    if isinstance(found, str):
        assert PIN not in found
        assert len(found) <= 160
    elif said["kind"] not in ("past", "set_touch", "cross"):
        station.desk.hear_page(page, found)  # type: ignore[arg-type]
        station.desk.look_around()


@pytest.mark.parametrize("code", ["id_jump", "stale_id"])
@pytest.mark.parametrize("details, counts_on", [({"last": 40, "most": 1040}, 41), ({}, 10)])
def test_where_the_number_of_an_act_is_not_taken_the_count_goes_on_as_the_controller_says(
    code: str, details: dict[str, Any], counts_on: int
) -> None:
    station, page = Station(), Kiosk()
    station.sign_in(page)
    station.hears(page, kind="act", tag=2, act="hold")
    station.desk.hear(Answer(id=9, ok=False, code=code, reason="as it is", details=details))
    assert page.answer(2)["code"] == code
    station.hears(page, kind="act", tag=3, act="hold")
    assert station.all_said(wire.ActWanted)[-1].id == counts_on


def test_every_look_that_a_page_may_ask_for_has_its_answer() -> None:
    assert set(get_args(views.What)) <= set(LOOKED.values())


def test_a_session_is_never_that_of_another_person_who_asks_meanwhile() -> None:
    station, first, second = Station(), Kiosk(), Kiosk()
    station.hears(first, kind="sign_in", tag=1, name="ann", pin=PIN)
    station.desk.gone(first)  # the page was drawn anew before the PIN was worked out
    station.hears(second, kind="sign_in", tag=1, name="tom", pin="114477")
    station.desk.hear(session_now())
    assert station.desk.who_at(second) is None, "tom would do everything as ann"
    assert not second.answered(1)
    assert station.all_said(session.SignOut) == [session.SignOut(session=TOKEN)]
    station.desk.hear(session_now(token="5" * 32).model_copy(update={"operator": "tom"}))
    assert second.session()["session"]["operator"] == "tom"
