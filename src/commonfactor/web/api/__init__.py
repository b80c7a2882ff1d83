"""The addresses under /api, one module for each kind of thing that can be asked for."""
