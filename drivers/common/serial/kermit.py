"""CRC-16 of Kermit, as ID-003 and SAS seal what they say: seed 0, low byte first."""

import binascii

CRC = 2
"""Bytes."""

_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def crc_of(body: bytes) -> bytes:
    """The standard library's CRC with the bits of every byte turned round."""
    high, low = binascii.crc_hqx(body.translate(_TURNED), 0).to_bytes(CRC, "big").translate(_TURNED)
    return bytes((high, low))
