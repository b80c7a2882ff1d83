"""Games: created, joined, played, watched."""

import secrets
from collections.abc import Callable

from msgspec import UNSET, UnsetType, structs
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response

from commonfactor.arena.record import record_of
from commonfactor.arena.terms import DEFAULT_NAMES, Names, Player, check_name, check_names
from commonfactor.players.registry import player_called
from commonfactor.players.solver_players import Tutor
from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import Line
from commonfactor.web import events
from commonfactor.web.analyses import Analysis, Review
from commonfactor.web.api import bodies
from commonfactor.web.api.bodies import SINCE, answer, body, number_of, parameter, since
from commonfactor.web.api.operations import COMPUTED, WITH_OR_WITHOUT, Operation, command
from commonfactor.web.api.position_routes import SECONDS, computed, seconds_in
from commonfactor.web.computations import Oracle, until_gone
from commonfactor.web.events import AnyHappening, Opponent
from commonfactor.web.game_computer import Computer
from commonfactor.web.game_hub import GameHub
from commonfactor.web.game_limits import LONGEST_MATCH, line_in, move_in, rules_in
from commonfactor.web.game_views import Done, GameSince, Hint, NewSeat, NewSeats, OwnGame, extended
from commonfactor.web.live_game import LiveGame, Request, concerning
from commonfactor.web.rate_limits import RateLimits, RequestKind
from commonfactor.web.refusals import Code, RefusalError, blaming, refusing
from commonfactor.web.table import REMATCH, TAKEBACK, Table, agreeing

_DEFAULT_LEVEL = 3
_SEEDS = 10**18

_GAME = "/api/games/{id}"
_GAME_NUMBER = parameter("game", "Which game of all; without it the last one that is over.", type="integer", minimum=1)
_MATCH_NUMBER = parameter("match", "Which match of all; without it the last one.", type="integer", minimum=1)

_ON_TURN = (Code.NOT_YOUR_TURN, Code.GAME_OVER, Code.WAITING)
"""Refusals of what only the player to move may do."""
_OF_OFFERS = (Code.NO_OFFER, Code.OFFER_REPEATED, Code.WAITING)


