"""Settings files and how they are read: models, rule books, logging."""
