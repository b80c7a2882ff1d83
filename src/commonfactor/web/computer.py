"""The computer's part in a game: it moves when it is its turn, and helps when it is asked."""

import asyncio

from commonfactor.arena.terms import Player
from commonfactor.players.hints import LAST_STEP
from commonfactor.web.events import AnyHappening, Hinted, Moved, Swapped
from commonfactor.web.live import Decide, LiveGame, LiveGames, Request
from commonfactor.web.oracle import Oracle
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.table import Table

# A program that could not be asked is asked again after so many seconds.
_PAUSE = 1.0


class Computer:
    """Plays for the programs of all games."""

    def __init__(self, games: LiveGames, oracle: Oracle) -> None:
        """Look after every game that changes."""
        self._games, self._oracle = games, oracle
        games.on_change = self._look_at

    def _look_at(self, live: LiveGame) -> None:
        if live.table.program_to_move and live.thinking is None:
            live.thinking = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveGame) -> None:
        try:
            while live.table.program_to_move:
                try:
                    await self._games.act(live, await self._decision(live.table, live.id))
                except RefusalError as refusal:
                    if refusal.code is Code.GAME_FULL:
                        return
                    if refusal.code is not Code.WRONG_PLY:
                        await asyncio.sleep(refusal.retry_after or _PAUSE)
        finally:
            live.thinking = None

    async def _decision(self, table: Table, client: str) -> Decide:
        game, program, player = table.game, table.program_to_move, table.game.player_to_move
        assert program is not None  # noqa: S101  # the caller has seen to it
        line = game.line
        what: AnyHappening
        if game.is_swap_open:
            what = Swapped(player, is_taken=await self._oracle.wants_seat(line, client))
        else:
            seed, number = table.match.terms.seed, len(table.match.games)
            choice = await self._oracle.choice(line, program, seed, number, client)
            what = Moved(player, len(line.moves) + 1, choice["move"])
        return _if_unchanged(table, what)

    async def hint(self, live: LiveGame, player: Player, request: Request, client: str) -> Hinted:
        """The next step of help, counted; the same once more if the same request was answered before."""
        table = live.table
        if known := live.answered(request):
            assert isinstance(known.what, Hinted)  # noqa: S101  # that is what such a request is answered by
            return known.what
        table.check_turn(player)
        step = min(table.hint.step + 1, LAST_STEP) if table.hint else 1
        text = await self._oracle.hint(table.game.line, step, client)
        event = await self._games.act(live, _if_unchanged(table, Hinted(player, step, text)), request)
        assert isinstance(event.what, Hinted)  # noqa: S101  # as above
        return event.what


def _if_unchanged(table: Table, what: AnyHappening) -> Decide:
    """Let something happen only as long as the game stands where it was when that was thought out."""

    def decide(now: Table) -> AnyHappening:
        if now.number != table.number:
            raise RefusalError(Code.WRONG_PLY, "The game has gone on meanwhile.")
        return what

    return decide
