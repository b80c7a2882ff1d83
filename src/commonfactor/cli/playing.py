"""The commands that play a game or replay one."""

import sys
from argparse import Namespace
from datetime import UTC, datetime
from functools import partial
from random import SystemRandom

from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordFile
from commonfactor.cli.option_values import line_in, names_in, seed_in, starter_in, terms_in
from commonfactor.cli.parser import parser
from commonfactor.players.registry import player_called
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of
from commonfactor.terminal.menu import Menu
from commonfactor.terminal.reviews import match_from, second_chance
from commonfactor.terminal.screen import Screen, is_terminal
from commonfactor.terminal.session import Session
from commonfactor.terminal.transcript import replay as tell_again

_now = partial(datetime.now, UTC)


def menu(_options: Namespace) -> ExitCode:
    """Ask for a game at a terminal; play Factor Clash from piped input."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return play(parser().parse_args(["play", "factor-clash"]))
    asking = Menu(Screen(plain=False), _now, SystemRandom())
    code = exit_code_of(asking.run)
    return _parted(asking.session, code) if asking.session else code


def play(options: Namespace) -> ExitCode:
    line = line_in(options)
    match = Match(line.rules, names_in(options), terms_in(options), starter=starter_in(options))
    match.play_all(line.moves, _now())
    screen = Screen(plain=options.plain)
    session = Session(match, screen, _now)
    if (options.first or "").lower() == "coin" and not screen.plain:
        screen.show([f"The coin says: {match.names[match.game.starter - 1]} starts.", ""])
    if options.record is not None:
        session.record_to(options.record)
    return _parted(session, exit_code_of(session.run))


def resume(options: Namespace) -> ExitCode:
    record = RecordFile(options.file)
    match, screen = record.load(), Screen(plain=options.plain)
    if match.winner:
        screen.show([f"This is over: {match.names[match.winner - 1]} has won. Use replay to see it again."])
        return ExitCode.FINISHED
    session = Session(match, screen, _now, record)
    return _parted(session, exit_code_of(session.run))


def replay(options: Namespace) -> ExitCode:
    match = RecordFile(options.file).load()
    tell_again(match, Screen(plain=options.plain))
    if not match.is_over:
        complain("this is as far as the record goes; resume takes it up from here")
    return ExitCode.FINISHED


def retry(options: Namespace) -> ExitCode:
    opponent, seed, screen = player_called(options.vs).name, seed_in(options), Screen(plain=options.plain)
    played = match_from(options.game_played)
    sessions: list[Session] = []

    def run() -> None:
        if match := second_chance(played, opponent, seed, screen):
            sessions.append(Session(match, screen, _now, commentator=player_called("tutor")))
            sessions[0].run()

    code = exit_code_of(run)
    return _parted(sessions[0], code) if sessions else code


def _parted(session: Session, code: ExitCode) -> ExitCode:
    """Say how to go on with an unfinished match; returns the exit code."""
    if not session.match.is_over:
        complain(session.how_to_go_on())
    return ExitCode.BAD_INPUT if session.has_lost_record else code
