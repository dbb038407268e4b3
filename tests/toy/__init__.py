"""A second game, whole in this folder and known to no file outside of it: the game boundary is proved on it.

Its row joins the games of the house when this package is imported.
"""

from controller.games.tables import TABLES
from tests.toy.game import TOY

TABLES.setdefault(TOY.name, TOY)
