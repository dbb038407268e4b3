"""`python -m tests.bench [NAME…] [--json]`: all benchmarks of this package, or those named."""

import argparse
import json
from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
"""Each module here has `measure() -> list[dict]` and `report(results)`, which prints them for people."""


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="The benchmarks of Boxcars.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all without one")
    parser.add_argument("--json", action="store_true", help="one JSON document, benchmark → results")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(NAMES))
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there is {', '.join(NAMES)}")
    measured = {}
    for name in options.names or NAMES:
        bench = import_module(f"tests.bench.{name}")
        measured[name] = bench.measure()
        if not options.json:
            bench.report(measured[name])
    if options.json:
        print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
