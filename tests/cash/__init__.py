"""Notes and tickets at the table: what becomes of the money, whatever devices, authorities and people do."""
