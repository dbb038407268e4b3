"""The number of a ticket that this machine makes of the identity and the sequence that a host gave it. Pure."""

SYSTEM = "00"
"""Stands before such a number: no host's."""
HALF = 8
"""Digits of each of the two halves."""
CHECK = 5
SEEDS = ((0, 1), (2, 3), (4, 5))


def secure_number(identity: int, sequence: int) -> str:
    """Eighteen digits; the first of each half also carries a check over the others."""
    low, high = sequence.to_bytes(3, "little"), identity.to_bytes(3, "little")
    told = low + high
    mixed = bytes((told[0], told[1], *(told[place] ^ told[place % 2] for place in range(2, 6))))
    scrambled = b"".join(_crc(bytes(mixed[place] for place in pair)) for pair in SEEDS)
    return SYSTEM + _half(scrambled[3:]) + _half(scrambled[:3])


def _half(three: bytes) -> str:
    """Three bytes are less than 2 in their first digit of eight: there is room for twice a number below five."""
    digits = f"{int.from_bytes(three, 'little'):0{HALF}d}"
    check = sum(map(int, digits)) % CHECK
    return str(int(digits[0]) | 2 * check) + digits[1:]


def _crc(data: bytes) -> bytes:
    """The same remainder as that of the line, worked out bit by bit: the table knows no driver."""
    rest = 0
    for value in data:
        rest ^= value
        for _ in range(8):
            rest = rest >> 1 ^ (0x8408 if rest & 1 else 0)
    return rest.to_bytes(2, "little")
