"""What people look at: `money` and its `reports`, how dice and wheels were `falling`, and `searching` for rounds."""
