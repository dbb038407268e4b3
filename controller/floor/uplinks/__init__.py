"""The floor's end of the uplinks: where cabinets are heard, and what they are answered.

Cabinets come by HTTPS (`server`) or through NATS (`broker`); `desk` hears both, and `hints` has what they said ahead of
their batches; `workers` are the processes that take them on PostgreSQL, `silence` counts who is not heard.
"""
