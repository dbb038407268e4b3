"""Logging: one JSON object a line in production, words in colour on a terminal.

Every process calls `set_up_logging` once, first thing. What is logged goes to standard error, so that standard
output stays the program's answer.
"""

import logging
import sys
from typing import Literal, TextIO

import structlog

Style = Literal["auto", "json", "people"]


def set_up_logging(process: str, style: Style = "auto", level: int = logging.INFO, to: TextIO | None = None) -> None:
    """Bind the name of this process to every line; `auto` writes JSON unless a person is watching."""
    stream = to or sys.stderr
    for_people = style == "people" or (style == "auto" and stream.isatty())
    renderer: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(colors=stream.isatty())
        if for_people
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(process=process)
