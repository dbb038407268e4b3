"""Reading a TOML file into a pydantic model, with errors a technician can act on.

Every complaint is one line that names the file, the key, the value found there and what is allowed.
"""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from config.files.complaints import complaint

LARGEST_FILE = 1_000_000
"""Bytes; no settings file of ours comes near it, and a wrong path to a huge file must not fill the memory."""

Model = TypeVar("Model", bound=BaseModel)


class BadFile(Exception):
    """A settings file that cannot be used; the text is one line for a person."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file, or BadFile."""
    return parse_toml(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a settings file, bounded in size and in UTF-8, or BadFile."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a path with a zero byte, or with signs that no file name has
        raise BadFile(f"{path}: is no path to a file") from None
    if len(data) > LARGEST_FILE:
        raise BadFile(f"{path}: larger than {LARGEST_FILE} bytes, so it is no settings file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: not UTF-8 text (byte {error.start})") from None


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of TOML text; `name` is what the file is called in the complaint."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{name}: not valid TOML: {error}") from None
    except RecursionError:
        raise BadFile(f"{name}: nested too deeply to be a settings file") from None
    except ValueError:  # an integer with more digits than Python will read
        raise BadFile(f"{name}: not valid TOML: a number has too many digits") from None


def validate(model: type[Model], data: object, name: str) -> Model:
    """`data` as `model`; the first complaint becomes BadFile."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise BadFile(f"{name}: {complaint(error)}") from None
    except RecursionError:
        raise BadFile(f"{name}: nested too deeply to be a settings file") from None
