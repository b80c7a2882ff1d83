"""Errors of engines, each with the reason code under which it loses a game."""

from typing import ClassVar


class EngineError(Exception):
    """An engine did not do what the protocol asks of it; the message is a sentence that says what."""

    reason: ClassVar[str]

    def __init_subclass__(cls, reason: str) -> None:
        cls.reason = reason


class EngineNotStartedError(EngineError, reason="crashed"):
    """The command cannot be run, or the engine was closed before."""


class EngineCrashedError(EngineError, reason="crashed"):
    """The engine ended, or closed its input or output."""


class EngineSilentError(EngineError, reason="no-answer"):
    """The engine did not answer in time."""


class EngineUnreadableError(EngineError, reason="unreadable"):
    """The engine wrote something that is no answer, or not the answer to what it was asked."""


class EngineTooLoudError(EngineError, reason="too-much-output"):
    """The engine said more than an answer may have."""


class EngineUntoldError(EngineError, reason="refused"):
    """A command does not fit into a line, which is no fault of the engine. Nothing was sent."""


class EngineRefusedError(EngineError, reason="refused"):
    """The engine refused a command. The conversation can go on."""


class IllegalEngineMoveError(EngineError, reason="illegal-move"):
    """The engine's move is no move, or is not allowed."""
