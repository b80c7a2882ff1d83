"""Words about games and programs."""

from commonfactor.solver.english.players import moves_ahead, numeral


def test_small_numbers_are_words() -> None:
    assert [numeral(number) for number in (1, 3, 10, 15)] == ["one", "three", "ten", "fifteen"]


def test_one_move_is_not_moves() -> None:
    assert moves_ahead(1) == "one move ahead"
    assert moves_ahead(9) == "nine moves ahead"
