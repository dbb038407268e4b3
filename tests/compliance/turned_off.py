"""Is a line of the fifty true by its setting? Each is turned off, and one of the tests that its line names has to fail.

    python -m tests.compliance.turned_off            every line that has a setting
    python -m tests.compliance.turned_off tower      this one

A line without a setting is always so. One whose setting this run cannot turn off counts as hollow.
"""

import subprocess
import sys
from collections.abc import Sequence

from controller.compliance.requirements import Requirement, requirements
from controller.table.staff.settings import TableSettings
from tests.compliance.off import OF_THE_CABINET
from tests.documents.pages import ROOT

ALL_PASS, SOME_FAIL = 0, 1


def can_be_turned_off(row: Requirement) -> bool:
    """Whether this run knows how."""
    return row.setting in TableSettings.model_fields or row.setting in OF_THE_CABINET


def fails_without(row: Requirement) -> bool:
    """Whether one of its tests notices that the setting is off."""
    words = (sys.executable, "-m", "pytest", "-n", "0", "-q", "-x", "-p", "tests.compliance.off")
    done = subprocess.run(
        (*words, f"--turned-off={row.setting}", *row.tests), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode not in (ALL_PASS, SOME_FAIL):
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return done.returncode == SOME_FAIL


def main(names: Sequence[str]) -> int:
    """A line each; the exit code is how many hold no water."""
    hollow = 0
    for name, row in requirements().items():
        if (names and name not in names) or row.state != "has" or not row.setting:
            continue
        told = can_be_turned_off(row) and fails_without(row)
        hollow += not told
        print(f"{name}: {'its test fails' if told else 'NO TEST FAILS'} without {row.setting}", flush=True)
    return hollow


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
