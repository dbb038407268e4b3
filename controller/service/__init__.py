"""`boxcars service`: what the service menu does, from a console."""
