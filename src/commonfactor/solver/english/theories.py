"""Why positions are won and lost, in English."""

from itertools import chain

from commonfactor.rules.words import MOST_LISTED, counted, first_few
from commonfactor.solver.col_values import Value
from commonfactor.solver.english.sentences import CLAUSES, Forms, Person, Scene, glance, named
from commonfactor.solver.proofs.groups import Cancel, ChangeGroup
from commonfactor.solver.proofs.lead import Ahead, Share
from commonfactor.solver.proofs.nim import ChangeNumber, Prime, Steps
from commonfactor.solver.proofs.pairing import Barrier, Pairs, Spare
from commonfactor.solver.proofs.paths import Apart, Walks
from commonfactor.solver.proofs.replies import ForcedLine


def _pairs(claim: Pairs, scene: Scene) -> Forms:
    if not claim.pairs:
        return f"there are no two numbers left {scene.rules.relation.pairs()}"
    pairs = first_few([f"{one} and {other}" for one, other in claim.pairs], MOST_LISTED)
    paired = set(chain(*claim.pairs))
    if not all(move in paired for move in scene.rules.legal_moves(scene.position)):
        first = f"{scene.mover} can answer every number with its partner"
        return first, f"{first}: {pairs}", f"{first}: {pairs}"
    short = f"{scene.other} can answer every number with its partner: {pairs}"
    first = f"whatever {scene.mover:{scene.verb}} has a partner, and {scene.other:answer} with that"
    return first, short, f"{first}: {pairs}"


def _barrier(claim: Barrier, scene: Scene) -> Forms:
    short = "no other pairing has more pairs"
    place = f", with the place that {scene.mover:play} from," if claim.with_start else ""
    aside = f"set {first_few(claim.numbers, MOST_LISTED)} aside, and the rest" if claim.numbers else "the numbers left"
    unless = " unless its partner was set aside" if claim.numbers else ""
    falls = "falls" if claim.numbers else "fall"
    groups, lone = f"groups {scene.rules.relation.unrelated}", "each group with an odd count leaves a number over"
    return short, (
        f"{short}: {aside}{place} {falls} into {groups}, and {lone}{unless}, so that at least {claim.alone} stay alone"
    )


def _spare(claim: Spare, scene: Scene) -> Forms:
    possible = f"there can be {counted(claim.pairs, 'pair')}"
    related = scene.rules.relation.pairs()
    return f"pair up numbers {related}, as many as possible: {possible}. Take a number that is not needed"


def _steps(claim: Steps, scene: Scene) -> Forms:
    verb = _STEP_WORDS[scene.rules.mechanic]
    counts = ", ".join(f"{number} {_can_be(verb, count)}" for number, count in claim.steps)
    if len(claim.steps) > 1:
        first, short, full = _outcome(claim.left_over, "numbers", scene)
        return first, short, f"of the numbers, {counts}. {full}"
    counts = f"the number {counts}"
    if claim.left_over:
        return counts
    answer = f"whatever {scene.mover:leave} can be, and {scene.other} can leave one again that cannot"
    return f"{counts}: {answer}"


_STEP_WORDS = {"divide": "divided", "subtract": "halved"}


def _can_be(verb: str, times: int) -> str:
    often = {1: "once", 2: "twice"}.get(times, f"{_in_parts(times)} times")
    return f"can be {verb} {often}" if times else f"cannot be {verb}"


def _change_number(claim: ChangeNumber, scene: Scene) -> Forms:
    wanted = _can_be(_STEP_WORDS[scene.rules.mechanic], claim.to)
    if scene.rules.has_one_number:
        return f"leave a number that {wanted}"
    return f"change the {claim.number} to a number that {wanted}: then everything cancels"


def _cancel(claim: Cancel, scene: Scene) -> Forms:
    if not claim.groups:
        return "no number is left"
    alone = [group.numbers[0] for group in claim.groups if len(group.numbers) == 1]
    texts = [
        f"{first_few(group.numbers, MOST_LISTED)} (worth {_in_parts(group.nimber)})"
        for group in claim.groups
        if len(group.numbers) > 1
    ]
    if alone:
        texts.append(f"{named(alone)} alone (worth 1{' each' if len(alone) > 1 else ''})")
    first, short, full = _outcome(claim.left_over, "groups", scene)
    return first, short, f"the groups are {'; '.join(texts)}. {full}"


def _change_group(claim: ChangeGroup, scene: Scene) -> Forms:
    if len(claim.numbers) == 1:
        return f"look for a number that {scene.rules.relation.lonely()}"
    group = f"look at the group {glance(claim.numbers)}"
    worth = _in_parts(claim.to) if claim.to else "nothing"
    return group, f"{group}: make it worth {worth}, as all others together are"