class GamesApi:
    def __init__(self, games: GameHub, computer: Computer, oracle: Oracle, limits: RateLimits) -> None:
        self._games, self._computer, self._oracle, self._limits = games, computer, oracle, limits

    @Operation(
        "/api/games",
        NewSeats,
        (Code.BAD_NOTATION, Code.BAD_SETUP, Code.TOO_MANY_GAMES, Code.UNAVAILABLE),
        status=201,
        body=bodies.NewGame,
    )
    async def create(self, request: HttpRequest) -> Response:
        """A new game."""
        client = self._limits.admit(request.scope, RequestKind.CREATIONS)
        wanted = await body(request, bodies.NewGame)
        live, tokens, invitation = await self._games.create(_created(wanted), client)
        return answer(NewSeats(live.id, tokens, invitation, _own(live, frozenset(tokens))), 201)

    @Operation(
        f"{_GAME}/join",
        NewSeat,
        (Code.BAD_SETUP, Code.WRONG_INVITATION, Code.NO_SUCH_GAME, Code.SEAT_TAKEN, Code.UNAVAILABLE),
        body=bodies.Joining,
    )
    async def join(self, request: HttpRequest) -> Response:
        """The claim of the free seat."""
        self._limits.admit(request.scope, RequestKind.JOINS)
        wanted = await body(request, bodies.Joining)
        live = await self._live(request)
        token, player = await self._games.join(live, wanted.invitation, wanted.name, wanted.token)
        return answer(NewSeat(token, player, _own(live, frozenset([player]))))

    @Operation(_GAME, GameSince, (Code.NO_SUCH_GAME, Code.UNAVAILABLE), query=(SINCE,), security=WITH_OR_WITHOUT)
    async def game(self, request: HttpRequest) -> Response:
        """A game as it stands, and what has happened since."""
        self._limits.admit(request.scope, RequestKind.READINGS)
        live = await self._live(request)
        number = since(request.query_params)
        # Nothing may happen between the reading of the events and of the game.
        async with live.changing:
            missed = [] if number is None else await self._games.events_since(live, number)
            game = _own(live, live.players_of(_token(request)))
        return answer(extended(game, GameSince, events=[event.as_json() for event in missed]))

    @command(
        f"{_GAME}/moves", Code.BAD_MOVE, Code.WRONG_PLY, Code.ILLEGAL_MOVE, Code.SWAP_OPEN, *_ON_TURN, body=bodies.Move
    )
    async def move(self, request: HttpRequest) -> Response:
        """A move."""
        wanted = await body(request, bodies.Move)

        def is_same(what: AnyHappening) -> bool:
            return isinstance(what, events.Moved) and (what.ply, str(what.move)) == (wanted.ply, str(wanted.move))

        def decide(table: Table, player: Player) -> AnyHappening:
            # A wrong move must not hide that the game has gone on.
            with blaming("move"):
                move = move_in(table.match.rules, wanted.move)
            return events.Moved(player, wanted.ply, move if isinstance(move, int) else str(move))

        return await self._act(request, wanted.id, is_same, decide)

    @command(f"{_GAME}/swap", Code.NO_SWAP_OPEN, *_ON_TURN, body=bodies.SwapAnswer)
    async def swap(self, request: HttpRequest) -> Response:
        """The second player's answer after the first move, where swapping was agreed."""
        wanted = await body(request, bodies.SwapAnswer)

        def is_same(what: AnyHappening) -> bool:
            return isinstance(what, events.Swapped) and what.is_taken == wanted.take

        return await self._act(
            request, wanted.id, is_same, lambda _, player: events.Swapped(player, is_taken=wanted.take)
        )

    @command(f"{_GAME}/takeback", Code.NOTHING_TO_TAKE_BACK, Code.GAME_OVER, *_OF_OFFERS, body=bodies.Consent)
    async def take_back(self, request: HttpRequest) -> Response:
        """A move back: at once, or against a friend with their consent."""
        return await self._agree(request, TAKEBACK, events.TakenBack)

    @command(f"{_GAME}/rematch", Code.GAME_RUNNING, Code.MATCH_RUNNING, *_OF_OFFERS, body=bodies.Consent)
    async def rematch(self, request: HttpRequest) -> Response:
        """Another match, which the other player starts: at once, or against a friend with their consent."""
        return await self._agree(request, REMATCH, lambda player: events.Rematched(player, secrets.randbelow(_SEEDS)))

    @command(f"{_GAME}/next", Code.GAME_RUNNING, Code.MATCH_OVER, Code.WAITING)
    async def next(self, request: HttpRequest) -> Response:
        """The next game of a match that is not decided."""
        return await self._once(request, events.NextBegun)

    @command(f"{_GAME}/resign", *_ON_TURN)
    async def resign(self, request: HttpRequest) -> Response:
        """The end of a game, given up by the player to move."""
        return await self._once(request, events.Resigned)

    @command(
        f"{_GAME}/hint",
        Code.TWO_PEOPLE_PLAY,
        Code.NOT_YOUR_TURN,
        Code.WRONG_PLY,
        Code.GAME_OVER,
        Code.QUEUE_FULL,
        answer=Hint,
    )
    async def hint(self, request: HttpRequest) -> Response:
        """The next step of help for the player to move."""
        wanted = await body(request, bodies.Command)
        live, players = await self._seated(request)
        _check_advice(live)
        asked = _asked(wanted.id, players, lambda what: isinstance(what, events.Hinted))
        client = self._limits.client(request.scope)
        with concerning(live):
            hint = self._computer.hint(live, _acting(live.table, players), asked, client)
            event = await until_gone(request.receive, hint)
        what = event.what
        assert isinstance(what, events.Hinted)  # noqa: S101  # since that is what was asked for
        claims, game = list(what.claims), _after(request, live, players)
        return answer(Hint(what.step, what.text, what.moves, claims, what.short, event.number, game))

    @Operation(f"{_GAME}/analysis", Analysis, (Code.TWO_PEOPLE_PLAY, Code.NO_SUCH_GAME, *COMPUTED), query=(SECONDS,))
    async def game_analysis(self, request: HttpRequest) -> Response:
        """The verdict of the current position of a game, unless two people play it."""
        client = self._limits.admit(request.scope, RequestKind.ANALYSES)
        live = await self._live(request)
        _check_advice(live)
        seconds = seconds_in(request.query_params.get("seconds"))
        with concerning(live):
            return await computed(request, self._oracle.analysis(live.table.game.line, seconds, client))

    @Operation(f"{_GAME}/review", Review, (Code.NO_SUCH_GAME, Code.GAME_RUNNING, *COMPUTED), query=(_GAME_NUMBER,))
    async def game_review(self, request: HttpRequest) -> Response:
        """The review of a game that is over: the player who was winning at every move."""
        client = self._limits.admit(request.scope, RequestKind.ANALYSES)
        live = await self._live(request)
        games = live.table.games
        number = number_of(request.query_params, "game", 1, len(games))
        if number is None:
            number = next((place for place in range(len(games), 0, -1) if games[place - 1].result), len(games))
        if games[number - 1].result is None:
            raise RefusalError(Code.GAME_RUNNING, "A game is reviewed when it is over.", game=live.facts())
        match, place = live.table.place_of(number)
        with concerning(live):
            return await computed(request, self._oracle.review(record_of(match), place, client))

    @Operation(f"{_GAME}/record", str, (Code.NO_SUCH_GAME, Code.UNAVAILABLE), query=(_MATCH_NUMBER,))
    async def record(self, request: HttpRequest) -> Response:
        """A match as text."""
        self._limits.admit(request.scope, RequestKind.READINGS)
        matches = (await self._live(request)).table.matches
        number = number_of(request.query_params, "match", 1, len(matches)) or len(matches)
        match = matches[number - 1].fork()
        # The seed would tell in advance what the computer will play, even after a takeback.
        match.terms = structs.replace(match.terms, seed=0)
        return PlainTextResponse(record_of(match))

    async def _agree(self, request: HttpRequest, what: str, make: Callable[[Player], AnyHappening]) -> Response:
        wanted = await body(request, bodies.Consent)

        def decide(table: Table, player: Player) -> AnyHappening:
            offer = _offer(table, what, wanted.offer)
            if offer is None and (not wanted.accept or wanted.offer is not None):
                raise RefusalError(Code.NO_OFFER, "There is no such offer, or it has been withdrawn.")
            if not wanted.accept:
                return events.Declined(player)
            if table.opponent is not Opponent.FRIEND:
                return make(player)
            # Two requests for a rematch agree; two takebacks may mean different moves.
            is_granted = wanted.offer is not None or what == REMATCH
            if offer and offer.player != player and is_granted:
                return make(offer.player)
            return events.Offered(player, what)

        def is_same(known: AnyHappening) -> bool:
            if not wanted.accept:
                return isinstance(known, events.Declined)
            if isinstance(known, events.Offered):
                return known.what == what
            return isinstance(known, events.TakenBack if what == TAKEBACK else events.Rematched)

        return await self._act(request, wanted.id, is_same, decide)

    async def _once(self, request: HttpRequest, make: type[events.NextBegun | events.Resigned]) -> Response:
        wanted = await body(request, bodies.Command)
        return await self._act(request, wanted.id, lambda what: isinstance(what, make), lambda _, player: make(player))

    async def _act(
        self,
        request: HttpRequest,
        request_id: str,
        is_same: Callable[[AnyHappening], bool],
        decide: Callable[[Table, Player], AnyHappening],
    ) -> Response:
        live, players = await self._seated(request)
        asked = _asked(request_id, players, is_same)
        event = await self._games.act(live, lambda table: decide(table, _acting(table, players)), asked)
        return answer(Done(event.number, _after(request, live, players)))

    async def _live(self, request: HttpRequest) -> LiveGame:
        return await self._games.game(request.path_params["id"])

    async def _seated(self, request: HttpRequest) -> tuple[LiveGame, frozenset[Player]]:
        """The game of a request that needs a seat, and the players whose seats its token is for."""
        client = self._limits.admit(request.scope, RequestKind.MOVES)
        live = await self._live(request)
        token = _token(request)
        if token is None:
            message = "Send the token of your seat in the header Authorization, as Bearer TOKEN."
            raise RefusalError(Code.NO_TOKEN, message, game=live.facts())
        players = live.players_of(token)
        if not players:
            message = "This token belongs to no seat of this game. You can watch it."
            raise RefusalError(Code.WRONG_TOKEN, message, game=live.facts())
        live.client = client
        return live, players


