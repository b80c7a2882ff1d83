"""How to say an exclusive-or: counts fall into 1s, 2s, 4s and so on, and equal parts cancel in pairs."""


def in_parts(number: int) -> str:
    """A number, and the parts it falls into if these are several."""
    return str(number) if number.bit_count() < 2 else f"{number} = {_parts(number)}"


def left_over(number: int) -> str:
    """What is left when equal parts have cancelled, the number being their exclusive-or."""
    return f"{_parts(number) if number else 'nothing'} is left over"


def _parts(number: int) -> str:
    return "+".join(str(1 << place) for place in reversed(range(number.bit_length())) if number >> place & 1)
