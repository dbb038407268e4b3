"""The sounds of the tables, made from nothing but arithmetic, and the stickman's voice, spoken by Debian's espeak-ng.

- `instruments.py`: what sounds: bars of wood and metal, clay chips, dice on felt, brass, and the room they sound in.
- `palette.py`: the pieces, one for each thing that happens at a table, all in one key.
- `making.py`: writes the pieces and the calls as Ogg Opus where the pages have theirs. `python -m tools.sound`.

What is made is committed: neither a cabinet nor the tests need the encoder. It is made again after a piece or a call's
words have changed.
"""
