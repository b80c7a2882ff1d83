"""What an answer means: moves that are made, and moves that are only mentioned."""

import pytest

from commonfactor.agents.text import Reason, Refusal, TextGame
from commonfactor.rules.notation import parse

THOUGHTS = """Let me think. The last number was 3, so I need a multiple of 3.

Candidates: 9, 12, 15 and 18.
- If I play 9, the opponent may answer 12, 15 or 18.
- If I play 12, the opponent has 2, 4, 8, 9, 10, 14, 15, 16, 18 and 20.
- 15: losing

| move | replies |
|---|---|
| 9 | 3 |
| 12 | 10 |

Counting the replies, 12 has the right parity. I would avoid 15.

"""

ENDINGS = [
    "MOVE: 12",
    "MOVE: 12\n\nIf you now take 9, I win.",
    "**MOVE: 12**",
    "Final answer: 12",
    "**Final Answer: 12**",
    "I'll play 12.",
    "Therefore, I play 12.",
    "My final move is **12**.",
    "**My move: 12**",
    "```\nMOVE: 12\n```",
    "~~~\nMOVE: 12\n~~~",
    "---\nMOVE: 12",
    "### Answer\n\nMOVE: 12",
    "### Final move\n12",
    "Final answer:\n\nMOVE: 12",
    "Final answer: MOVE: 12",
    "Conclusion:\nMOVE: 12",
    "Here is my move in the required format:\n\nMOVE: 12",
    "\\boxed{12}",
    "$$\\boxed{12}$$",
    "The answer is \\(\\boxed{12}\\).",
    "The opponent would then be lost.\nMOVE: 12",
    "What if 9? No. Hmm, maybe 15? Wait, actually 12.\n\nMOVE: 12",
    "The format requires MOVE: N.\n\nMOVE: 12",
    "$\\boxed{\\text{MOVE: 12}}$",
    "<answer>12</answer>",
    "<answer>\nMOVE: 12\n</answer>",
    '```json\n{"move": 12}\n```',
    '{\n  "reasoning": "9 and 15 lose",\n  "move": 12\n}',
]
"""What models write below their thoughts."""

MEANT = [
    "I play 12 because it leaves no reply.",
    "My move is 12, since 15 would lose.",
    "I play 12, which leaves 15 and 18.",
    "I play 12, leaving you without a move.",
    "I'll take 12, so you are stuck.",
    "I pick 12 - it shares 3 with 3.",
    "I pick 12 (it leaves only 8).",
    "I pick 12; it wins.",
    "I pick 12, because if I took 9 you would win.",
    "MOVE: 12 (since 9 loses)",
    "12, which is a multiple of 3",
    "I choose 12 as my move.",
    "I choose: **12**",
    "I'm going with 12.",
    "I play 12. Your turn!",
    "MOVE: 12\nReason: it leaves 15.",
    "Ok.\r\nMOVE: 12\r\n",
    "MOVE: $12$",
    '{"move": 12, "reason": "it leaves 15"}',
    '{"move": 12, "confidence": 0.9}',
    '{"legal_moves": [9, 12], "move": 12}',
    "15 is not good, so I play 12.",
    "Since 9 is not safe, I pick 12.",
    "If 9, then 18. If 15, then 9. I play 12.",
    "For example:\nMOVE: 9\n\nMy move:\nMOVE: 12",
    "<thinking>\nI take 9. MOVE: 9\n</thinking>\nMOVE: 12",
]

AMOUNTS = [
    "I'll take 15 minutes.",
    "I take 12 steps back to think. I'm not sure.",
    "I'll pick 12 candidates and look at each.",
    "I select 9 numbers",
    "I pick 9% of the pool",
    "MOVE: 12%",
    "I take $9.",
    "I take 9\u20ac",
    "I take the 9 of hearts",
    "I take 9 away.",
    "I take 9\nminutes",
    "The best option is 9 moves away.",
    "My answer is 12 words long.",
    "Final answer: 9 units",
    "MOVE: 9+",
    "MOVE: <9",
    "9 %",
    "> 9",
    "\u2248 9",
]

TALK = [
    "I'll go with 9 for the sake of argument.",
    "I take 9 as an example.",
    "I take 9 as it were.",
    "I play 9 because it is an example.",
    "The best move is 9 according to greedy; I disagree.",
    "The best move is 9 when they are greedy.",
    "The opponent's best move is 9.",
    "The opponent would play \\boxed{9}.",
    "The answer is not \\boxed{9}",
    "Greedy says it is large, so I pick 9.",
    "If so, then they lose, so I take 9.",
    "I would play 9 in your place.",
    "So I play 9 in that line.",
    "As an example, I play 9.",
    "e.g. I play 9.",
    "Example:\nMOVE: 9",
    "**Example**\n\nMOVE: 9",
    "For example:\n```\nMOVE: 9\n```",
    "Format: MOVE: 9 for example.",
    "The format is:\nMOVE: 9",
    'The format is {"move": 9}',
    'The form is "MOVE: 9".',
    "Greedy would answer:\nMOVE: 9",
    "My opponent:\nMOVE: 9",
    "You wrote:\n> MOVE: 9",
    "Ignore the next line.\nMOVE: 9",
    "Not allowed:\n\n9",
    "**Rejected**\n9",
    "Candidates:\n- 9",
    '{"opponent": {"move": 9}}',
    "<thinking>I take 9.",
]

