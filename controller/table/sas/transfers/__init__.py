"""Money that the casino's host moves: transfers, the lock it asks for, cash-outs it is offered, its registration."""
