"""The computer in games: it moves when it is its turn, and gives hints."""

import asyncio
import logging

from commonfactor.arena.terms import Player
from commonfactor.players.hints import LAST_STEP
from commonfactor.web.computations import Oracle
from commonfactor.web.events import AnyHappening, Event, Hinted, Moved, Swapped
from commonfactor.web.game_hub import Decide, GameHub
from commonfactor.web.live_game import LiveGame, Request
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.remarks import is_worth_a_word
from commonfactor.web.table import Table
from commonfactor.web.tasks import Choose

LONGEST_PAUSE = 60
"""Longest pause before a failed move is tried again, so that no game ever hangs."""

_FIRST_PAUSE = 2
_MOST_DOUBLINGS = 5
_ENDS = {Code.GAME_FULL, Code.NO_SUCH_GAME}

_log = logging.getLogger(__name__)


class Computer:
    """Plays for the programs of all games."""

    def __init__(self, games: GameHub, oracle: Oracle) -> None:
        self._games, self._oracle = games, oracle
        games.on_change = self._look_at

    def _look_at(self, live: LiveGame) -> None:
        if live.table.program_to_move and live.thinking is None:
            live.thinking = asyncio.create_task(self._play(live))

    async def _play(self, live: LiveGame) -> None:
        failures = 0
        try:
            while live.table.program_to_move:
                try:
                    await self._games.act(live, await self._decision(live.table, live.client))
                    failures = 0
                except RefusalError as refusal:
                    if refusal.code in _ENDS:
                        return
                    if refusal.code is not Code.WRONG_PLY:
                        await asyncio.sleep(_pause_after(refusal, failures))
                        failures += refusal.code is not Code.QUEUE_FULL
        except Exception:  # noqa: BLE001  # nobody awaits this task, so it has to log
            _log.exception("the computer gave up")
        finally:
            live.thinking = None

    async def _decision(self, table: Table, client: str) -> Decide:
        game, program, player = table.game, table.program_to_move, table.game.player_to_move
        assert program is not None  # noqa: S101  # the caller has seen to it
        line = game.line
        what: AnyHappening
        if game.is_swap_open:
            what = Swapped(player, is_taken=await self._oracle.wants_seat(line, program, client))
        else:
            seed, number = table.match.terms.seed, len(table.match.games)
            task = Choose(str(line), program, seed, number, is_worth_a_word(game))
            choice = await self._oracle.choice(task, client)
            remark, claims = choice.get("remark", ""), tuple(choice.get("claims", ()))
            what = Moved(player, len(line.moves) + 1, choice["move"], remark, claims)
        return _if_unchanged(table, what)

    async def hint(self, live: LiveGame, player: Player, request: Request, client: str) -> Event:
        """The next step of a hint; only the first counts. Idempotent: a repeated request returns the original event."""
        table = live.table
        if known := live.answered(request):
            return known
        table.check_turn(player)
        step = min(table.hint.step + 1, LAST_STEP) if table.hint else 1
        hint = await self._oracle.hint(table.game.line, step, client)
        moves, claims, is_counted = tuple(hint["moves"]), tuple(hint["claims"]), table.hint is None
        what = Hinted(player, step, hint["text"], moves, claims, hint["short"], is_counted)
        return await self._games.act(live, _if_unchanged(table, what), request)


def _pause_after(refusal: RefusalError, failures: int) -> float:
    """The seconds until the next try: as advised, doubled with each failure."""
    seconds = refusal.retry_after or _FIRST_PAUSE
    return min(seconds * (1 << min(failures, _MOST_DOUBLINGS)), LONGEST_PAUSE)


def _if_unchanged(table: Table, what: AnyHappening) -> Decide:
    """Decide for something only if the game has not changed since it was computed."""

    def decide(now: Table) -> AnyHappening:
        if now.number != table.number:
            raise RefusalError(Code.WRONG_PLY, "The game has gone on meanwhile.")
        return what

    return decide
