"""Numbers as they stand in what is said about players."""

_NUMERALS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)


def numeral(number: int) -> str:
    """A number up to fifteen as a word."""
    return _NUMERALS[number]


def moves_ahead(plies: int) -> str:
    """How far somebody looks, such as ``three moves ahead``."""
    return f"{numeral(plies)} {'move' if plies == 1 else 'moves'} ahead"
