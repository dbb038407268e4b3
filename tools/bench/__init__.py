"""`boxcars bench`: how fast is it here? Every figure stands beside its floor or its peer, measured in the same run.

`place` is a cabinet of real processes, `load` a few processes with many terminals' sockets, `bare` the floor for an
acknowledgement, `wire_rows` and `engine_rows` what is measured. Benchmarks report; they are no timed tests.
"""
