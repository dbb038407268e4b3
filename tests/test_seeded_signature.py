"""A signature with a seed from outside: whoever has the same files works out the same, and nobody else does."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from config.files.reading import BadFile
from controller.commands import main
from controller.seeded_signature import MEANS, Crc16, check_seed, signature

Out = pytest.CaptureFixture[str]


def bit_by_bit(seed: int, data: bytes) -> int:
    """The same CRC as it is written down: reversed polynomial of 0x1021, from the lowest bit on."""
    for byte in data:
        seed ^= byte
        for _ in range(8):
            seed = seed >> 1 ^ (0x8408 if seed & 1 else 0)
    return seed


@pytest.mark.parametrize("seed", [0, 1, 0x1234, 0xFEDC, 0xFFFF])
def test_the_crc_begins_with_the_seed_and_goes_on_chunk_by_chunk(seed: int) -> None:
    crc = Crc16(seed.to_bytes(2, "big"))
    for part in (b"123", b"", b"456789"):
        crc.update(part)
    assert crc.hexdigest() == f"{bit_by_bit(seed, b'123456789'):04x}"


def test_with_the_seed_of_all_others_it_is_the_check_value_of_kermit() -> None:
    crc = Crc16(bytes(2))
    crc.update(b"123456789")
    assert crc.hexdigest() == "2189"


def test_it_goes_over_names_and_bytes_in_the_order_of_the_names(installed: dict[str, Path]) -> None:
    read = b"library/c.pyc\0three" + b"program/a.py\0one" + b"program/deep/b.py\0two"
    assert signature("crc16", b"\x12\x34", installed) == f"{bit_by_bit(0x1234, read):04x}"
    assert signature("hmac-sha1", b"GLI", installed) == hmac.new(b"GLI", read, hashlib.sha1).hexdigest()
    assert signature("hmac-sha256", b"GLI", installed) == hmac.new(b"GLI", read, hashlib.sha256).hexdigest()


@pytest.mark.parametrize("means", MEANS)
def test_a_file_that_was_changed_added_moved_or_taken_away_makes_another(
    installed: dict[str, Path], means: str
) -> None:
    def now(seed: bytes = b"\x12\x34") -> str:
        return signature(means, seed, installed)

    first = now()
    assert first == now() != now(b"\x43\x21")
    found = [first]
    (installed["program"] / "a.py").write_text("One")
    found.append(now())
    (installed["program"] / "a.py").rename(installed["program"] / "z.py")
    found.append(now())
    (installed["program"] / "more.py").write_text("")
    found.append(now())
    (installed["library"] / "c.pyc").unlink()
    found.append(now())
    assert len(set(found)) == len(found)


def test_a_file_that_cannot_be_read_makes_none(installed: dict[str, Path]) -> None:
    (installed["program"] / "gone.py").symlink_to("nowhere")
    with pytest.raises(BadFile, match="cannot be read"):
        signature("crc16", bytes(2), installed)


@pytest.mark.parametrize(
    "means, seed", [("crc16", b"\x01"), ("crc16", bytes(3)), ("hmac-sha1", b""), ("hmac-sha1", bytes(65))]
)
def test_a_seed_of_another_length_is_refused(means: str, seed: bytes) -> None:
    with pytest.raises(BadFile, match="seed"):
        check_seed(means, seed)


def test_the_command_prints_it(installed: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setattr("controller.commands.machine.manifest.roots", lambda *_, **_more: installed)
    due = signature("crc16", b"\x12\x34", installed)
    assert main(["manifest", "signature", "--seed", "1234"]) == 0
    assert capsys.readouterr().out.strip().endswith(f"crc16 with the seed 1234: {due}")
    assert main(["manifest", "signature", "--seed", "1234", "--by", "hmac-sha1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signature"] == signature("hmac-sha1", b"\x12\x34", installed)
    for wrong in ("12", "xyz1"):
        assert main(["manifest", "signature", "--seed", wrong]) == 2
        assert "seed" in capsys.readouterr().err
