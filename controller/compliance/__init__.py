"""What laws ask of a table, and what a machine fulfils of it by its settings.

requirements  fifty things that are asked, with source, state, setting and tests (`config/requirements.toml`)
profile       the settings of one law together (`config/profiles/`), and why a profile is refused
check         line by line: what a machine with such settings fulfils
"""
