"""Logging: one JSON object a line in production, readable on a terminal."""

import io
import json
from collections.abc import Iterator

import pytest
import structlog

from config.process.logs import set_up_logging


class Terminal(io.StringIO):
    """A stream that a person watches."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def test_production_writes_one_json_object_a_line_with_process_level_and_time() -> None:
    stream = io.StringIO()
    set_up_logging("controller", to=stream)
    structlog.get_logger().info("bets closed", round=7)
    structlog.get_logger().warning("door open", door="dome")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["event"], first["round"], first["process"], first["level"]) == (
        "bets closed",
        7,
        "controller",
        "info",
    )
    assert first["timestamp"].endswith("Z")
    assert second["level"] == "warning"


def test_a_traceback_stays_inside_its_line() -> None:
    stream = io.StringIO()
    set_up_logging("controller", to=stream)
    try:
        raise ValueError("lid")
    except ValueError:
        structlog.get_logger().exception("failed")
    (line,) = stream.getvalue().splitlines()
    assert "ValueError: lid" in json.loads(line)["exception"]


def test_a_person_at_a_terminal_gets_words_in_colour() -> None:
    stream = Terminal()
    set_up_logging("controller", to=stream)
    structlog.get_logger().info("bets closed", round=7)
    assert "bets closed" in stream.getvalue()
    assert "\x1b[" in stream.getvalue()
    assert not stream.getvalue().startswith("{")


def test_people_can_be_asked_for_without_a_terminal_and_then_there_is_no_colour() -> None:
    stream = io.StringIO()
    set_up_logging("dice", style="people", to=stream)
    structlog.get_logger().info("at rest")
    assert "at rest" in stream.getvalue()
    assert "\x1b[" not in stream.getvalue()


def test_what_is_below_the_level_is_not_written() -> None:
    stream = io.StringIO()
    set_up_logging("controller", to=stream)
    structlog.get_logger().debug("tick")
    assert stream.getvalue() == ""
