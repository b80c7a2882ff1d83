"""What is told about a line of play."""

from commonfactor.rules.facts import line_facts
from commonfactor.rules.notation import parse


def test_a_running_game_has_legal_moves_and_no_winner() -> None:
    assert line_facts(parse("clash:2-20:15,5")) == {
        "game": "factor-clash",
        "setup": "2-20",
        "moves": [15, 5],
        "to_move": 1,
        "legal": [10, 20],
        "over": False,
        "winner": None,
        "notation": "factor-clash:2-20:15,5",
    }


def test_a_game_that_is_over_has_a_winner_and_no_legal_move() -> None:
    facts = line_facts(parse("divisor:60:12"))
    assert (facts["over"], facts["winner"], facts["legal"], facts["to_move"]) == (True, 1, [], 2)


def test_a_division_is_text() -> None:
    facts = line_facts(parse("divisor:36+12:36/2"))
    assert facts["moves"] == ["36/2"]
    assert facts["legal"] == ["12/2", "12/3", "12/4", "12/6", "18/2", "18/3", "18/6", "18/9"]
