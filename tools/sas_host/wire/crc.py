"""The check sum of a message: CRC-16 Kermit, begun with 0, its low byte first."""

REVERSED_POLYNOMIAL = 0x8408
SIZE = 2


def crc(data: bytes) -> int:
    """Bit by bit: a host asks 25 times in a second, so no table is needed. `123456789` is 0x2189."""
    rest = 0
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ REVERSED_POLYNOMIAL if rest & 1 else rest >> 1
    return rest


def sealed(data: bytes) -> bytes:
    """The same with its check sum after it."""
    return data + crc(data).to_bytes(SIZE, "little")


def is_sound(message: bytes) -> bool:
    """Whether the last two bytes are the check sum of those before them."""
    return len(message) > SIZE and sealed(message[:-SIZE]) == message
