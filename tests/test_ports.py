"""What tests listen on is theirs alone."""

import subprocess
import sys

from tests.ports import FIRST, SHARE, free_port, free_ports

ANOTHER = "from tests.ports import free_port; print(free_port(), flush=True); input()"


def test_a_port_is_not_given_again_before_the_share_has_come_round() -> None:
    given = [free_port() for _ in range(SHARE // 2)] + [free_ports(3)]
    assert len(set(given)) == len(given)


def test_another_process_has_another_share() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ANOTHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        ours, theirs = free_port(), int(other.stdout.readline())
        other.communicate("\n")
    assert (ours - FIRST) // SHARE != (theirs - FIRST) // SHARE
