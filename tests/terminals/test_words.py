"""The catalogues: no screen says a text that is missing in a language."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

import controller
import terminals
from config.text.languages import languages
from controller.books import all_names, find_book
from controller.facts.cabinet_kinds import TestEnd
from controller.facts.care_kinds import SessionBecame
from controller.facts.english import BROKEN_OFF
from controller.facts.kinds import Because, Decision, FaultName, SeatChange
from controller.facts.staff_kinds import PersonChange
from controller.facts.table import FACTS
from controller.games.craps.offer import OFFERED_KINDS
from controller.games.craps.rules.refusal import CODES as GAME_CODES
from controller.protocol.devices.bills import AcceptorFault
from controller.protocol.devices.dice import Outcome, Refusal, TestFailure, UnitState, UnitStatus
from controller.protocol.devices.panel import Light, PanelHealth
from controller.protocol.devices.printer import PaperState, PrinterFault
from controller.protocol.devices.unit import LinkHealth
from controller.protocol.devices.wheel import WheelState
from controller.protocol.stations.session import OperatorRole
from controller.protocol.stations.views import TableSeen
from controller.protocol.terminals.cash import TicketNow
from controller.protocol.terminals.commands import Lay, PlayerCommand
from controller.server.loop.troubles import Trouble
from controller.server.staff.settings.shown import BOOK, OF_THE_TABLE
from controller.table.events import FromSeat
from controller.table.holds.acts import RESUMES
from controller.table.holds.reasons import KEYS, REMEDY
from controller.table.paper.authorities import VERDICTS
from controller.table.paper.letting_in import NoTicket, NotNow, NotThis, NotYet
from controller.table.phases import Phase
from controller.table.refusals import CODES as TABLE_CODES
from controller.table.staff.operating import ACTS
from controller.table.staff.people import NOTED_ALWAYS, NOTED_OF_A_PERSON
from controller.table.staff.said import ActRecord
from controller.vault.books.event_log import JOURNAL_ACTS, KINDS
from controller.vault.faults import FAULTS
from controller.vault.prove.report import NOT_PROVED, PROVED
from tests import asked
from tools.fonts.signs import ARROWS, HAN_SIGNS, LATIN, SIGNS, written

ROOT = Path(terminals.__file__).parent
CONTROLLER = Path(controller.__file__).parent
LANGUAGES = languages()
MENU = ROOT / "menu" / "page"
OVER = (
    "signed_out",
    "idle",
    "key_turned_back",
    "panel_dead",
    "panel_back",
    "elsewhere",
    "role_changed",
    "removed",
    "pin_changed",
    "stolen",
    "station_lost",
    "too_long",
    "line",
    "page_lost",
    "other",
)
"""Why a session ends, as docs/wire.md and the page itself name it."""
AT_THE_DOOR = (
    "wrong_pin",
    "locked_out",
    "key_needed",
    "console_only",
    "supervisor_only",
    "weak_pin",
    "busy",
    "no_session",
    "stolen_session",
    "forged",
    "key_turned_back",
    "idle",
    "pin_change_first",
    "operator_key",
    "preview_first",
    "preview_stale",
    "no_version_before",
    "bad_field",
    "bad_words",
)
"""What the controller says to a station besides the table's own codes; docs/errors.md has them."""
NOT_A_PERSONS = {"bad_count", "ok", "no_draw_wanted", "wrong_roll_id", "bad_draw", "no_such_door", "no_such_key"}
LINES = {
    text.format(change=change, act=act, became=became).replace(" ", "_")
    for text in (row.recalled for row in FACTS.values())
    for change in get_args(SeatChange)
    for became in get_args(SessionBecame)
    for act in ("power_off", "restart", "rollback")
}
"""What a line of recall or of the event log can be, beside the commands that were taken."""
NAMED_PARTS = {
    "person": get_args(PersonChange),
    "dice_fault": (*get_args(FaultName), "none"),
    "verdict": {*get_args(Refusal), "stale"} - {"stale_roll_id"},
    "dice_test": (*get_args(TestFailure), "none"),
    "came": get_args(TestEnd),
    "cause": BROKEN_OFF,
    "because": get_args(Because),
    "key_switch": KEYS,
    "entry": (*NOTED_ALWAYS, *NOTED_OF_A_PERSON, "turned_away", "refused"),
}
"""Parts of a fact whose values have words of their own."""
ANSWERED = re.compile(r'NotTaken\(code="(\w+)"')
SPOKEN = re.compile(r"""\bt\(\s*["']([a-z_.]+)["']""")
WRITTEN = re.compile(r'data-t(?:-label)?="([a-z_.]+)"')
OVER_THE_DOME = 45
"""Letters that the display's top line has room for on a screen that stands upright."""


