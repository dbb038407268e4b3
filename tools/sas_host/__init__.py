"""The host's side of SAS 6.02, to try a machine with. Written from public facts; it shares nothing with `drivers/sas`.

    boxcars sas-host conform --connect unix:/run/sas.line --addresses 1     a table of polls; 1 if one is wrong
    boxcars sas-host poll    --listen  tcp:127.0.0.1:7000 --addresses 1,2,3 polls each 40 ms until Ctrl-C
    boxcars sas-host ask 1F  --port    /dev/ttyUSB0                         one long poll
    python -m tools.sas_host …                                              the same, without an installed command

The line: `--connect` or `--listen` with `unix:PATH` or `tcp:HOST:PORT` is an emulated line, a stream socket on which
every byte is sent as two bytes, first 0x01 if its ninth bit is set and 0x00 if not, then the byte; both ways alike.
`--port` is a tty (MARK and SPACE parity, 19,200 baud) or `rfc2217://HOST:PORT`.

`conform` takes `--stages line,meters,switches,hand-pays,tickets,aft,signature,progressives`, `--cents N` (moves N cents
to the machine and back), `--switches` (stops play and bills for a moment). `--trace -` shows every byte. All acts have
`--help`. Exit codes: 0 all is right, 1 something is wrong, 2 no line.

`wire/` is pure: bytes ⇄ figures. `lines/` carries bytes with their ninth bit. `conversation.py` polls, `casino.py`
remembers and compares, `duty.py` answers what machines tell, `stages_*.py` are the rows of the table.
"""
