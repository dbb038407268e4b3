"""How peers are reached: on this machine directly, elsewhere through the edge, by their keys."""
