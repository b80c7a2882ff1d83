"""Players from text: a name of the registry, ``mine.py:Mine`` in a Python file, or an engine, ``engine:./mine --fast``.

A text means the same in every process that finds the same files, so players are passed between processes as text.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout, suppress
from functools import lru_cache, partial
from hashlib import sha256
from inspect import signature
from pathlib import Path
from random import Random
from reprlib import repr as shortened
from shlex import split
from shutil import which
from signal import SIG_IGN, SIGINT, getsignal
from threading import current_thread, main_thread
from traceback import extract_tb
from types import ModuleType
from typing import Any

from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import InvalidMoveError, NotationError
from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import quoted
from commonfactor.solver._core import Control

DEFAULT_SECONDS = 1.0  # of an engine for a move
_ENGINE = "engine:"
_FILE = ".py:"
_POSSIBLE = (
    "a player is a text such as perfect, FILE.py:NAME or engine:COMMAND, a Player, a class of Players that is made "
    "without arguments, or a function (rules, position, random) that returns a move"
)
_LONGEST_ERROR = 200
_LONGEST_REASON = 40
_MOST_CHARACTERS = 1_000
_MOST_ATTEMPTS = 1_000_000

Chooser = Callable[[Line, Random, Control], Any]


class EntrantError(NotationError):
    """There is no such player, or it cannot play here; the message says why."""


class UserPlayer(Player):
    """A user-supplied player, which loses the game if it crashes or breaks a rule."""

    def __init__(self, name: str, chooser: Chooser) -> None:
        self.name, self.description = name, "plays as its author likes"
        self._chooser = chooser

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        try:
            choice = self._answer(line, random, control)
            # Moves are compared as text, so an integer of NumPy or a string will do as well.
            word = str(choice.move)
        except Forfeit:
            raise
        except BaseException as error:
            # Only the main thread gets the user's interrupts; elsewhere the player itself has raised one.
            can_be_interrupted = current_thread() is main_thread() and getsignal(SIGINT) is not SIG_IGN
            if can_be_interrupted and not isinstance(error, Exception | SystemExit):
                raise
            raise Forfeit("crashed", f"{self.name} crashed: {_error_line(error)}") from error
        try:
            move = line.rules.parse_move(word)
            objection = line.rules.objection(line.position, move, line.moves)
        except InvalidMoveError as error:
            objection = str(error)
        if objection:
            raise Forfeit("illegal-move", f"{self.name} answered {quoted(word)}: {objection}", choice.attempts + 1)
        return choice._replace(move=move)

    def _answer(self, line: Line, random: Random, control: Control) -> Choice:
        """The player's choice; ``ValueError`` if its other fields have values that no file could store."""
        try:
            answer = self._chooser(line, random, control)
        except Forfeit as forfeit:
            reason: object = forfeit.reason
            if not (isinstance(reason, str) and reason.isprintable() and 0 < len(reason) <= _LONGEST_REASON):
                problem = f"the reason of a forfeit is 1 to {_LONGEST_REASON} printable characters, not {reason!r}"
                raise ValueError(problem) from None
            _check_remark("sentence", forfeit.sentence, forfeit.attempts)
            raise
        choice = answer if isinstance(answer, Choice) else Choice(answer)
        _check_remark("note", choice.note, choice.attempts)
        return choice


def _check_remark(kind: str, words: object, attempts: object) -> None:
    if type(attempts) is not int or not 0 <= attempts <= _MOST_ATTEMPTS:
        raise ValueError(f"attempts are a whole number from 0 to {_MOST_ATTEMPTS:,}, not {attempts!r}")
    if not isinstance(words, str) or len(words) > _MOST_CHARACTERS:
        raise ValueError(f"a {kind} is a text of at most {_MOST_CHARACTERS:,} characters")


def entrant(
    text: str, folder: str = ".", seconds: float = DEFAULT_SECONDS, sources: Mapping[str, str] | None = None
) -> Player:
    """The player that a text names; ``NotationError`` if there is none. No engine is started yet.

    Paths of files are relative to the folder; the seconds are an engine's time for a move. If the sources have a digest
    for the text, only that version of the file may play. Each version is loaded once per process.
    """
    path = source_of(text, folder)
    wanted = (sources or {}).get(text)
    return _entrant(text, path, seconds, wanted or (digest_of(path) if path else ""))


@lru_cache
def _entrant(text: str, path: Path | None, seconds: float, digest: str) -> Player:
    if text.startswith(_ENGINE):
        return _engine(text, seconds)
    if path:
        return UserPlayer(text, _chooser_in(path, digest, text.rpartition(_FILE)[2]))
    try:
        return player_called(text)
    except NotationError as error:
        raise EntrantError(f"{error}, or FILE.py:NAME, or {_ENGINE}COMMAND") from None


