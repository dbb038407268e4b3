"""Settings of the screens: where the controller is, and how money and words look here."""

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from config.drivers import Endpoint
from config.files.reading import BadFile, read_text, read_toml, validate
from config.files.secrets import handed_over
from config.text.languages import houses, languages
from config.text.money import MoneyFormat


def _found(code: str) -> str:
    if code not in languages():
        raise ValueError(f"there is {', '.join(languages())}")
    return code


def _worn(name: str) -> str:
    if name not in houses():
        raise ValueError(f"there is {', '.join(houses())}")
    return name


House = Annotated[str, AfterValidator(_worn)]
Language = Annotated[str, AfterValidator(_found)]
Z85_KEY = Annotated[str, StringConstraints(min_length=40, max_length=40)]


class _Settings(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class ScreenSettings(_Settings):
    """One file for the screens of a machine; which seat a terminal is for, its command line says."""

    commands: Endpoint
    display_commands: Endpoint | None = None
    """Where a display asks, when it is not where terminals do."""
    operator_commands: Endpoint | None = None
    """Where the service menu asks, when it is not where terminals do."""
    broadcasts: Endpoint
    records: Endpoint | None = None
    """Where the past and the house edges are asked for; left out, the pages do without."""
    operator_records: Endpoint | None = None
    """Where the service menu asks about the past."""
    key_file: str | None = None
    """Made by `boxcars keys add`, for a screen on another machine."""
    page_key: str | None = None
    """The file with the key of this machine's pages, made by `boxcars keys pages`; left out, the one that systemd hands
    over, or one for this life only, which stands in the address that is logged."""
    touch: str = "/run/boxcars/touch"
    """Where words are left for root when the touch of this machine's screen is set right, and answers found."""
    kiosk: str = "/etc/boxcars/kiosk.conf"
    """Which page this machine's screen shows; another page's screen cannot be set from here."""
    languages: list[Language] = Field(default_factory=lambda: list(languages()), min_length=1)
    """The first is the one a page begins with; left out: every one that there is."""
    display_turns_after: Annotated[int, Field(ge=0, le=3600)] = 20
    """Seconds after which the display goes on to the next language; 0: it stays with the first."""
    house: House = "emerald"
    """Whose colours the players' pages and the display wear: a file of `terminals/common/page/house`."""
    calls: Literal["terminals", "display", "both", "none"] = "terminals"
    """Where the stickman's calls are heard: at the players' terminals, each in its own language, or over the dome."""
    sounds: str | None = None
    """A folder with sounds and calls of the house, `sounds/NAME.ogg` and `voice/LANGUAGE/NAME.ogg`, in place of ours of
    the same names."""
    money: MoneyFormat = MoneyFormat()


class PeerKeys(_Settings):
    """What `boxcars keys add` wrote for a peer."""

    controller: Z85_KEY
    public: Z85_KEY
    secret: Z85_KEY


def read_screens(path: Path) -> ScreenSettings:
    """The settings in a file, or BadFile."""
    return validate(ScreenSettings, read_toml(path), str(path))


def read_keys(path: Path) -> PeerKeys:
    """The keys in a file, or BadFile."""
    try:
        found = json.loads(read_text(handed_over(path)))
    except ValueError as error:
        raise BadFile(f"{path}: is no JSON: {error}") from None
    return validate(PeerKeys, found, str(path))
