"""What a cabinet's uplink and the floor say to each other: batches of entries, heads, and the floor's cursor.

A batch holds consecutive entries of one journal, each the journal's own line. It is packed with zstd, and its id is the
SHA-256 of the packed bytes. Both sides have an Ed25519 key of their own and sign exact bytes: the uplink the id of each
batch and each request, the floor each answer. An answer names the request it answers, and a request the nonce that the
floor gave to its connection, so neither can be said again elsewhere.
"""

import hashlib
from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

import orjson
import zstandard
from pydantic import Field, StringConstraints, ValidationError

from config.files.complaints import complaint
from config.files.strict import Strict

LARGEST_BATCH = 256 * 1024
"""Bytes, packed and unpacked."""
LARGEST_ENTRY = 4 * 2**20
"""Bytes of a batch with one entry that is larger than a batch should be."""
MOST_SEALS = 20_000
COMPRESSION = 3

Hash = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Signature = Annotated[str, StringConstraints(pattern="^[0-9a-f]{128}$")]
Name = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9._-]{1,40}$")]
"""Of a cabinet or a journal: it stands in addresses."""
Seq = Annotated[int, Field(ge=0, le=2**63 - 1)]


class BadBatch(Exception):
    """Bytes that are no batch; `code` says which way."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class SealSaid(Strict):
    """A signed head of the journal."""

    seq: Seq
    at: Seq
    hash: Hash
    after: Seq
    signature: Signature


class Batch(Strict):
    """Entries `first` to `last`, in order and whole."""

    v: Literal[1] = 1
    cabinet: Name
    journal: Name
    first: Annotated[Seq, Field(ge=1)]
    last: Seq
    before: Hash
    """Of the entry before the first."""
    after: Hash
    """Of the last."""
    entries: list[str]
    seals: Annotated[list[SealSaid], Field(max_length=MOST_SEALS)]


class HeadSaid(Strict):
    """Where a journal stands, said every few seconds: what it has, where it begins, what it signed last."""

    v: Literal[1] = 1
    cabinet: Name
    journal: Name
    base: Seq
    """Older entries are in an archive."""
    head: Seq
    head_hash: Hash
    at: Seq
    """The cabinet's clock, UTC milliseconds."""
    alone: bool = False
    """What is before `base` is nowhere here, and the floor has asked for it."""
    waiting: Seq = 0
    """Entries that the floor has not got yet."""
    seal: SealSaid | None


class Above(Strict):
    """Numbers that another past of this journal had; the cabinet gives none of them again."""

    ticket: Seq = 0
    """The largest sequence of a ticket."""
    jobs: Annotated[dict[Annotated[str, StringConstraints(pattern="^[0-9]{1,4}$")], Seq], Field(max_length=1024)] = {}
    """The largest print job, by seat."""


class FloorAnswer(Strict):
    """The floor's word: which entry it has last, in its database, and what it found."""

    v: Literal[1] = 1
    cabinet: Name
    journal: Name
    of: Hash
    """The request that this answers."""
    code: str
    """`applied`, `known`, `gap`, or what stands in the way; a row of `controller/floor/witness/codes.py`."""
    seq: Seq
    """0: nothing of this journal."""
    hash: Hash
    at: Seq
    above: Above | None = None
    """Said where another past of this journal was left."""


APPLIED, KNOWN, GAP = "applied", "known", "gap"
GOES_ON = frozenset({APPLIED, KNOWN, GAP})
"""After these the uplink sends what comes next; after all else it waits for people."""

NONCE_PATH, BATCHES_PATH, HEADS_PATH, CURSOR_PATH = "/v1/nonce", "/v1/batches", "/v1/seals", "/v1/cursor"
CABINET_HEADER, PROOF_HEADER, BATCH_HEADER = "Boxcars-Cabinet", "Boxcars-Proof", "Boxcars-Batch"
ANSWER_HEADER = "Boxcars-Answer"


def pack(batch: Batch) -> bytes:
    """The bytes that are sent, signed and kept."""
    text = orjson.dumps(batch.model_dump())
    return zstandard.ZstdCompressor(level=COMPRESSION).compress(text)


def unpack(data: bytes) -> Batch:
    """BadBatch where it is none; never more memory than the bounds say."""
    if len(data) > LARGEST_ENTRY:
        raise BadBatch("batch_too_large", f"{len(data)} bytes, at most {LARGEST_ENTRY}")
    try:
        if zstandard.get_frame_parameters(data).content_size > LARGEST_ENTRY:  # also where it does not say
            raise BadBatch("batch_too_large", "it unpacks to more than a batch may have")
        text = zstandard.ZstdDecompressor().decompress(data)
        said = orjson.loads(text)
    except zstandard.ZstdError as error:
        raise BadBatch("batch_unreadable", str(error)) from None
    except orjson.JSONDecodeError as error:
        raise BadBatch("batch_unreadable", str(error)) from None
    if isinstance(said, dict) and said.get("v") != 1:
        raise BadBatch("batch_version", f"version {str(said.get('v'))[:20]}, this floor knows 1")
    batch = read(Batch, said, "batch_unreadable")
    if len(batch.entries) > 1 and max(len(text), len(data)) > LARGEST_BATCH:
        raise BadBatch("batch_too_large", f"{len(text)} bytes, at most {LARGEST_BATCH}")
    if batch.last - batch.first + 1 != len(batch.entries) or not batch.entries:
        raise BadBatch("batch_order", f"entries {batch.first} to {batch.last}, and {len(batch.entries)} are there")
    return batch


Model = TypeVar("Model", bound=Strict)


def read(model: type[Model], said: object, code: str) -> Model:
    """What was said, or BadBatch."""
    try:
        return model.model_validate(said)
    except ValidationError as error:
        raise BadBatch(code, complaint(error)) from None


def id_of(data: bytes) -> str:
    """Of a batch, as it is sent; also what signatures are made over in place of many bytes."""
    return hashlib.sha256(data).hexdigest()


def chain(before: str, lines: Iterable[str]) -> list[bytes]:
    """The hash of each entry, as the journal makes it: over the hash before and the line."""
    hash, hashes = bytes.fromhex(before), []
    for line in lines:
        hash = hashlib.sha256(hash + line.encode()).digest()
        hashes.append(hash)
    return hashes


# ---- what is signed ---------------------------------------------------------------------------------------------


def batch_text(id: str) -> bytes:
    """By the uplink, whatever way the batch goes."""
    return f"boxcars batch {id}".encode()


def hint_text(id: str) -> bytes:
    """By the uplink, where what goes ahead wants no answer."""
    return f"boxcars hint {id}".encode()


def request_text(nonce: str, number: int, path: str, id: str) -> bytes:
    """By the uplink, for this one request on this one connection; `id` is the SHA-256 of what is sent with it."""
    return f"boxcars request {nonce} {number} {path} {id}".encode()


def answer_text(id: str) -> bytes:
    """By the floor."""
    return f"boxcars answer {id}".encode()


def request_id(nonce: str, number: int, path: str, id: str) -> str:
    """How an answer names its request."""
    return id_of(request_text(nonce, number, path, id))
