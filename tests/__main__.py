"""`python -m tests [all|SEED]`: types, the tests of the screens and all others, side by side, as they wait as often as
they work. Of tests that cost much a sample runs (`tests/sample.py`), drawn by the commit, or by SEED.

The others are told live; what else there is to say is said when it has ended. Exit code 0: all of it is good.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

PYTEST = ("-m", "pytest")
ROOT = Path(__file__).parent.parent
SCREENS = ("tests/browser", *(str(one.relative_to(ROOT)) for one in sorted(ROOT.glob("tests/**/test_in_a_browser.py"))))
"""In processes of their own: Playwright's loop stays in the process in which it ran."""
LIVE = "all other tests"
JOBS = {
    "strict types": ("-m", "mypy"),
    "tests of the screens": (*PYTEST, "-n", "2", "--dist", "loadfile", *SCREENS),
    LIVE: (*PYTEST, "-n", "4", "--dist", "worksteal", *(f"--ignore={one}" for one in SCREENS)),
}


class Job:
    """One of them under way."""

    def __init__(self, name: str, folder: Path, seed: str) -> None:
        self.name, self._began = name, time.monotonic()
        sample = ["--sample", seed] if seed != "all" and "pytest" in JOBS[name] else []
        self._said = folder / name
        with self._said.open("wb") as said:
            out = None if name == LIVE else said
            self.process = subprocess.Popen([sys.executable, *JOBS[name], *sample], stdout=out, stderr=out)

    def tell(self) -> None:
        """What came of it."""
        verdict = "good" if self.process.returncode == 0 else "NOT GOOD"
        took = time.monotonic() - self._began
        print(f"\n{self._said.read_text(errors='replace')}{self.name}: {verdict}, {took:.0f} s", flush=True)


def main(seed: str) -> int:
    print(f"sample of tests that cost much: {seed} (make test SEED=… draws others, make test-all runs all)", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        jobs = [Job(name, Path(folder), seed) for name in JOBS]
        waiting = list(jobs)
        while waiting:
            time.sleep(0.2)
            for job in [job for job in waiting if job.process.poll() is not None]:
                job.tell()
                waiting.remove(job)
    return max(job.process.returncode != 0 for job in jobs)


def commit() -> str:
    """What is checked out, in short; `0` where no git is."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "0"


if __name__ == "__main__":
    raise SystemExit(main(" ".join(sys.argv[1:]) or commit()))