def words(language: str) -> dict[str, str]:
    """What every screen can say."""
    found: dict[str, str] = json.loads((ROOT / "common" / "page" / "words" / f"{language}.json").read_text())
    return found


def menu_words(language: str) -> dict[str, str]:
    """What the service menu says besides."""
    found: dict[str, str] = json.loads((MENU / "menu-words" / f"{language}.json").read_text())
    return found


def keys_said(menu: bool) -> set[str]:
    said: set[str] = set()
    for path in (path for path in ROOT.rglob("*") if path.suffix in (".js", ".html")):
        if path.is_relative_to(MENU) == menu:
            said |= set((WRITTEN if path.suffix == ".html" else SPOKEN).findall(path.read_text()))
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_a_page_says_is_in_the_catalogue(language: str) -> None:
    assert keys_said(menu=False) - words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_service_menu_says_is_in_a_catalogue(language: str) -> None:
    here = words(language) | menu_words(language)
    assert keys_said(menu=True) - here.keys() == set()
    assert words(language).keys() & menu_words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_role_phase_and_hold_has_its_words_in_the_menu(language: str) -> None:
    entries = (MENU / "frame/menu.js").read_text()
    wanted = {f"op.page.{name}" for name in re.findall(r'name: "(\w+)"', entries)}
    wanted |= {f"op.group.{name}" for name in re.findall(r'group: "(\w+)"', entries)}
    wanted |= {f"op.role.{role}" for role in get_args(OperatorRole)} | {f"op.phase.{phase.value}" for phase in Phase}
    wanted |= {f"op.remedy.{reason}" for reason in REMEDY if reason not in RESUMES}
    wanted |= {f"op.shooter.{code}" for code in get_args(TableSeen.model_fields["shooter_code"].annotation)}
    wanted |= {f"op.move.{state}" for state in ("asked", "done", "undone", "reversed")}
    wanted |= {f"op.light.{light}" for light in get_args(Light)}
    wanted |= {f"op.over.{code}" for code in OVER} | {f"op.door.{code}.says" for code in ("key_needed", "console_only")}
    assert wanted - menu_words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_notes_and_tickets_has_its_words_for_player_and_staff(language: str) -> None:
    here, menu = words(language), menu_words(language)
    spoken = {*get_args(NotNow), *get_args(NotYet)}
    refused = VERDICTS["lock"] - {"granted"}
    stages = get_args(TicketNow.model_fields["stage"].annotation)
    wanted = {f"cash.why.{why}" for why in spoken}
    of_a_paper = {why for kinds in (NotNow, NoTicket, NotThis) for why in get_args(kinds)}
    wanted |= {f"back.{why}" for why in of_a_paper | refused | {"number", "no_answer", "other"}}
    assert wanted | {f"ticket.{stage}.why" for stage in stages} <= here.keys()
    faults = {*get_args(AcceptorFault), *get_args(PrinterFault)}
    told = {f"op.notes.fault.{fault}" for fault in faults} | {
        f"op.notes.paper.{paper}" for paper in get_args(PaperState)
    }
    assert told | {f"op.notes.why.{why}" for why in spoken} <= menu.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_outcome_and_figure_of_the_hardware_has_its_words_in_the_menu(language: str) -> None:
    page = (MENU / "pages" / "records" / "log.js").read_text()
    assert set(re.findall(r'"(\w+)"', page.split("KINDS = [")[1].split("]")[0])) == KINDS.keys()
    wanted = {f"op.log.{kind}" for kind in KINDS} | {f"op.outcome.{name}" for name in get_args(Outcome) if name != "ok"}
    told = {name for model in (UnitStatus, LinkHealth, PanelHealth) for name in model.model_fields}
    states = {*get_args(UnitState), *get_args(WheelState), "unknown"}
    assert {f"op.unit_state.{state}" for state in states} <= menu_words(language).keys()
    told |= {"model", "serial", "firmware"}
    wanted |= {f"op.unit.{name}" for name in told - {"kind", "v", "unit", "board", "present"}}
    assert wanted - menu_words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_what_recall_tells_has_its_words_in_the_menu(language: str) -> None:
    rows, models = {*asked.KINDS, *get_args(Decision), ActRecord, FromSeat}, {*get_args(PlayerCommand), Lay}
    parts = {name for row in rows - models for name in row._fields} - {"asked"}
    parts |= {name for model in models for name in model.model_fields}
    answers = {"standing", "receipt", "rules", "over", "asked", "test", "won", "refusals"}
    of_a_round = {"come_out", "point", "roll_count", "seven_out", "shooter", "faces"}
    wanted = {f"op.part.{name}" for name in (parts | answers | of_a_round) - {"account", "client", "shown"}}
    kinds = (
        {kind.__name__ for kind in asked.KINDS}
        | {"Wager", "dice_report", "device_report", "not_recorded"}
        | JOURNAL_ACTS.keys()
    )
    wanted |= {f"op.happened.{kind}" for kind in kinds | LINES - {"", "accepted"}}
    wanted |= {f"op.{part}.{name}" for part, names in NAMED_PARTS.items() for name in names}
    wanted |= {f"op.code.{code}" for code in FAULTS if code.startswith("head_")}
    wanted |= {f"op.act.{act}" for act in ACTS} | {
        f"op.how.{how}" for how in ("settled", "void", "closed_out", "withdrawn")
    }
    wanted |= {f"op.outcome.{name}" for name in get_args(Outcome)}
    here = words(language) | menu_words(language)
    wanted |= {f"op.code.{code}" for code in GAME_CODES if "{" in here[f"refused.{code}"]}
    wanted |= {f"op.code.{code}" for code in NOT_A_PERSONS - {"ok"}}
    assert wanted - menu_words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_proof_has_its_name_and_its_words_with_the_same_fields(language: str) -> None:
    here, lines = menu_words(language), PROVED | NOT_PROVED
    assert [word for word in lines if f"op.proof.{word}" not in here] == []
    fields = {word: set(re.findall(r"{(\w+)", english)) for word, (_, english) in lines.items()}
    assert {word: set(re.findall(r"{(\w+)", here[f"op.proof.{word}.says"])) for word in lines} == fields


