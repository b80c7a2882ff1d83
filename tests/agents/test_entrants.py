"""Players by what a person writes."""

import os
import pickle
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import pytest
from processes import run_command

from commonfactor.agents.entrants import EntrantError, digest_of, entrant, source_of
from commonfactor.players.base import THINKING, Choice, Forfeit, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import Change, Move
from commonfactor.rules.notation import parse

FILE = """\
import sys
from commonfactor.players.base import Choice, Forfeit, Player
print("a file may print")

class Lowest(Player):
    def choice(self, line, random, control):
        return Choice(line.rules.legal_moves(line.position)[0], "as low as can be", attempts=1)

class Highest(Player):
    def __init__(self, place=-1):
        self.place = place
    def choice(self, line, random, control):
        return Choice(line.rules.legal_moves(line.position)[self.place])

class Quitter(Player):
    def choice(self, line, random, control):
        raise Forfeit("refused", "I would rather not", attempts=4)

class Needy(Player):
    def __init__(self, something):
        pass
    def choice(self, line, random, control):
        pass

class Unfinished(Player):
    pass

class Stranger:
    pass

second_highest = Highest(-2)
nothing = None
number = 7

def any_move(rules, position, random):
    return random.choice(rules.legal_moves(position))

def as_text(rules, position, random):
    return str(rules.legal_moves(position)[0])

def illegal(rules, position, random):
    return 4

def outside(rules, position, random):
    return 10**30

def silent(rules, position, random):
    return None

def crashing(rules, position, random):
    return 1 // 0

def leaving(rules, position, random):
    sys.exit(3)

def greedy_of_arguments(rules):
    return 2

def interrupting(rules, position, random):
    raise KeyboardInterrupt

class Telling(Player):
    def __init__(self, **told):
        self.told = told
    def choice(self, line, random, control):
        if "reason" in self.told:
            raise Forfeit(**{"sentence": "I give up", **self.told})
        return Choice(line.rules.legal_moves(line.position)[0], **self.told)

without_reason = Telling(reason="")
numbered = Telling(reason=7)
unwritable = Telling(reason="\\ud800")
in_two_lines = Telling(reason="no\\nmore")
long_winded = Telling(reason="no" * 21)
without_sentence = Telling(reason="tired", sentence=None)
without_note = Telling(note=None)
talkative = Telling(note="no" * 501)
forfeits_minus_one = Telling(reason="refused", attempts=-1)
minus_one = Telling(attempts=-1)
in_words = Telling(attempts="two")
beyond_counting = Telling(attempts=10**30)
"""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(FILE)
    return str(tmp_path)


def choice_of(player: Player, notation: str = "factor-clash:2-20:15") -> Choice:
    line = parse(notation)
    return player.choice(line, Random(1), THINKING.control())


def forfeit_of(player: Player, notation: str = "factor-clash:2-20:15") -> Forfeit:
    with pytest.raises(Forfeit) as caught:
        choice_of(player, notation)
    return caught.value


@pytest.mark.parametrize("name", ["perfect", "lookahead:3", "slips:0.2", "5", "club"])
def test_names_of_the_registry_are_its_players(name: str) -> None:
    assert entrant(name) == player_called(name)
    assert entrant(name).name == player_called(name).name
    assert source_of(name) is None


@pytest.mark.parametrize(
    ("name", "move"), [("Lowest", 3), ("Highest", 20), ("second_highest", 18), ("any_move", 6), ("as_text", 3)]
)
def test_a_file_has_players_as_classes_as_instances_and_as_functions(folder: str, name: str, move: Move) -> None:
    player = entrant(f"mine.py:{name}", folder)
    assert player.name == entrant(f"mine.py:{name}", folder).name == f"mine.py:{name}"
    assert choice_of(player).move == move


def test_what_a_player_says_beside_its_move_is_kept(folder: str) -> None:
    assert choice_of(entrant("mine.py:Lowest", folder)) == Choice(3, "as low as can be", 1)


def test_moves_of_several_numbers_are_told_as_text_too(folder: str) -> None:
    assert choice_of(entrant("mine.py:as_text", folder), "divisor-duel:60+48:").move == Change(48, 2)
    assert choice_of(entrant("mine.py:Highest", folder), "divisor-duel:60+48:").move == Change(60, 30)


@pytest.mark.parametrize(
    ("name", "answer"), [("illegal", "'4'"), ("outside", "'1000000000"), ("silent", "'None' is not a number")]
)
def test_an_illegal_move_loses_by_rule(folder: str, name: str, answer: str) -> None:
    forfeit = forfeit_of(entrant(f"mine.py:{name}", folder))
    assert (forfeit.reason, forfeit.attempts) == ("illegal-move", 1)
    assert f"mine.py:{name} answered" in str(forfeit)
    assert answer in str(forfeit)


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("crashing", "ZeroDivisionError: integer division or modulo by zero (mine.py, line 51)"),
        ("leaving", "SystemExit: 3 (mine.py, line 54)"),
        ("greedy_of_arguments", "TypeError: greedy_of_arguments() takes 1 positional argument but 3 were given"),
    ],
)
def test_a_crash_loses_by_rule_with_what_happened_and_where(folder: str, name: str, cause: str) -> None:
    forfeit = forfeit_of(entrant(f"mine.py:{name}", folder))
    assert (forfeit.reason, str(forfeit)) == ("crashed", f"mine.py:{name} crashed: {cause}")


