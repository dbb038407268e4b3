"""`docs/certify.md`: every command in it answers as it says, every line by hand is what the machine says."""

import ast
import operator
import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.books import load_book
from controller.commands import main
from controller.games.craps.returns import par_sheet
from controller.games.craps.returns.document import par_document
from tests.craps.par.closed_forms import before_seven, fire, hand, replay

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "certify.md").read_text()
LEFT_OUT = "…"


def blocks(kind: str) -> list[str]:
    """The fenced blocks of this kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


# ---- commands ---------------------------------------------------------------------------------------------------


def commands() -> list[tuple[str, list[str]]]:
    """Every command with the lines of its answer."""
    found: list[tuple[str, list[str]]] = []
    for line in "".join(blocks("console")).splitlines():
        if line.startswith("$ boxcars "):
            found.append((line.removeprefix("$ boxcars "), []))
        else:
            found[-1][1].append(line)
    return found


@pytest.mark.parametrize("words, answer", commands())
def test_a_command_answers_as_the_page_says(
    words: str, answer: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(words))
    out, err = capsys.readouterr()
    said = [line.rstrip() for line in (out + err).splitlines() if not line.startswith("───")]
    parts = [re.escape(line) + "\n" if line != LEFT_OUT else "(?:.*\n)*" for line in answer]
    assert re.fullmatch("".join(parts), "\n".join(said) + "\n"), "\n".join(said)


def test_every_command_of_the_list_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for command in re.findall(r"^    boxcars (\w+(?: check)?) ", PAGE, re.MULTILINE):
        with pytest.raises(SystemExit) as stopped:
            main([*command.split(), "--help"])
        assert stopped.value.code == 0
    assert "--hand-length" in capsys.readouterr().out


# ---- by hand ----------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """One line worked out by hand."""

    book: str
    settings: dict[str, str]
    stake: int | None
    bet: str
    figure: str
    forms: list[str]


LINE = re.compile(r"(\w+?)(?:\((\w+)=(\w+)\))?(?:@(\d+))? +(\S+) +(\w+) += (.*)")


def claims() -> list[Claim]:
    """Every line of the blocks by hand."""
    found = []
    for line in "".join(blocks("by-hand")).splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        book, knob, to, stake, bet, figure, forms = match.groups()
        settings = {knob: to} if knob else {}
        found.append(Claim(book, settings, int(stake) if stake else None, bet, figure, forms.split(" = ")))
    return found


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: f"{claim.book} {claim.bet} {claim.figure}")
def test_what_is_worked_out_by_hand_is_what_the_machine_says(claim: Claim) -> None:
    book = load_book(claim.book).with_settings(dict(claim.settings))
    said = par_document(par_sheet(book, claim.stake))["bets"][claim.bet][claim.figure]
    for form in claim.forms:
        if isinstance(said, float):
            assert f"{said:.4f}" == form
        else:
            assert Fraction(said) == value(ast.parse(form, mode="eval").body)


def test_every_family_of_bets_is_worked_out() -> None:
    worked = {claim.bet.partition(":")[0] for claim in claims()}
    spots = {
        bet.partition(":")[0]
        for name in ("american", "electronic", "maryland")
        for bet in par_sheet(load_book(name)).bets
    }
    the_same_again = {"c", "e", "dont_come", "dont_odds", "horn"}
    assert spots - worked <= the_same_again


OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
FUNCTIONS: dict[str, Callable[..., Fraction]] = {
    "hand": hand,
    "points": fire,
    "before_seven": before_seven,
    "replay": replay,
}


def value(form: Any) -> Fraction:
    """A sum as a person writes it, in exact fractions."""
    match form:
        case ast.Constant(value=int(number)):
            return Fraction(number)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](value(left), value(right))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return FUNCTIONS[name](*(int(value(argument)) for argument in arguments))
    raise AssertionError(f"cannot read {ast.dump(form)}")
