"""Files that people write and how they are read: TOML into models, what is said when it is wrong, secrets.

Everybody may call it; the games take `strict` and `complaints` alone, which read no file.
"""