def _outcome(over: int, parts: str, scene: Scene) -> tuple[str, str, str]:
    """The conclusion from the rest that remains when equal parts cancel."""
    if over:
        short = f"the {parts} do not cancel yet: {_parts(over)} is left over"
        return short, short, f"Equal parts cancel in pairs, and {_parts(over)} is left over"
    if not scene.rules.can_move(scene.position):
        short = f"the {parts} are such that {scene.mover:have} no move"
        return short, short, f"So {scene.mover:have} no move"
    taken = f"whatever {scene.mover:{scene.verb}}, {scene.other} can make"
    answer = f"{taken} everything cancel again"
    return (
        f"{taken} the {parts} cancel in pairs again",
        f"the {parts} cancel in pairs: {answer}",
        f"Equal parts cancel in pairs, and nothing is left over: {answer}, and so {scene.other:move} last",
    )


def _in_parts(number: int) -> str:
    """A number, and the parts that it falls into if these are several."""
    return str(number) if number.bit_count() < 2 else f"{number} ({_parts(number)})"


def _parts(number: int) -> str:
    return "+".join(str(1 << place) for place in reversed(range(number.bit_length())) if number >> place & 1)


def _ahead(claim: Ahead, scene: Scene) -> Forms:
    total = Value.parse(claim.total)
    standing = "in all, " + (lead(total, scene.mover, scene.other) if any(total) else "nobody is ahead")
    if not total.is_won_by_mover:
        standing += f". It is {scene.mover:'s} move, so {scene.mover:run} out first"
    lone = [share for share in claim.groups if len(share.own) == 1 and share.own == share.theirs]
    others = [share for share in claim.groups if share not in lone]
    texts = [f"{_share(share, scene)} ({lead(share.worth, scene.mover, scene.other)})" for share in others]
    if lone:
        numbers, each = named([share.own[0] for share in lone]), " each" if len(lone) > 1 else ""
        texts.append(f"{numbers} alone (one move{each} for whoever comes first)")
    if not texts:
        return standing
    groups = f"the group{' is' if len(texts) == 1 else 's are'} {first_few(texts, MOST_LISTED, '; ')}"
    return standing, f"{groups}. {standing[:1].upper()}{standing[1:]}"


def _share(share: Share, scene: Scene) -> str:
    """The numbers of a group, and who may take them."""
    parts = [
        ([number for number in share.own if number in share.theirs], "both"),
        ([number for number in share.own if number not in share.theirs], scene.mover),
        ([number for number in share.theirs if number not in share.own], scene.other),
    ]
    return ", ".join(f"{first_few(part, MOST_LISTED)} for {whose}" for part, whose in parts if part)


def _walks(claim: Walks, scene: Scene) -> Forms:
    walks = ", ".join(
        f"{who:'s} longest walk is {named(walk)}" if walk else f"{who:have} nowhere to go"
        for who, walk in ((scene.mover, claim.own), (scene.other, claim.theirs))
    )
    if len(claim.own) > len(claim.theirs):
        ending = f"{scene.mover:'s} walk is longer"
    else:
        ending = f"{scene.mover:are} to move, and so {scene.mover:run} out first"
    short = f"{walks}. {ending[:1].upper()}{ending[1:]}"
    return ending, short, f"no number can be reached by both any more, so only the longest walks count: {short}"


def _line(claim: ForcedLine, scene: Scene) -> Forms:
    position = scene.position
    for move in claim.moves:
        position = scene.rules.play(position, scene.rules.parse_move(move))
    loser = scene.mover if len(claim.moves) % 2 == 0 else scene.other
    end = "and so on" if scene.rules.can_move(position) else f"and then {loser:have} no move"
    line = f"play can go {first_few(claim.moves, MOST_LISTED)}, {end}"
    return line, f"{line}. That nothing else helps was found by trying everything"


def lead(value: Value, mover: str, other: str) -> str:
    """By how much somebody is ahead."""
    star = "one move for whoever comes first"
    if not value.number:
        return star if value.star else "even"
    size, leader = abs(value.number), Person(mover if value.number > 0 else other)
    ahead = f"{leader:are} {size} move{'s' if size > 1 else ''} ahead"
    return f"{ahead}, and there is {star}" if value.star else ahead


CLAUSES |= {
    Prime: lambda it, scene: f"{it.number} is prime, so {scene.mover} cannot divide it",
    Apart: lambda _, scene: (
        f"{scene.mover} and {scene.other} cannot meet any more: look for {scene.mover:'s} longest walk"
    ),
    Pairs: _pairs,
    Barrier: _barrier,
    Spare: _spare,
    Steps: _steps,
    ChangeNumber: _change_number,
    Cancel: _cancel,
    ChangeGroup: _change_group,
    Ahead: _ahead,
    Walks: _walks,
    ForcedLine: _line,
}
