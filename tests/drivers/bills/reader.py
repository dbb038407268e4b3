"""What hosts of both acceptors send and hear, for tests, from the facts that decision 207 names: frames, sums, numbers.

Nothing here comes from the emulators or from a driver, so it cannot share their mistakes.
"""

VALIDATOR, HOST = 40, 1

SIMPLE_POLL, SERIAL, EVENTS, ROUTE, RESET_DEVICE = 254, 242, 159, 154, 1
SET_MODE, GET_MODE, SET_INHIBITS, GET_INHIBITS, SET_MASTER, GET_MASTER = 153, 152, 231, 230, 228, 227
BILL_ID, SCALING, BARCODE, SELF_CHECK = 157, 156, 129, 232
"""Headers of ccTalk."""

STATUS, RESET, STACK_1, STACK_2, RETURN, HOLD, WAIT, ACK = 0x11, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x50
IDLING, ACCEPTING, ESCROW, STACKING, VEND_VALID, STACKED, REJECTING, RETURNING, HOLDING, DISABLED, INITIALIZE = range(
    0x11, 0x1C
)
POWER_UP, IN_ACCEPTOR, IN_STACKER, FULL, OPEN, JAM_IN_ACCEPTOR, JAM_IN_STACKER, PAUSE, CHEATED, FAILURE = range(
    0x40, 0x4A
)
INVALID = 0x4B
"""Commands and statuses of ID-003."""


def ccitt(data: bytes) -> int:
    """The CRC of ccTalk: polynomial 0x1021, from 0, highest bit first."""
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021) & 0xFFFF if value & 0x8000 else value << 1
    return value


def kermit(data: bytes) -> int:
    """The CRC of ID-003: the same polynomial, lowest bit first."""
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return value


def cctalk_frame(header: int, data: bytes = b"", to: int = VALIDATOR, source: int = HOST, crc: bool = False) -> bytes:
    """A ccTalk message with its checksum."""
    if crc:
        value = ccitt(bytes([to, len(data), header]) + data)
        return bytes([to, len(data), value % 256, header]) + data + bytes([value // 256])
    frame = bytes([to, len(data), source, header]) + data
    return frame + bytes([(256 - sum(frame) % 256) % 256])


def cctalk_replies(heard: bytes, crc: bool = False) -> list[bytes]:
    """The data of every sound reply to the host in what was heard, with nothing between them."""
    replies = []
    while len(heard) >= 5 and len(heard) >= 5 + heard[1]:
        frame, heard = heard[: 5 + heard[1]], heard[5 + heard[1] :]
        if frame == cctalk_frame(0, frame[4:-1], HOST, VALIDATOR, crc):
            replies.append(frame[4:-1])
    return replies


def id003_frame(command: int, data: bytes = b"") -> bytes:
    """An ID-003 message with its CRC."""
    frame = bytes([0xFC, 5 + len(data), command]) + data
    return frame + kermit(frame).to_bytes(2, "little")


def id003_replies(heard: bytes) -> list[bytes]:
    """Status and data of every sound frame in what was heard, with nothing between them."""
    replies = []
    while len(heard) >= 5 and heard[0] == 0xFC and len(heard) >= heard[1] >= 5:
        frame, heard = heard[: heard[1]], heard[heard[1] :]
        if frame == id003_frame(frame[2], frame[3:-2]):
            replies.append(frame[2:-2])
    return replies
