"""Where the papers fall: a folder with a picture of each and a line of text about it. Without one they are gone."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from tools.emulators.printer.paper.drawing import draw
from tools.emulators.printer.paper.ticket import face, grouped
from tools.emulators.printer.wire import HAND_PAY, TEST, TICKET, Job

LIST = "prints.txt"
MOST = 1000
"""Papers that are kept; the oldest make room."""
TEMPLATES = {TICKET: "ticket", HAND_PAY: "hand-pay", TEST: "test"}


class Tray:
    """The folder and its list."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def lay(self, job: Job, texts: Sequence[str], part: float = 1.0) -> None:
        """A paper has come out, or a part of one."""
        if self._folder is None:
            return
        picture = self._new_file(job.number)
        picture.write_text(draw(face(job, texts), part), encoding="utf-8")
        self._note(f"{picture.name} {_line(job, part)}")

    def _new_file(self, number: int) -> Path:
        """A second paper of one job does not cover the first: it is what nobody must ever see."""
        folder = self._folder or Path()
        names = (folder / (f"{number}.svg" if copy == 1 else f"{number}-{copy}.svg") for copy in range(1, MOST + 2))
        return next(name for name in names if not name.exists())

    def _note(self, line: str) -> None:
        folder = self._folder or Path()
        file = folder / LIST
        lines = [*(file.read_text(encoding="utf-8").splitlines() if file.exists() else []), line]
        for old in lines[:-MOST]:
            (folder / old.split()[0]).unlink(missing_ok=True)
        beside = file.with_name(LIST + ".new")
        beside.write_text("\n".join(lines[-MOST:]) + "\n", encoding="utf-8")
        beside.replace(file)


def _line(job: Job, part: float) -> str:
    there = timezone(timedelta(minutes=job.zone))
    fields = {
        "job": job.number,
        "template": TEMPLATES[job.template],
        "part": "whole" if part == 1 else f"{part:.0%}",
        "number": grouped(job.digits),
        "amount": f"{job.amount}e-{job.exponent}",
        "language": job.language,
        "time": datetime.fromtimestamp(job.time, there).isoformat(),
        "days": job.days,
        "sequence": job.sequence,
        "demo": "yes" if job.demo else "no",
    }
    return " ".join(f"{name}={value}" for name, value in fields.items())
