"""A setting is a field: what is known of it stands there, and a field that says too little is told at once."""

from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field

from controller.games.craps.rules.settings import Limits, Settings
from controller.games.setting import Setting, settings_of


class Inner(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)
    most: Annotated[int, Field(ge=1), Setting("limits", "money")] = 5
    """the most,
    in all"""


class Whole(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)
    wheel: Annotated[bool | None, Setting("rules", "switch", waits=True)] = None
    """whether it turns"""
    inner: Inner = Inner()


class Forgotten(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)
    wheel: bool = True
    """whether it turns"""


class Unexplained(BaseModel):
    wheel: Annotated[bool, Setting("rules", "switch")] = True


def test_a_setting_is_known_by_its_field_and_its_docstring() -> None:
    assert [(row.name, row.of.group, row.of.kind, row.of.waits, row.says) for row in settings_of(Whole)] == [
        ("wheel", "rules", "switch", True, "whether it turns"),
        ("inner.most", "limits", "money", False, "the most, in all"),
    ]


@pytest.mark.parametrize("model", [Forgotten, Unexplained])
def test_a_field_that_says_too_little_is_named_at_start(model: type[BaseModel]) -> None:
    with pytest.raises(TypeError, match=rf"{model.__name__}\.wheel"):
        settings_of(model)


def test_what_waits_is_what_its_field_says() -> None:
    other = Settings(limits=Limits(min=200), denomination=200, hot_shooter=True)
    assert Settings().must_wait_for(other) == ["denomination", "hot_shooter"]
