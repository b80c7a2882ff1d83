"""How the database came to its present form, one step at a time."""
