"""Telling a finished or unfinished match again."""

from commonfactor.arena.match import Match
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.transcript import Transcript


def replay(match: Match, screen: Screen) -> None:
    """Print the transcript of a match, answers included, as it read when it was played."""
    first = match.games[0]
    again = Match(match.rules, match.names, match.terms, starter=first.starter)
    transcript = Transcript(again, screen)

    def ask(answer: str) -> None:
        """Begin a turn, with the prompt and its answer if there was one."""
        is_person = again.terms.programs.of(again.game.player_to_move) is None
        transcript.begin_turn(has_board=is_person)
        if is_person:
            screen.show([f"{transcript.prompt()} {answer}"])

    for number, game in enumerate(match.games):
        if number:
            again.begin_next_game()
            screen.show([""])
        transcript.begin_game()
        for move, at in zip(game.line.moves, game.times, strict=True):
            ask(str(move))
            before = again.game.line
            again.play(move, at)
            transcript.tell_move(before, move)
            transcript.show_board()
            if game.swap and again.game.is_swap_open:
                ask("swap" if game.swap.is_taken else "keep")
                again.decide_swap(is_taken=game.swap.is_taken, at=game.swap.at)
                transcript.tell_swap()
        if game.result and not again.game.result:
            ask("resign")
            again.resign()
        transcript.end_game()
