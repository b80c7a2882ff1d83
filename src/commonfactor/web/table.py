"""A table: two seats and the matches that are played at it, as its events tell.

A table is a value. ``after`` gives the table one event later or refuses the event, so that
what is stored, what is remembered and what is checked are one piece of code.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import singledispatchmethod
from typing import Self

from commonfactor.arena.match import Game, Match, MatchOverError
from commonfactor.arena.terms import Names, Player
from commonfactor.rules.base import IllegalMoveError, SetupError
from commonfactor.rules.registry import game_named
from commonfactor.rules.words import sentence
from commonfactor.web.caps import move_in
from commonfactor.web.events import (
    AnyHappening,
    Created,
    Declined,
    Event,
    Hinted,
    Joined,
    Moved,
    NextBegun,
    Offered,
    Opponent,
    Rematched,
    Resigned,
    Swapped,
    TakenBack,
)
from commonfactor.web.refusals import Code, RefusalError, blaming

TAKEBACK, REMATCH = "takeback", "rematch"

MOST_EVENTS = 3_000
"""How long a table can last."""
EVENTS_FOR_MOVES = 600
"""How many of the last events are kept for moves, so that nobody can talk a game to its end."""
MOST_OFFERS = 6
"""How many offers there may be before something else must happen."""


@contextmanager
def agreeing() -> Iterator[None]:
    """Refuse what two players cannot agree on."""
    try:
        yield
    except (SetupError, MatchOverError) as error:
        raise RefusalError(Code.BAD_SETUP, sentence(str(error))) from None


@dataclass(frozen=True, slots=True)
class Table:
    """Two seats, and what has happened at them."""

    opponent: Opponent
    matches: tuple[Match, ...]
    number: int
    """How many events there were."""
    has_joined: tuple[bool, bool]
    offer: Event | None = None
    """What one player has asked the other for, if that is still open."""
    offers: int = 0
    """How many offers there were since anything else happened."""
    hint: Hinted | None = None
    """The last hint, if nothing has happened since."""
    remark: Moved | None = None
    """The last move, if a program said something with it."""

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Self:
        """The table that stored events lead to."""
        created, *others = events
        table = cls.created(created)
        for event in others:
            table = table.after(event)
        return table

    @classmethod
    def created(cls, event: Event) -> Self:
        """The table that its first event sets up; ``RefusalError`` if that cannot be."""
        what = event.what
        if not isinstance(what, Created):
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
        """The match that a game belongs to, and which one of that match it is; both count from 1."""
        for match in self.matches:
            if number <= len(match.games):
                return match, number
            number -= len(match.games)
        raise IndexError(number)

    @property
    def is_waiting(self) -> bool:
        """Whether the other player has not come yet."""
        return not all(self.has_joined)

    @property
    def is_between_people(self) -> bool:
        """Whether two people play who do not sit together, and the game goes on."""
        return self.opponent is Opponent.FRIEND and self.game.result is None

    @property
    def score(self) -> tuple[int, int]:
        """The won games: of the match, or of all single games."""
        matches = self.matches if self.match.terms.scoring is None else (self.match,)
        first, second = zip(*(match.score for match in matches), strict=True)
        return sum(first), sum(second)

    @property
    def player_to_move(self) -> Player | None:
        """Who is to move or to decide about the swap; None if the game is over, or cannot begin yet."""
        return None if self.game.result or self.is_waiting else self.game.player_to_move

    @property
    def program_to_move(self) -> str | None:
        """The program that is to move or to decide about the swap, if one is."""
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
        room = MOST_EVENTS if isinstance(what, Moved | Swapped | Resigned) else MOST_EVENTS - EVENTS_FOR_MOVES
        if event.number > room:
            raise RefusalError(Code.GAME_FULL, "This game has too many events for that. Please start a new one.")
        changed = self._with(what, event.at)
        is_talk = isinstance(what, Offered | Declined | Hinted)
        return replace(
            changed,
            number=event.number,
            offer=event if isinstance(what, Offered) else self.offer if isinstance(what, Hinted) else None,
            offers=self.offers + isinstance(what, Offered) if is_talk else 0,
            hint=what if isinstance(what, Hinted) else None,
            remark=self.remark if is_talk else what if isinstance(what, Moved) and what.remark else None,
        )

    @singledispatchmethod
    def _with(self, what: AnyHappening, at: datetime) -> Self:
        raise TypeError(f"{what} cannot happen at a table")

    @_with.register
    def _(self, what: Joined, at: datetime) -> Self:
        if self.has_joined[what.player - 1]:
            raise RefusalError(Code.SEAT_TAKEN, "Somebody has joined this game already. You can watch it.")
        old = self.match.names
        names = Names(what.name, old.second) if what.player == 1 else Names(old.first, what.name)
        with blaming("name"), agreeing():
            return replace(self._played(lambda match: match.rename(names)), has_joined=(True, True))

    @_with.register
    def _(self, what: Moved, at: datetime) -> Self:
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
    def _(self, what: Swapped, at: datetime) -> Self:
        self._check_running()
        if not self.game.is_swap_open:
            raise RefusalError(Code.NO_SWAP_OPEN, "Seats can be swapped after the first move only, and only once.")
        self.check_turn(what.player)
        return self._played(lambda match: match.decide_swap(is_taken=what.is_taken, at=at))

    @_with.register
    def _(self, what: TakenBack, at: datetime) -> Self:
        if self.opponent is Opponent.FRIEND:
            self._check_running()
        if not self.can_take_back(what.player):
            raise RefusalError(Code.NOTHING_TO_TAKE_BACK, "You have no move to take back in this game.")

        def undo(match: Match) -> None:
            match.undo()
            while self.opponent is Opponent.FRIEND and match.game.player_to_move != what.player:
                match.undo()

        return self._played(undo)

    @_with.register
    def _(self, what: Offered, at: datetime) -> Self:
        if what.what == TAKEBACK:
            self._check_running()
            if not self.can_take_back(what.player):
                raise RefusalError(Code.NOTHING_TO_TAKE_BACK, "You have no move to take back in this game.")
        else:
            self._check_decided()
        if (self.offer and self.offer.what == what) or self.offers >= MOST_OFFERS:
            raise RefusalError(Code.OFFER_REPEATED, "You have asked for this already.")
        return self

    @_with.register
    def _(self, what: Declined, at: datetime) -> Self:
        if self.offer is None:
            raise RefusalError(Code.NO_OFFER, "There is no offer to answer, or to withdraw.")
        return self

    @_with.register
    def _(self, what: Resigned, at: datetime) -> Self:
        self.check_turn(what.player)
        return self._played(Match.resign)

    @_with.register
    def _(self, what: Hinted, at: datetime) -> Self:
        self.check_turn(what.player)
        return self._played(Match.count_hint) if what.is_counted else self

    @_with.register
    def _(self, what: NextBegun, at: datetime) -> Self:
        self._check_over()
        if self.match.is_over:
            raise RefusalError(Code.MATCH_OVER, "The match is decided. Ask for a rematch.")
        return self._played(Match.begin_next_game)

    @_with.register
    def _(self, what: Rematched, at: datetime) -> Self:
        self._check_decided()
        return replace(self, matches=(*self.matches, self.match.rematch(what.seed)))

    def _played(self, change: Callable[[Match], None]) -> Self:
        match = self.match.fork()
        change(match)
        return replace(self, matches=(*self.matches[:-1], match))

    def _check_running(self) -> None:
        if self.is_waiting:
            raise RefusalError(Code.WAITING, "The other player has not joined yet.")
        if self.game.result:
            raise RefusalError(Code.GAME_OVER, "The game is over, so it is too late for that.")

    def check_turn(self, player: Player) -> None:
        """Refuse what only the player to move can do."""
        self._check_running()
        if self.player_to_move != player:
            raise RefusalError(Code.NOT_YOUR_TURN, "It is not your turn.")

    def _check_over(self) -> None:
        if self.is_waiting:
            raise RefusalError(Code.WAITING, "The other player has not joined yet.")
        if self.game.result is None:
            raise RefusalError(Code.GAME_RUNNING, "That is possible when the game is over.")

    def _check_decided(self) -> None:
        self._check_over()
        if not self.match.is_over:
            raise RefusalError(Code.MATCH_RUNNING, "The match is not decided yet. Begin its next game.")
