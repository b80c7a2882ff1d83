"""Engines that break the protocol, each in its own way: ``python hostile_engines.py KIND``.

A kind is a function. ``REASONS`` has the code by which a player with that engine must lose.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

POSITION = "factor-clash:2-20:15,5"
"""What they are asked about; the moves are 10 and 20."""

AGES = 600


def say(text: str) -> None:
    say_bytes(text.encode() + b"\n")


def say_bytes(text: bytes) -> None:
    with suppress(BlockingIOError):
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()


def talk(**answers: Callable[[], object]) -> None:
    """Be a well-behaved engine that plays 10, but for the answers to some commands."""
    for line in sys.stdin:
        word = line.split()[0]
        if word in answers:
            answers[word]()
        else:
            say({"hello": "= hello 1", "go": "= bestmove 10"}.get(word, f"= {word}"))
        if word == "quit":
            return


def sleep(seconds: float = AGES) -> None:
    time.sleep(seconds)


def in_turn(*acts: Callable[[], object]) -> Callable[[], None]:
    """One act after the other."""

    def act() -> None:
        for each in acts:
            each()

    return act


def never_answers() -> None:
    sleep()


def reads_and_never_answers() -> None:
    talk(hello=lambda: None)


def hello_then_silence() -> None:
    talk(position=sleep)


def silent_at_go() -> None:
    talk(go=sleep)


def answers_too_late() -> None:
    talk(go=in_turn(lambda: sleep(2), lambda: say("= bestmove 10")))


def answers_only_after_stop() -> None:
    talk(go=lambda: None, stop=lambda: say("= bestmove 10\n= stop"))


def trickles() -> None:
    def trickle() -> None:
        while True:
            say_bytes(b"=")
            time.sleep(0.02)

    talk(go=trickle)


def talks_until_time_is_up() -> None:
    def report() -> None:
        while True:
            say("info nodes 1")
            time.sleep(0.02)

    talk(go=report)


def endless(piece: bytes) -> None:
    while True:
        say_bytes(piece)


def endless_nonsense() -> None:
    talk(go=lambda: endless(b"no line of an answer\n"))


def endless_reports() -> None:
    talk(go=lambda: endless(b"info nodes 1\n" * 1000))


def endless_line() -> None:
    talk(go=lambda: endless(b"x" * 1000))


def endless_from_the_start() -> None:
    endless(b"info nodes 1\n" * 1000)


def huge_line() -> None:
    talk(go=lambda: say("= bestmove " + "1" * 10_000_000))


def huge_greeting() -> None:
    talk(hello=lambda: say("\n".join(f"option o{n} text x" for n in range(100_000)) + "\n= hello 1"))


def crash_at_start() -> None:
    sys.exit("cannot find the book of openings")


def exits_silently() -> None:
    sys.exit(0)


def crash_at_hello() -> None:
    talk(hello=os.abort)


def crash_during_go() -> None:
    talk(go=lambda: os.kill(os.getpid(), signal.SIGSEGV))


def raises_during_go() -> None:
    talk(go=lambda: int("a move"))


def illegal_move() -> None:
    talk(go=lambda: say("= bestmove 7"))


def move_made_before() -> None:
    talk(go=lambda: say("= bestmove 15"))


def not_a_move() -> None:
    talk(go=lambda: say("= bestmove queen to h5"))


def no_move() -> None:
    talk(go=lambda: say("= bestmove"))


def move_of_another_game() -> None:
    talk(go=lambda: say("= bestmove 48/2"))


def immense_number() -> None:
    talk(go=lambda: say("= bestmove " + "9" * 60_000))


def binary() -> None:
    talk(go=lambda: say_bytes(bytes(range(256)) * 20))


def zeros() -> None:
    talk(go=lambda: say_bytes(bytes(500) + b"\n"))


def invalid_utf8() -> None:
    talk(go=lambda: say_bytes(b"= bestmove \xff\xfe10\n"))


def drives_the_terminal() -> None:
    talk(go=lambda: say_bytes(b"\x1b[2J\x1b]0;mine\x07\n"))


def answers_twice() -> None:
    talk(position=lambda: say("= position\n= position"))


def answers_before_asked() -> None:
    say("= bestmove 10")
    talk()


def answers_another_command() -> None:
    talk(go=lambda: say("= ping"))


def bad_option() -> None:
    talk(hello=lambda: say("option size number large\n= hello 1"))


def wrong_version() -> None:
    talk(hello=lambda: say("= hello 2"))


def refuses_hello() -> None:
    talk(hello=lambda: say("? hello: I do not talk to you"))


def refuses_position() -> None:
    talk(position=lambda: say("? position: I only know chess"))


def refuses_go() -> None:
    talk(go=lambda: say("? go: I would rather not"))


def closes_output() -> None:
    talk(position=in_turn(lambda: os.close(1), sleep))


def closes_input() -> None:
    os.read(0, len("hello 1\n"))
    os.close(0)
    say("= hello 1")
    sleep()


def ignores_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    talk(go=sleep)


def stops_itself() -> None:
    talk(go=lambda: os.kill(os.getpid(), signal.SIGSTOP))


def forks(count: int) -> None:
    for _ in range(count):
        if os.fork() == 0:
            sleep()


def leaves_children_and_dies() -> None:
    talk(go=in_turn(lambda: forks(20), lambda: os._exit(1)))


def daemonises() -> None:
    def play() -> None:
        if os.fork() == 0:
            os.setpgid(0, 0)
            if os.fork() == 0:
                os.setpgid(0, 0)
                sleep()
            os._exit(0)
        say("= bestmove 7")

    talk(go=play)


def keeps_forking() -> None:
    def multiply() -> None:
        say("= bestmove 7")
        for _ in range(40):
            if os.fork():
                sleep()
            time.sleep(0.01)

    talk(go=multiply)


def floods_errors() -> None:
    def complain() -> None:
        while True:
            os.write(2, b"all is lost\n" * 1000)

    talk(go=complain)


REASONS = {
    never_answers: "no-answer",
    reads_and_never_answers: "no-answer",
    hello_then_silence: "no-answer",
    silent_at_go: "no-answer",
    answers_too_late: "no-answer",
    answers_only_after_stop: "no-answer",
    trickles: "no-answer",
    talks_until_time_is_up: "no-answer",
    ignores_signals: "no-answer",
    stops_itself: "no-answer",
    floods_errors: "no-answer",
    endless_nonsense: "unreadable",
    endless_reports: "too-much-output",
    endless_line: "too-much-output",
    endless_from_the_start: "too-much-output",
    huge_line: "too-much-output",
    huge_greeting: "too-much-output",
    crash_at_start: "crashed",
    exits_silently: "crashed",
    crash_at_hello: "crashed",
    crash_during_go: "crashed",
    raises_during_go: "crashed",
    closes_output: "crashed",
    closes_input: "crashed",
    leaves_children_and_dies: "crashed",
    illegal_move: "illegal-move",
    move_made_before: "illegal-move",
    not_a_move: "illegal-move",
    no_move: "illegal-move",
    move_of_another_game: "illegal-move",
    immense_number: "illegal-move",
    daemonises: "illegal-move",
    keeps_forking: "illegal-move",
    binary: "unreadable",
    zeros: "unreadable",
    invalid_utf8: "unreadable",
    drives_the_terminal: "unreadable",
    answers_twice: "unreadable",
    answers_before_asked: "unreadable",
    answers_another_command: "unreadable",
    bad_option: "unreadable",
    wrong_version: "unreadable",
    refuses_hello: "refused",
    refuses_position: "refused",
    refuses_go: "refused",
}
KINDS = {kind.__name__: kind for kind in REASONS}

if __name__ == "__main__":
    KINDS[sys.argv[1]]()
