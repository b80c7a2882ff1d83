"""What an engine can do wrong. Each kind has the reason code under which a game is lost by it."""

from typing import ClassVar


class EngineError(Exception):
    """An engine did not do what the protocol asks of it; the message is a sentence that says what."""

    reason: ClassVar[str]


class EngineNotStartedError(EngineError):
    """The command cannot be run, or the engine was closed before."""

    reason = "crashed"


class EngineCrashedError(EngineError):
    """The engine ended, or closed its input or output."""

    reason = "crashed"


class EngineSilentError(EngineError):
    """The engine did not answer in time."""

    reason = "no-answer"


class EngineUnreadableError(EngineError):
    """The engine said something that is no answer, or not the answer to what it was asked."""

    reason = "unreadable"


class EngineTooLoudError(EngineError):
    """The engine said more than an answer may have."""

    reason = "too-much-output"


class EngineUntoldError(EngineError):
    """What the engine was to be told does not fit into a line. That is no fault of it, and nothing was sent."""

    reason = "refused"


class EngineRefusedError(EngineError):
    """The engine refused a command. The conversation can go on."""

    reason = "refused"


class IllegalEngineMoveError(EngineError):
    """The engine answered with a move that is none, or that is not allowed."""

    reason = "illegal-move"
