"""`boxcars` commands about rule books and scripted tables."""
