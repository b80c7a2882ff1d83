"""What an engine can do wrong. Each kind has the reason code under which a game is lost by it."""

from typing import ClassVar


class EngineError(Exception):
    """An engine did not do what the protocol asks of it; the message is a sentence that says what."""

    reason: ClassVar[str]

    def __init_subclass__(cls, reason: str) -> None:
        """Give a kind of error its reason code."""
        cls.reason = reason


class EngineNotStartedError(EngineError, reason="crashed"):
    """The command cannot be run, or the engine was closed before."""


class EngineCrashedError(EngineError, reason="crashed"):
    """The engine ended, or closed its input or output."""


class EngineSilentError(EngineError, reason="no-answer"):
    """The engine did not answer in time."""


class EngineUnreadableError(EngineError, reason="unreadable"):
    """The engine said something that is no answer, or not the answer to what it was asked."""


class EngineTooLoudError(EngineError, reason="too-much-output"):
    """The engine said more than an answer may have."""


class EngineUntoldError(EngineError, reason="refused"):
    """What the engine was to be told does not fit into a line. That is no fault of it, and nothing was sent."""


class EngineRefusedError(EngineError, reason="refused"):
    """The engine refused a command. The conversation can go on."""


class IllegalEngineMoveError(EngineError, reason="illegal-move"):
    """The engine answered with a move that is none, or that is not allowed."""
