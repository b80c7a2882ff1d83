"""Lines of the protocol are read as they are written, and anything else is refused in a sentence."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.agents.protocol import (
    LONGEST_LINE,
    Accepted,
    Answer,
    BadLineError,
    Bare,
    Command,
    Go,
    Hello,
    Identity,
    Info,
    Kind,
    KnownCommand,
    Option,
    Refused,
    SetOption,
    SetPosition,
    Word,
    answer_in,
    command_in,
    text_in,
)
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import Verdict

BARE = [Word.PING, Word.LIST_COMMANDS, Word.LEGAL, Word.STOP, Word.WAIT, Word.QUIT]

COMMANDS: list[Command] = [
    *map(Bare, BARE),
    Hello(),
    Hello(7),
    KnownCommand("castle"),
    SetOption("seed", "12"),
    SetOption("book", "some words"),
    SetOption("book", ""),
    SetPosition(parse("divisor-duel:60+48:48/2")),
    Go(seconds=0.5),
    Go(seconds=86_400.0, nodes=10**18, depth=9),
    Go(nodes=1),
    Go(seconds=0.000001),
]

ANSWERS: list[Answer] = [
    Accepted("legal", "10 20"),
    Accepted("legal"),
    Refused("go", "there is no position yet"),
    Identity("name", "My engine"),
    Option("seed", Kind.NUMBER, "0", 0, 10**18),
    Option("careful", Kind.SWITCH, "off"),
    Option("style", Kind.CHOICE, "calm", choices=("calm", "wild")),
    Option("book", Kind.TEXT, "some words"),
    Option("book", Kind.TEXT, ""),
    Info(),
    Info(Verdict.WIN, ("48/2", "6/3"), 3, 12, 0.125, "It looked at all moves."),
    Info(nodes=5),
]


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_command_is_read_as_it_is_written(command: Command) -> None:
    assert command_in(str(command)) == command


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_an_answer_is_read_as_it_is_written(answer: Answer) -> None:
    assert answer_in(str(answer)) == answer


def test_every_command_has_a_word_of_its_own() -> None:
    assert {command.word for command in COMMANDS} == set(Word)


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("", "? unknown: an empty line is no command; list_commands lists what there is"),
        ("   ", "? unknown: an empty line is no command; list_commands lists what there is"),
        ("castle long", "? unknown: 'castle' is no command; list_commands lists what there is"),
        ("Ping", "? unknown: 'Ping' is no command; list_commands lists what there is"),
        ("ping pong", "? ping: nothing follows ping, not even 'pong'"),
        ("hello one", "? hello: 'one' is not a number"),
        ("hello 1 2", "? hello: hello is followed by a version, not by 2 words"),
        ("known_command", "? known_command: known_command is followed by the name of a command, not by 0 words"),
        ("setoption", "? setoption: setoption is followed by the name of an option and its value"),
        ("position", "? position: position is followed by one position GAME:SETUP:MOVES, not by 0 words"),
        ("position clash:2-20:15,7", "? position: move 2: 7 and 15 = 3·5 share no factor"),
        ("go", "? go: go is followed by one or more of seconds S, nodes N and depth D, each once"),
        ("go seconds", "? go: go is followed by one or more of seconds S, nodes N and depth D, each once"),
        ("go nodes 1 nodes 2", "? go: go is followed by one or more of seconds S, nodes N and depth D, each once"),
        ("go nodes 0", "? go: a search has at least 1 node and depth 1, not 0"),
        ("go nodes ٣", "? go: a number is written with the digits 0 to 9, not as '٣'"),
        ("go seconds inf", "? go: seconds are a number from 0 to 86400, such as 0.5, not 'inf'"),
        ("go seconds 86401", "? go: seconds are a number from 0 to 86400, such as 0.5, not '86401'"),
    ],
)
def test_a_line_that_is_no_command_is_refused_in_one_line(line: str, refusal: str) -> None:
    with pytest.raises(BadLineError) as refused:
        command_in(line)
    assert str(Refused(refused.value.word, str(refused.value))) == refusal


@pytest.mark.parametrize(
    "line",
    [
        "",
        "=",
        "= ",
        "?",
        "? go",
        "? go:",
        "bestmove 10",
        "=legal 10",
        "id",
        "= Legal",
        "option seed",
        "option seed number 1",
        "option a choice b among c d",
        "option a switch maybe",
        "option a colour red",
    ],
)
def test_a_line_that_is_no_answer_is_not_taken_for_one(line: str) -> None:
    with pytest.raises(BadLineError):
        answer_in(line)


def test_what_an_info_line_has_beyond_the_known_is_passed_over() -> None:
    assert answer_in("info temperature 3 nodes 7 text nodes 8") == Info(nodes=7, text="nodes 8")


@pytest.mark.parametrize(
    "told",
    ["nodes", "verdict draw", "nodes -1", "nodes 3.5e6", "seconds soon", "seconds nan", "seconds -1", "seconds 1e999"],
)
def test_what_an_info_line_tells_unreadably_is_passed_over(told: str) -> None:
    assert answer_in(f"info depth 3 {told}") == Info(depth=3)


@pytest.mark.parametrize(
    ("text", "seconds"), [("1e-05", 0.00001), ("0.00012345678", 0.00012345678), ("5", 5.0), ("123456", 123_456.0)]
)
def test_the_seconds_of_a_search_are_told_as_programs_print_numbers(text: str, seconds: float) -> None:
    assert answer_in(f"info seconds {text}") == Info(seconds=seconds)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("= bestmove  10", Accepted("bestmove", "10")),
        ("= bestmove 10  ", Accepted("bestmove", "10")),
        ("  =  bestmove\t10", Accepted("bestmove", "10")),
        ("?  go:  no position ", Refused("go", "no position")),
        ("info nodes  5   depth 3 ", Info(nodes=5, depth=3)),
        ("id  name  My  engine ", Identity("name", "My  engine")),
        ("option  bias  number  0 min -5  max 5", Option("bias", Kind.NUMBER, "0", -5, 5)),
    ],
)
def test_words_of_an_answer_are_separated_by_any_number_of_spaces(line: str, answer: Answer) -> None:
    assert answer_in(line) == answer


@pytest.mark.parametrize(
    ("option", "possible", "impossible"),
    [
        (Option("a", Kind.NUMBER, "3", 2, 5), ["2", "5"], ["1", "6", "-3", "x", ""]),
        (Option("a", Kind.NUMBER, "0", -5, -2), ["-5", "-2"], ["-6", "-1", "2", "-", "--2", "-02"]),
        (Option("a", Kind.SWITCH, "on"), ["on", "off"], ["true", ""]),
        (Option("a", Kind.CHOICE, "b", choices=("b", "c")), ["b", "c"], ["a", ""]),
        (Option("a", Kind.TEXT, ""), ["", "any words"], []),
    ],
)
def test_an_option_takes_what_it_can_be_and_nothing_else(
    option: Option, possible: list[str], impossible: list[str]
) -> None:
    assert [option.checked(value) for value in possible] == possible
    for value in impossible:
        with pytest.raises(BadLineError) as refused:
            option.checked(value)
        assert refused.value.word == Word.SETOPTION


def test_a_line_may_end_as_on_any_system() -> None:
    assert text_in(b"ping\n") == text_in(b"ping\r\n") == text_in(b"ping") == "ping"


def test_a_line_has_a_longest_length() -> None:
    assert text_in(b"x" * LONGEST_LINE + b"\r\n") == "x" * LONGEST_LINE
    with pytest.raises(BadLineError, match="at most 65,536 bytes"):
        text_in(b"x" * (LONGEST_LINE + 1) + b"\n")


def reading(read: Callable[[str], object], raw: bytes) -> str:
    """What becomes of a line: the command or answer that it is, or its refusal."""
    try:
        return str(read(text_in(raw)))
    except BadLineError as error:
        return str(Refused(error.word, str(error)))


@given(st.binary(max_size=200))
def test_bytes_are_a_line_or_are_refused_in_one(raw: bytes) -> None:
    assert all(len(reading(read, raw).splitlines()) == 1 for read in (command_in, answer_in))


words = st.sampled_from([*Word, "=", "?", "info", "id", "option", "seconds", "nodes", "text", "number", "min", ":"])


@given(st.lists(words | st.text(max_size=8), max_size=6).map(" ".join))
def test_words_are_a_line_or_are_refused_in_one(text: str) -> None:
    raw = text.encode(errors="replace")
    assert all(len(reading(read, raw).splitlines()) == 1 for read in (command_in, answer_in))


@given(st.text(max_size=50), st.text(max_size=50))
def test_an_answer_is_one_line_whatever_is_quoted_in_it(text: str, sentence: str) -> None:
    for answer in (Accepted("ping", text), Refused("ping", sentence), Identity("name", text), Info(text=text)):
        assert len(str(answer).splitlines()) == 1
