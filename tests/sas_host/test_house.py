"""The host shares nothing with the machine it tries: law 13."""

from tests.documents.pages import ROOT
from tests.drivers.test_house import docstrings, imports

HOST = ROOT / "tools" / "sas_host"


def test_the_host_knows_nothing_of_this_house_but_itself() -> None:
    files = [*HOST.rglob("*.py")]
    assert len(files) > 10
    for file in files:
        for name in imports(file):
            assert name.startswith("tools.sas_host"), f"{file.relative_to(HOST)} imports {name}"


def test_a_docstring_is_a_line_that_says_it_and_the_rest_after_a_blank_one() -> None:
    for file in HOST.rglob("*.py"):
        for text in docstrings(file):
            assert text.count("\n") == 0 or text.splitlines()[1].strip() == "", f"{file}: {text}"