def test_a_forfeit_of_its_own_is_left_as_it_is(folder: str) -> None:
    forfeit = forfeit_of(entrant("mine.py:Quitter", folder))
    assert (forfeit.reason, str(forfeit), forfeit.attempts) == ("refused", "I would rather not", 4)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("chess", "there is no player 'chess'.*or FILE.py:NAME, or engine:COMMAND"),
        ("mine.py", "written FILE.py:NAME"),
        ("mine.py:Missing", "mine.py has no 'Missing'"),
        ("mine.py:", "mine.py has no ''"),
        ("mine.py:nothing", "mine.py has no 'nothing'"),
        ("mine.py:number", "neither a Player nor a function"),
        ("mine.py:Stranger", "neither a Player nor a function"),
        ("mine.py:Needy", "cannot be loaded: TypeError: .*something"),
        ("mine.py:Unfinished", "cannot be loaded: TypeError: .*abstract"),
        ("yours.py:Yours", "there is no file '.*yours.py'"),
        ("broken.py:Any", r"broken.py cannot be loaded: SyntaxError: .*line 1"),
        ("ending.py:Any", r"ending.py cannot be loaded: SystemExit: 2 \(ending.py, line 1\)"),
        ("engine:", "an engine is written engine:COMMAND"),
        ("engine:no-such-program --fast", "there is no program 'no-such-program'"),
        ("engine:sh 'x", "cannot be read: no closing quotation"),
    ],
)
def test_what_names_no_player_gets_a_sentence(folder: str, text: str, complaint: str) -> None:
    Path(folder, "broken.py").write_text("def :\n")
    Path(folder, "ending.py").write_text("raise SystemExit(2)\n")
    with pytest.raises(EntrantError, match=complaint) as caught:
        entrant(text, folder)
    assert "\n" not in str(caught.value)


def test_a_file_can_import_what_stands_beside_it(folder: str) -> None:
    Path(folder, "beside_entrants.py").write_text("FAVOURITE = 12\n")
    Path(folder, "importing.py").write_text("from beside_entrants import FAVOURITE\ndef f(*_): return FAVOURITE\n")
    assert choice_of(entrant("importing.py:f", folder)).move == 12


def test_what_a_file_prints_is_no_output_of_ours(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    entrant("mine.py:Lowest", folder)
    assert capsys.readouterr() == ("", "a file may print\n")


def test_the_digest_changes_with_the_file(folder: str) -> None:
    path = source_of("mine.py:Lowest", folder)
    assert path == Path(folder, "mine.py").resolve()
    assert path is not None
    before = digest_of(path)
    path.write_text(FILE + "\n")
    assert digest_of(path) != before
    assert source_of("engine:mine.py:x") is None


def test_players_travel_as_text(folder: str) -> None:
    called = pickle.dumps(partial(entrant, folder=folder))
    code = f"import pickle; print(pickle.loads({called!r})('mine.py:Lowest').name)"
    finished = run_command(sys.executable, "-c", code)
    assert (finished.code, finished.out) == (0, "mine.py:Lowest\n")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("without_reason", "1 to 40 printable characters, not ''"),
        ("numbered", "1 to 40 printable characters, not 7"),
        ("unwritable", r"1 to 40 printable characters, not '\ud800'"),
        ("in_two_lines", r"1 to 40 printable characters, not 'no\nmore'"),
        ("long_winded", "1 to 40 printable characters, not 'nono"),
        ("without_sentence", "a sentence is a text of at most 1,000 characters"),
        ("without_note", "a note is a text of at most 1,000 characters"),
        ("talkative", "a note is a text of at most 1,000 characters"),
        ("forfeits_minus_one", "a whole number from 0 to 1,000,000, not -1"),
        ("minus_one", "a whole number from 0 to 1,000,000, not -1"),
        ("in_words", "a whole number from 0 to 1,000,000, not 'two'"),
        ("beyond_counting", "a whole number from 0 to 1,000,000, not 1000000"),
    ],
)
def test_what_no_file_could_keep_loses_by_rule(folder: str, name: str, complaint: str) -> None:
    forfeit = forfeit_of(entrant(f"mine.py:{name}", folder))
    assert (forfeit.reason, forfeit.attempts) == ("crashed", 0)
    assert complaint in str(forfeit)


def test_an_interrupt_that_a_player_makes_up_is_a_crash(folder: str) -> None:
    player = entrant("mine.py:interrupting", folder)
    with ThreadPoolExecutor(1) as beside:
        assert beside.submit(forfeit_of, player).result().reason == "crashed"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert forfeit_of(player).reason == "crashed"
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_person_can_interrupt_a_player(folder: str) -> None:
    # Whoever runs the tests in the background may have them ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            choice_of(entrant("mine.py:interrupting", folder))
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_process_that_lives_on_plays_the_version_that_is_asked_for(folder: str) -> None:
    path = Path(folder, "mine.py")

    def digest_with(move: int) -> str:
        path.write_text(f"def f(*_): return {move}\n")
        # Bytecode of the other version would be taken for this one: it has the same length, and now the same age.
        os.utime(path, (1, 1))
        return digest_of(path)

    def answer(digest: str) -> Move:
        return choice_of(entrant("mine.py:f", folder, sources={"mine.py:f": digest})).move

    old = digest_with(3)
    assert answer(old) == 3
    new = digest_with(5)
    assert (answer(new), answer(old)) == (5, 3)
    assert choice_of(entrant("mine.py:f", folder)).move == 5


def test_another_version_than_the_one_that_is_asked_for_does_not_play(folder: str) -> None:
    with pytest.raises(EntrantError, match=r"mine.py' is not, or no longer, what it was when the tournament was begun"):
        entrant("mine.py:Lowest", folder, sources={"mine.py:Lowest": "0123456789abcdef"})


def test_a_file_that_cannot_be_read_gets_a_sentence(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(EntrantError, match=r"mine.py' cannot be read: Permission denied"):
        entrant("mine.py:Lowest", folder)