def _asked(request_id: str, players: frozenset[Player], is_same: Callable[[AnyHappening], bool]) -> Request:
    return Request(f"{min(players)}:{request_id}", is_same)


def _offer(table: Table, what: str, number: int | None) -> events.Offered | None:
    """The open offer, if it is of this kind and has the given number, if any."""
    event = table.offer
    if event is None or not isinstance(event.what, events.Offered) or event.what.what != what:
        return None
    return event.what if number in {None, event.number} else None


def _acting(table: Table, players: frozenset[Player]) -> Player:
    """The player to act for: on one device, a token is for both."""
    return table.player_to_move if table.player_to_move in players else min(players)


def _check_advice(live: LiveGame) -> None:
    if live.table.is_between_people:
        message = "Two people are playing this game, so there is no advice until it ends."
        raise RefusalError(Code.TWO_PEOPLE_PLAY, message, game=live.facts())


def _token(request: HttpRequest) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return (token.strip() or None) if scheme.lower() == "bearer" else None


def _own(live: LiveGame, players: frozenset[Player]) -> OwnGame:
    return extended(live.facts(), OwnGame, you=tuple(sorted(players)))


def _after(request: HttpRequest, live: LiveGame, players: frozenset[Player]) -> OwnGame | UnsetType:
    """The game for a client that has acted in it, unless its socket tells it."""
    return UNSET if "return=minimal" in request.headers.get("prefer", "") else _own(live, players)