def _engine(text: str, seconds: float) -> Player:
    from commonfactor.agents.engine_player import EnginePlayer  # noqa: PLC0415  # most players are no engines

    try:
        command = split(text.removeprefix(_ENGINE))
    except ValueError as error:
        raise EntrantError(f"the command of {quoted(text)} cannot be read: {str(error).lower()}") from None
    if not command:
        raise EntrantError(f"an engine is written {_ENGINE}COMMAND ARGUMENT..., such as {_ENGINE}./mine --fast")
    if which(command[0]) is None:
        raise EntrantError(f"there is no program {quoted(command[0])} for {quoted(text)}")
    player = EnginePlayer(command, seconds)
    player.name = text
    return player


def player_from(given: object) -> Player:
    """A player made of a text, a ``Player``, a class of players, or a function; engines are the caller's to end."""
    if isinstance(given, str):
        return _engine(given, DEFAULT_SECONDS) if given.startswith(_ENGINE) else entrant(given)
    name = str(getattr(given, "__name__", None) or getattr(given, "name", type(given).__name__))
    try:
        chooser = _chooser(given)
        if callable(given) and not isinstance(given, type | Player):
            # Some compiled functions have no signature.
            with suppress(ValueError):
                signature(given).bind("rules", "position", "random")
    except TypeError as error:
        raise EntrantError(f"{name} cannot be asked for a move: {error}; {_POSSIBLE}") from None
    except Exception as error:  # noqa: BLE001  # whatever the class does, it becomes one sentence
        raise EntrantError(f"{name} cannot be made: {_error_line(error)}") from None
    if chooser is None:
        raise EntrantError(f"{shortened(given)} is no player; {_POSSIBLE}")
    return UserPlayer(name, chooser)


def source_of(text: str, folder: str = ".") -> Path | None:
    """The file that a player comes from, if any."""
    if text.startswith(_ENGINE) or not (_FILE in text or text.endswith(".py")):
        return None
    file, colon, _ = text.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise EntrantError(f"a player in a file is written FILE.py:NAME, such as mine.py:Mine, not {quoted(text)}")
    return Path(folder, file).resolve()


def digest_of(path: Path) -> str:
    """A digest of a file, to recognise its version."""
    return _digest(_content(path))


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise EntrantError(f"there is no file {str(path)!r}")
    try:
        return path.read_bytes()
    except OSError as error:
        raise EntrantError(f"{str(path)!r} cannot be read: {error.strerror}") from None


def _chooser_in(path: Path, digest: str, name: str) -> Chooser:
    try:
        with redirect_stdout(sys.stderr):
            found = getattr(_module_in(path, digest), name, None)
            chooser = _chooser(found)
    except EntrantError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever the file does, it becomes one sentence
        raise EntrantError(f"{path.name} cannot be loaded: {_error_line(error)}") from None
    if found is None:
        raise EntrantError(f"{path.name} has no {quoted(name)}")
    if chooser is None:
        raise EntrantError(f"{quoted(name)} in {path.name} is neither a Player nor a function that chooses a move")
    return chooser


def _chooser(found: object) -> Chooser | None:
    """The function that asks a ``Player``, a class of players or a function for a move; None for anything else."""
    player = found() if isinstance(found, type) and issubclass(found, Player) else found
    if isinstance(player, Player):
        return player.choice
    if isinstance(player, type) or not callable(player):
        return None
    # Unlike a closure, it can be pickled if the player's own function can.
    return partial(_choice_of_function, player)


def _choice_of_function(function: Callable[..., Any], line: Line, random: Random, _: Control) -> Any:
    return function(line.rules, line.position, random)


@lru_cache
def _module_in(path: Path, digest: str) -> ModuleType:
    """A version of a file as a module, which can import what stands beside it."""
    content = _content(path)
    if _digest(content) != digest:
        raise EntrantError(f"{str(path)!r} is not, or no longer, what it was when the tournament was begun")
    name = f"commonfactor_entrant_{_digest(str(path).encode())}_{digest}"
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(path)
    # Runs exactly what was hashed, neither old bytecode nor a later edit.
    exec(compile(content, path, "exec", dont_inherit=True), vars(module))  # noqa: S102  # that is what the file is for
    return module


def _error_line(error: BaseException) -> str:
    """An error in one line, with the place in the player's code where it happened."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith((__file__, "<"))]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:_LONGEST_ERROR] + where