UNSAID = [
    "~~I play 9~~",
    "~~9~~",
    "~I play 9.~",
    "<s>MOVE: 9</s>",
    "<del>\nI play 9.\n</del>",
    "<!-- MOVE: 9 -->",
    "MOVE: 9\u202e21",
    "MOVE: 9\u200b1",
    "MOVE: 9\x0812",
    "MOVE: 9\r12",
    "MOVE: 9\u0336",
    "MOVE: 9 not",
    "MOVE: 9, just kidding",
    "MOVE: 9. Not really.",
    "MOVE: 9\nStrike that.",
    "MOVE: 9\nI do not mean it.",
    "MOVE: 9\nThat isn't my move.",
    "MOVE: 9\nThat's illegal.",
    "MOVE: 9\nMy real move is twelve.",
    "MOVE: 9 \u274c",
    "MOVE: 9...",
    "I play 9. That is wrong.",
    "I play 9. Let me check that.",
    "I play 9. Do you agree?",
    "I resign. MOVE: 9",
    "I give up.\nMOVE: 9",
    '{"move": 9',
    "\\boxed{9",
    "<answer>9",
]

SEVERAL = [
    "I go with 9 out of 10 experts.",
    "I'll choose 9 as the first candidate. The second candidate: 12.",
    "Let me think. I'll take 9 first, then look at 12, 15 and 18.",
    "I play 9 and then 12",
    "I pick 9 as well as 12",
    "I play 9 over 12.",
    "I play 9 to 12.",
    "I play 9 (12 is possible too).",
    "I play 9, they play 18, I play 12.",
    "I take 9. They take 18. Then 12 is left, and",
    "Let me take 9. Then 12, 15 and 18 stay.",
    "The safest option is 9. The boldest option is 12.",
    "I play 9 with probability 0.5 and 12 with probability 0.5",
    "MOVE: 9 MOVE: 12",
    "MOVE: {9, 12}",
    "\\boxed{9, 12}",
    '{"move": 9, "alternative": 12}',
    '{"move": 9, "answer": 12}',
    "9 then 12",
]

LINE = parse("factor-clash:2-20:6,3")
GAME = TextGame(LINE.rules)


def reason_of(answer: str) -> Reason:
    with pytest.raises(Refusal) as refused:
        GAME.move_in(answer, LINE.position, parsing="tolerant")
    return refused.value.reason


@pytest.mark.parametrize("answer", [*ENDINGS, *MEANT, *(THOUGHTS + ending for ending in ENDINGS)])
def test_a_move_that_is_made_is_read(answer: str) -> None:
    assert GAME.move_in(answer, LINE.position, parsing="tolerant") == 12


@pytest.mark.parametrize("answer", [*AMOUNTS, *TALK, *UNSAID])
def test_a_number_that_is_only_mentioned_is_no_move(answer: str) -> None:
    assert reason_of(answer) is Reason.NO_MOVE


@pytest.mark.parametrize("answer", SEVERAL)
def test_of_several_moves_none_is_chosen(answer: str) -> None:
    assert reason_of(answer) is Reason.SEVERAL_MOVES


def test_what_is_not_seen_is_said() -> None:
    with pytest.raises(Refusal, match=r"^The answer has text that is struck out, commented out or invisible\.$"):
        GAME.move_in("~~9~~\nMOVE: 12", LINE.position, parsing="tolerant")


PAIRS = parse("divisor-duel:60+48:")


@pytest.mark.parametrize(
    "answer",
    [
        *("MOVE: 48/16", "**MOVE: 48/16**", "48/16", "\\boxed{48/16}", '{"move": "48/16"}', "Final answer: 48/16"),
        *(
            "I divide 48 by 16, leaving 3.",
            "I'll divide 48 by 16 because 60 stays.",
            "I play 48/16 (leaving 3 and 60).",
        ),
    ],
)
def test_a_division_that_is_made_is_read(answer: str) -> None:
    assert str(TextGame(PAIRS.rules).move_in(answer, PAIRS.position, parsing="tolerant")) == "48/16"


@pytest.mark.parametrize(
    "answer",
    [
        *("I divide 48 by 16 people.", "I divide 48 by 16 first.", "I divide 48 by 16 as an example.", "MOVE: 48/16%"),
        *("I divide 48 by 16 and then 60 by 2.", "I divide 48 by 16. I divide 60 by 2.", "48/16 = 3", "~~48/16~~"),
    ],
)
def test_a_division_that_is_only_mentioned_is_no_move(answer: str) -> None:
    with pytest.raises(Refusal):
        TextGame(PAIRS.rules).move_in(answer, PAIRS.position, parsing="tolerant")


@pytest.mark.parametrize("answer", ["ranuv\nfuzav", "I take ranuv first", "I play ranuv\nfuzav", "I pick ranuv words"])
def test_a_word_that_is_only_mentioned_is_no_move(answer: str) -> None:
    line = parse("factor-clash:2-7:6")
    game = TextGame(line.rules, disguise="tokens", seed=7)
    assert game.name_of(4) == "ranuv"
    with pytest.raises(Refusal):
        game.move_in(answer, line.position, parsing="tolerant")
