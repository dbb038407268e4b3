"""Who may import whom under `drivers/`: the house rule, and law 13 for the emulators."""

import ast
from pathlib import Path

DRIVERS = Path(__file__).parents[2] / "drivers"
EMULATORS = DRIVERS.parent / "tools" / "emulators"
OF_THE_CONTROLLER = ("controller.protocol",)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
OF_EMULATORS = (
    "tools.emulators",
    "drivers.common.stopping",
    "drivers.common.tooling",
    "config.files.reading",
    "config.files.secrets",
)


def imports(file: Path) -> set[str]:
    """The modules of ours that a file imports."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return {name for name in names if name.split(".")[0] in {"controller", "drivers", "terminals", "tools", "config"}}


def test_drivers_know_the_wire_and_the_settings_and_nothing_else_of_the_house() -> None:
    for file in DRIVERS.rglob("*.py"):
        for name in imports(file):
            allowed = name.startswith((*OF_THE_CONTROLLER, "drivers", "config"))
            assert allowed, f"{file.relative_to(DRIVERS)} imports {name}"


def test_emulators_share_nothing_with_the_drivers_they_test() -> None:
    emulators = [*EMULATORS.rglob("*.py")]
    assert len(emulators) > 10
    for file in emulators:
        for name in imports(file):
            allowed = name.startswith(OF_EMULATORS)
            assert allowed, f"{file.relative_to(EMULATORS)} imports {name}"


def docstrings(file: Path) -> list[str]:
    """What is written above a file, its classes and its functions."""
    nodes = ast.walk(ast.parse(file.read_text()))
    found = [ast.get_docstring(node, clean=False) for node in nodes if isinstance(node, DOCUMENTED)]
    return [text for text in found if text]


def test_a_docstring_is_a_line_that_says_it_and_the_rest_after_a_blank_one() -> None:
    protocol = DRIVERS.parent / "controller" / "protocol"
    for file in (*DRIVERS.rglob("*.py"), *EMULATORS.rglob("*.py"), *protocol.rglob("*.py")):
        for text in docstrings(file):
            assert text.count("\n") == 0 or text.splitlines()[1].strip() == "", f"{file}: {text}"