def _created(wanted: bodies.NewGame) -> events.Created:
    """The first event of a new game."""
    given = [wanted.game is not None, wanted.setup is not None]
    if any(given) if wanted.position is not None else not all(given):
        raise RefusalError(Code.BAD_REQUEST, "A new game needs game and setup, or else a position.")
    if wanted.target is not None and not 1 <= wanted.target <= LONGEST_MATCH:
        message = f"A match goes to 1 to {LONGEST_MATCH} won games, not {wanted.target}."
        raise RefusalError(Code.BAD_SETUP, message, field="target")
    if wanted.position is None:
        line = Line.start(rules_in(wanted.game or "", wanted.setup or ""))
    else:
        with blaming("position"):
            line = line_in(wanted.position)
    program = _program(wanted)
    return events.Created(
        wanted.you,
        game=line.rules.name,
        setup=line.rules.setup,
        opponent=wanted.opponent,
        names=_names(wanted),
        programs=(None, program) if wanted.you == 1 else (program, None),
        seed=secrets.randbelow(_SEEDS),
        moves=tuple(map(str, line.moves)),
        target=wanted.target,
        has_swap=wanted.swap,
    )


def _program(wanted: bodies.NewGame) -> str | None:
    if wanted.opponent is not Opponent.COMPUTER:
        if wanted.level is not None:
            raise RefusalError(Code.BAD_SETUP, "Only the computer has a level.", field="level")
        return None
    with blaming("level"), refusing(Code.BAD_SETUP, NotationError):
        return player_called(str(_DEFAULT_LEVEL if wanted.level is None else wanted.level)).name


def _names(wanted: bodies.NewGame) -> Names:
    """The names of Player 1 and Player 2; a single one is the creator's."""
    given = list(wanted.names or ())
    field = "names"
    for place, name in enumerate(given):
        if name is not None:
            field = f"names[{place}]"
            with blaming(field), agreeing():
                check_name(name)
    defaults = list(DEFAULT_NAMES)
    if wanted.opponent is Opponent.COMPUTER:
        defaults[2 - wanted.you] = "Tutor" if _program(wanted) == Tutor.name else "Computer"
    if len(given) == 1:
        given.insert(0 if wanted.you == 2 else 1, None)
    pairs = zip(given or defaults, defaults, strict=True)
    names = Names(*(default if name is None else name for name, default in pairs))
    with blaming(field), agreeing():
        check_names(names)
    return names
