"""`[identity]`: by which house and regulator know this machine, as it stands on screens, papers and files."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from config.files.strict import Strict
from config.text.words import why_not_said


def _can_be_said(text: str) -> str:
    if (why := why_not_said(text)) is not None:
        raise ValueError(why)
    return text


Said = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(_can_be_said)]


class Identity(Strict):
    """Whatever is not said stands nowhere."""

    house: Said = ""
    """The casino."""
    place: Said = ""
    """Where in it, or where on earth, the machine stands."""
    asset: Said = ""
    """The number by which the house knows it."""
    serial: Said = ""
    """The number that its maker gave it."""
