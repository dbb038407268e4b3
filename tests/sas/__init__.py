"""Host, engine, desk and a real journal of the casino's line together, in a time that only their line makes."""
