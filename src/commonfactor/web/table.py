"""A table: two seats, and the matches that are played at it, as a function of its events.

A table is a value. ``after`` returns the table one event later or refuses the event, so checking
an event, remembering it and replaying it are the same code.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import singledispatchmethod
from typing import Self

from commonfactor.arena.match import Game, Match, MatchOverError
from commonfactor.arena.terms import Names, Player
from commonfactor.rules.base import IllegalMoveError, SetupError
from commonfactor.rules.registry import game_named
from commonfactor.web import events
from commonfactor.web.events import AnyHappening, Event, Opponent
from commonfactor.web.game_limits import move_in
from commonfactor.web.refusals import Code, RefusalError, blaming, refusing

TAKEBACK, REMATCH = "takeback", "rematch"

MOST_EVENTS = 3_000
"""The most events of one table."""
EVENTS_FOR_MOVES = 600
"""How many of the last events are reserved for moves, so that talk cannot fill up a game."""
MOST_OFFERS = 6
"""How many offers may follow one another before something else must happen."""


def agreeing() -> AbstractContextManager[None]:
    """Refuse setups, names and terms that are not possible."""
    return refusing(Code.BAD_SETUP, SetupError, MatchOverError)


@dataclass(frozen=True, slots=True)
class Table:
    """Two seats and the matches played at them, as of some event."""

    opponent: Opponent
    matches: tuple[Match, ...]
    number: int
    """The number of events so far."""
    has_joined: tuple[bool, bool]
    offer: Event | None = None
    """The open offer, if there is one."""
    offers: int = 0
    """The number of offers since anything else happened."""
    hint: events.Hinted | None = None
    """The last hint, unless something has happened since."""
    remark: events.Moved | None = None
    """The last move, if a program said something with it."""

    @classmethod
    def from_events(cls, stored: Iterable[Event]) -> Self:
        """The table that stored events lead to."""
        created, *others = stored
        table = cls.created(created)
        for event in others:
            table = table.after(event)
        return table

    @classmethod
    def created(cls, event: Event) -> Self:
        """The table that its first event sets up; ``RefusalError`` if that is not possible."""
        what = event.what
        if not isinstance(what, events.Created):
            raise TypeError(f"a table begins with its creation, not with {event}")
        with agreeing():
            match = Match(game_named(what.game).from_setup(what.setup), Names(*what.names), what.terms)
            match.play_all(map(match.rules.parse_move, what.moves), event.at)
        waits = what.opponent is Opponent.FRIEND
        joined = tuple(not waits or player == what.player for player in (1, 2))
        return cls(what.opponent, (match,), event.number, (joined[0], joined[1]))

    @property
    def match(self) -> Match:
        """The match being played, or the last one."""
        return self.matches[-1]

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.match.game

    @property
    def games(self) -> list[Game]:
        """All games of all matches, in order."""
        return [game for match in self.matches for game in match.games]

    def place_of(self, number: int) -> tuple[Match, int]:
        """The match that a game belongs to, and the number of the game within it; both count from 1."""
        for match in self.matches:
            if number <= len(match.games):
                return match, number
            number -= len(match.games)
        raise IndexError(number)

    @property
    def is_waiting(self) -> bool:
        """Whether the other player has not joined yet."""
        return not all(self.has_joined)

    @property
    def is_between_people(self) -> bool:
        """Whether two people are playing on two devices, and the game is not over."""
        return self.opponent is Opponent.FRIEND and self.game.result is None

    @property
    def score(self) -> tuple[int, int]:
        """Games won: in the match, or in all single games."""
        matches = self.matches if self.match.terms.scoring is None else (self.match,)
        first, second = zip(*(match.score for match in matches), strict=True)
        return sum(first), sum(second)

    @property
    def player_to_move(self) -> Player | None:
        """The player to move or to decide about the swap; None if the game is over, or cannot begin yet."""
        return None if self.game.result or self.is_waiting else self.game.player_to_move

    @property
    def program_to_move(self) -> str | None:
        """The program of the player to move, if it is one."""
        player = self.player_to_move
        return None if player is None else self.match.terms.programs.of(player)

    def can_take_back(self, player: Player) -> bool:
        """Whether a player has something to take back in the current game."""
        if self.is_waiting or (self.game.result and self.opponent is Opponent.FRIEND):
            return False
        people = self.match.terms.programs.people if self.opponent is not Opponent.FRIEND else (player,)
        return any(self.game.player_of(ply) in people for ply in range(1, len(self.game.line.moves) + 1))

    def after(self, event: Event) -> Self:
        """The table one event later; ``RefusalError`` if that cannot happen now."""
        what = event.what
        is_play = isinstance(what, events.Moved | events.Swapped | events.Resigned)
        if event.number > (MOST_EVENTS if is_play else MOST_EVENTS - EVENTS_FOR_MOVES):
            raise RefusalError(Code.GAME_FULL, "This game has too many events for that. Please start a new one.")
        changed = self._with(what, event.at)
        is_offer, is_hint = isinstance(what, events.Offered), isinstance(what, events.Hinted)
        is_talk = is_offer or is_hint or isinstance(what, events.Declined)
        return replace(
            changed,
            number=event.number,
            offer=event if is_offer else self.offer if is_hint else None,
            offers=self.offers + is_offer if is_talk else 0,
            hint=what if isinstance(what, events.Hinted) else None,
            remark=self.remark if is_talk else what if isinstance(what, events.Moved) and what.remark else None,
        )

    @singledispatchmethod
    def _with(self, what: AnyHappening, at: datetime) -> Self:
        raise TypeError(f"{what} cannot happen at a table")

    @_with.register
    def _(self, what: events.Joined, at: datetime) -> Self:
        if self.has_joined[what.player - 1]:
            raise RefusalError(Code.SEAT_TAKEN, "Somebody has joined this game already. You can watch it.")
        old = self.match.names
        names = Names(what.name, old.second) if what.player == 1 else Names(old.first, what.name)
        with blaming("name"), agreeing():
            return replace(self._played(lambda match: match.rename(names)), has_joined=(True, True))

    @_with.register
    def _(self, what: events.Moved, at: datetime) -> Self:
        self.check_turn(what.player)
        game = self.game
        if game.is_swap_open:
            raise RefusalError(Code.SWAP_OPEN, "First say who takes the first seat.")
        expected = len(game.line.moves) + 1
        if what.ply != expected:
            raise RefusalError(Code.WRONG_PLY, f"Move {expected} is to be made now, not move {what.ply}.")
        move = move_in(self.match.rules, what.move)
        try:
            return self._played(lambda match: match.play(move, at))
        except IllegalMoveError as error:
            raise RefusalError(Code.ILLEGAL_MOVE, f"{move} is not allowed: {error}.") from None

    @_with.register
    def _(self, what: events.Swapped, at: datetime) -> Self:
        self._check_running()
        if not self.game.is_swap_open:
            raise RefusalError(Code.NO_SWAP_OPEN, "Seats can be swapped after the first move only, and only once.")
        self.check_turn(what.player)
        return self._played(lambda match: match.decide_swap(is_taken=what.is_taken, at=at))

    @_with.register
    def _(self, what: events.TakenBack, at: datetime) -> Self:
        if self.opponent is Opponent.FRIEND:
            self._check_running()
        self._check_has_moves(what.player)

        def undo(match: Match) -> None:
            match.undo()
            while self.opponent is Opponent.FRIEND and match.game.player_to_move != what.player:
                match.undo()

        return self._played(undo)

    @_with.register
    def _(self, what: events.Offered, at: datetime) -> Self:
        if what.what == TAKEBACK:
            self._check_running()
            self._check_has_moves(what.player)
        else:
            self._check_decided()
        if (self.offer and self.offer.what == what) or self.offers >= MOST_OFFERS:
            raise RefusalError(Code.OFFER_REPEATED, "You have asked for this already.")
        return self

    @_with.register
    def _(self, what: events.Declined, at: datetime) -> Self:
        if self.offer is None:
            raise RefusalError(Code.NO_OFFER, "There is no offer to answer, or to withdraw.")
        return self

    @_with.register
    def _(self, what: events.Resigned, at: datetime) -> Self:
        self.check_turn(what.player)
        return self._played(Match.resign)

    @_with.register
    def _(self, what: events.Hinted, at: datetime) -> Self:
        self.check_turn(what.player)
        return self._played(Match.count_hint) if what.is_counted else self

    @_with.register
    def _(self, what: events.NextBegun, at: datetime) -> Self:
        self._check_over()
        if self.match.is_over:
            raise RefusalError(Code.MATCH_OVER, "The match is decided. Ask for a rematch.")
        return self._played(Match.begin_next_game)

    @_with.register
    def _(self, what: events.Rematched, at: datetime) -> Self:
        self._check_decided()
        return replace(self, matches=(*self.matches, self.match.rematch(what.seed)))

    def _played(self, change: Callable[[Match], None]) -> Self:
        match = self.match.fork()
        change(match)
        return replace(self, matches=(*self.matches[:-1], match))

    def _check_running(self) -> None:
        if self.is_waiting:
            raise RefusalError(Code.WAITING)
        if self.game.result:
            raise RefusalError(Code.GAME_OVER)

    def check_turn(self, player: Player) -> None:
        """Refuse what only the player to move can do."""
        self._check_running()
        if self.player_to_move != player:
            raise RefusalError(Code.NOT_YOUR_TURN, "It is not your turn.")

    def _check_has_moves(self, player: Player) -> None:
        if not self.can_take_back(player):
            raise RefusalError(Code.NOTHING_TO_TAKE_BACK, "You have no move to take back in this game.")

    def _check_over(self) -> None:
        if self.is_waiting:
            raise RefusalError(Code.WAITING)
        if self.game.result is None:
            raise RefusalError(Code.GAME_RUNNING)

    def _check_decided(self) -> None:
        self._check_over()
        if not self.match.is_over:
            raise RefusalError(Code.MATCH_RUNNING, "The match is not decided yet. Begin its next game.")
