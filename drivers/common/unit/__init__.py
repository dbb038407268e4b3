"""What the driver of a unit on a serial line has in mind: dice unit or wheel.

`session` (who is there, what it is told and says; beside it `identity`, `orders`), `plays` (the wanted one and what is
reported; beside it `greeting`, `wanted`: its steps, `reports`: whose answer is it? and `judge`: what becomes of it),
`words` (what one kind of unit calls all that), `line` (a session on its port, opened again with a growing pause),
`driver` (the process). A roll of dice and a spin of a wheel are both a *play* here.
"""
