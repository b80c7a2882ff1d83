"""Players by what a person writes: a name of the registry, a Python file, or an engine.

``perfect`` and ``lookahead:3`` are in the registry; ``mine.py:Mine`` is what a file calls ``Mine``;
``engine:./mine --fast`` is a program that speaks the engine protocol. A text means the same in
every process that finds the same files, so players travel as text.
"""

import logging
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import lru_cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from shlex import split
from shutil import which
from traceback import extract_tb
from types import ModuleType
from typing import Any

from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, InvalidMoveError, NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.solver._core import Control

DEFAULT_SECONDS = 1.0
"""What an engine may spend on a move."""

_ENGINE = "engine:"
_FILE = ".py:"
_LONGEST_ERROR = 200

_log = logging.getLogger(__name__)

Chooser = Callable[[AnyRules, Any, Random, Control], Any]


class EntrantError(NotationError):
    """The text names no player that can play here; the message says why."""


class Guest(Player):
    """A player that somebody has written for himself: where it crashes or breaks a rule, it loses the game."""

    def __init__(self, name: str, chooser: Chooser) -> None:
        """Call a player by the text that it was asked for with."""
        self.name, self.description = name, "plays as its author likes"
        self._chooser = chooser
        self._has_crashed = False

    def choice(self, rules: AnyRules, position: Any, random: Random, control: Control) -> Choice:
        try:
            answer = self._chooser(rules, position, random, control)
            choice = answer if isinstance(answer, Choice) else Choice(answer)
            # A move is what its text says, so that an integer of NumPy or a word will do as well.
            word = str(choice.move)
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:
            raise self._crash(error) from error
        try:
            move = rules.parse_move(word)
            objection = rules.objection(position, move)
        except InvalidMoveError as error:
            objection = str(error)
        if objection:
            raise Forfeit("illegal-move", f"{self.name} answered {quoted(word)}: {objection}", choice.attempts + 1)
        return choice._replace(move=move)

    def _crash(self, error: BaseException) -> Forfeit:
        sentence = f"{self.name} crashed: {_told(error)}"
        # A player that crashes once does so a thousand times; its author needs to be told once.
        if not self._has_crashed:
            _log.warning("%s", sentence)
        self._has_crashed = True
        return Forfeit("crashed", sentence)


@lru_cache
def entrant(text: str, folder: str = ".", seconds: float = DEFAULT_SECONDS) -> Player:
    """The player that a text names; ``NotationError`` says what is wrong with it.

    Files are looked for from a folder on, and engines may spend so many seconds on a move. A process
    has every player once, since one may take long to load.
    """
    if text.startswith(_ENGINE):
        from commonfactor.agents.engine_player import EnginePlayer  # noqa: PLC0415  # most players are no engines

        player: Player = EnginePlayer(_command(text), seconds)
        player.name = text
        return player
    if path := source_of(text, folder):
        return Guest(text, _chooser_in(path, text.rpartition(_FILE)[2]))
    try:
        return player_called(text)
    except NotationError as error:
        raise EntrantError(f"{error}, or FILE.py:NAME, or {_ENGINE}COMMAND") from None


def check_entrant(text: str, folder: str = ".") -> str:
    """What a player is called in tables and files; ``NotationError`` if there is none. No engine is started."""
    if text.startswith(_ENGINE):
        _command(text)
        return text
    return entrant(text, folder).name


def source_of(text: str, folder: str = ".") -> Path | None:
    """The file that a player comes from, if it comes from one."""
    if text.startswith(_ENGINE) or not (_FILE in text or text.endswith(".py")):
        return None
    file, colon, _ = text.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise EntrantError(f"a player in a file is written FILE.py:NAME, such as mine.py:Mine, not {quoted(text)}")
    return Path(folder, file).resolve()


def digest_of(path: Path) -> str:
    """What stands for the content of a file: it changes when the file does."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def _command(text: str) -> list[str]:
    try:
        command = split(text.removeprefix(_ENGINE))
    except ValueError as error:
        raise EntrantError(f"the command of {quoted(text)} cannot be read: {str(error).lower()}") from None
    if not command:
        raise EntrantError(f"an engine is written {_ENGINE}COMMAND ARGUMENT..., such as {_ENGINE}./mine --fast")
    if which(command[0]) is None:
        raise EntrantError(f"there is no program {quoted(command[0])} for {quoted(text)}")
    return command


def _chooser_in(path: Path, name: str) -> Chooser:
    if not path.is_file():
        raise EntrantError(f"there is no file {str(path)!r}")
    try:
        with redirect_stdout(sys.stderr):
            found = getattr(_module_in(path), name, None)
            player = found() if isinstance(found, type) and issubclass(found, Player) else found
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a foreign file does, one sentence tells it
        raise EntrantError(f"{path.name} cannot be loaded: {_told(error)}") from None
    if player is None:
        raise EntrantError(f"{path.name} has no {quoted(name)}")
    if isinstance(player, Player):
        return player.choice
    if isinstance(player, type) or not callable(player):
        raise EntrantError(f"{quoted(name)} in {path.name} is neither a Player nor a function that chooses a move")
    return lambda rules, position, random, _: player(rules, position, random)


@lru_cache
def _module_in(path: Path) -> ModuleType:
    """The module that a file is; what stands beside the file can be imported from it."""
    name = f"commonfactor_entrant_{sha256(str(path).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _told(error: BaseException) -> str:
    """An error in one line, with the place where it happened."""
    frames = extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:_LONGEST_ERROR] + where