def test_every_sign_that_is_written_was_cut_into_a_face_of_ours() -> None:
    ours = {*LATIN, *SIGNS, *ARROWS, *HAN_SIGNS.read_text(encoding="utf-8")}
    assert sorted(written() - ours) == [], "run `python -m tools.fonts`"


def test_every_reason_for_which_the_table_gives_stakes_back_has_its_words() -> None:
    written = "\n".join(path.read_text() for path in (ROOT.parent / "controller" / "table").rglob("*.py"))
    fixed = {f"op.fixed.{why.replace(' ', '_')}" for why in re.findall(r'returned\(.*, "([a-z ]+)"\)', written)}
    assert len(fixed) > 2
    assert fixed - menu_words("en").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bet_phase_hold_and_refusal_of_the_game_has_its_words(language: str) -> None:
    wanted = {f"bet.{kind}" for kind in OFFERED_KINDS} | {f"help.{kind}" for kind in OFFERED_KINDS}
    wanted |= {f"phase.{phase.value}" for phase in Phase} | {f"hold.{reason}" for reason in REMEDY}
    wanted |= {f"refused.{code}" for code in GAME_CODES}
    wanted |= {f"ended.{how}" for how in ("settled", "void", "closed_out", "withdrawn")}
    wanted |= {"notice.void", "notice.closed_out", "button.no_repeat", "button.no_clear"}
    assert wanted - words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_is_said_in_one_line_of_a_display_that_stands_upright(language: str) -> None:
    said = {key: text for key, text in words(language).items() if key.startswith("phase.")}
    of_a_seat = {key for key in said if "no_credits" in key or key.endswith(".you")}
    assert {key: text for key, text in said.items() if len(text) > OVER_THE_DOME and key not in of_a_seat} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_however_a_round_ends_players_and_staff_read_it_in_words(language: str) -> None:
    written = "".join(path.read_text() for path in (CONTROLLER / "table" / "round").glob("*.py"))
    ends = set(re.findall(r'(?:end_round|_break_off)\(work,[^"\n]*"([a-z ]+)"', written))
    ends |= set(re.findall(r'self\.endings\) or "(\w+)"', (CONTROLLER / "vault" / "books" / "rounds.py").read_text()))
    assert ends == {"settled", "void", "closed out", "withdrawn", "empty"}
    names = {how.replace(" ", "_") for how in ends}
    assert {f"ended.{name}" for name in names} <= words(language).keys()
    assert {f"op.how.{name}" for name in names} <= menu_words(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_act_of_service_and_what_it_asks_for_has_its_words_on_its_page(language: str) -> None:
    """An act without words would be offered by the English sentence of its class."""
    service = {name: row for name, row in ACTS.items() if row.group == "service"}
    own = {"begin_service", "end_service"}  # two buttons that the page has by itself
    wanted = {f"op.service.{name}" for name in service if name not in own}
    wanted |= {f"op.service.{name}.says" for name, row in service.items() if row.needs}
    wanted |= {f"op.field.{need}" for row in service.values() for need in row.needs}
    assert wanted - menu_words(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_that_an_operator_can_meet_has_its_words(language: str) -> None:
    here = words(language).keys() | {key.removeprefix("op.") for key in menu_words(language)}
    assert {code for code in {*TABLE_CODES, *AT_THE_DOOR} - NOT_A_PERSONS if f"refused.{code}" not in here} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("catalogue", [words, menu_words])
def test_every_language_has_the_same_texts_with_the_same_gaps(
    catalogue: Callable[[str], dict[str, str]], language: str
) -> None:
    here, english = catalogue(language), catalogue("en")
    gaps = re.compile(r"\{(\w+)")
    assert here.keys() == english.keys()
    assert [key for key in here if set(gaps.findall(here[key])) != set(gaps.findall(english[key]))] == []


ALWAYS_SEVERAL = {
    "help.parts",
    "help.times",
    "felt.rolls",
    "op.recall.cut",
    "op.notes.last.notes",
    "op.notes.last.tickets",
}
"""Of which there is never one."""
COUNTED = (
    r"\{(?:n|of|many|times|entries|rounds|events|least|most|seats|wagers)\}\+? (?!plays|takes|goes|is\b|as\b)[a-z]+s\b"
)


@pytest.mark.parametrize("catalogue", [words, menu_words])
def test_what_is_counted_stands_in_the_form_of_one_or_of_several(catalogue: Callable[[str], dict[str, str]]) -> None:
    plain = [key for key, text in catalogue("en").items() if re.search(COUNTED, text)]
    assert [key for key in plain if key not in ALWAYS_SEVERAL] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("catalogue", [words, menu_words])
def test_forms_are_of_a_number_that_stands_there_and_chinese_has_none(
    catalogue: Callable[[str], dict[str, str]], language: str
) -> None:
    for key, text in catalogue(language).items():
        for name, one, several in re.findall(r"\{(\w+)\|([^|}]*)\|([^|}]*)\}", text):
            assert (f"{{{name}}}" in text, one != several, language != "zh") == (True, True, True), key
        assert re.sub(r"\{\w+\|[^|}]*\|[^|}]*\}", "", text).count("|") == 0, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_on_the_glass_have_two_rows_of_the_letters_of_each_language(language: str) -> None:
    letters = menu_words(language)["op.keys.letters"].split(" ")
    assert len(letters) == len(set(letters)) == 20
    assert all(len(letter) == 1 and letter.isalpha() for letter in letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_every_trouble_is_explained_and_every_refusal_of_the_records_has_its_words(
    language: str,
) -> None:
    here = words(language).keys() | menu_words(language).keys()
    wanted = {
        f"op.{what}.{row.name}"
        for what in ("setting", "says")
        for row in (*OF_THE_TABLE, *(row for book in map(find_book, all_names()) for row in book.setting_rows()), BOOK)
    }
    troubles = {f"op.trouble.{row.code}" for row in Trouble}
    records = "".join(path.read_text() for path in (CONTROLLER / "records").glob("*.py"))
    answered = set(ANSWERED.findall(records)) - {"no_key", "wrong_seat"}  # neither is ever a station's
    wanted |= {f"op.refused.{code}" for code in answered}
    assert "op.refused.no_script" in wanted
    assert wanted - here == set()
    assert troubles == {key for key in here if key.startswith("op.trouble.") and not key.endswith(".wheel")}
