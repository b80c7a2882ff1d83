"""Proofs with something wrong: random changes of their JSON forms, and positions to take proofs of."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import Opening, PoolRules

Json = Any

_JUNK: tuple[Json, ...] = (
    *(None, True, False, 0, 1, 2, 7, -1, 10**18, 10**30, 1.0, 1.5, "", "0", "*", "1/2", "-1", "2*", "1/3", "7", "x"),
    *(" 7", "07", "+7", "٣", "7,", "60/12", "9" * 5000, [], [7], [[7], 1], [[7], [7], "*"], ["", "7"], {}, {"wins": 1}),
)
_VALUES = ("0", "*", "1", "-1", "1/2", "-1/2", "1*", "2", "7", "0*", "2/4")
_KINDS = ("pairing", "heaps", "halves", "groups", "lead", "paths", "line")


def random_line(game: type[AnyRules], random: Random, most_numbers: int) -> Line:
    """A random position of a random small setup, with the moves that lead there."""
    line = Line.start(_random_rules(game, random, most_numbers))
    for _ in range(random.randint(0, most_numbers)):
        moves = line.rules.legal_moves(line.position)
        # A finished game has the least to say, so it is left in half of all cases.
        if not moves or (len(moves) == 1 and random.random() < 0.5):
            break
        line = line.play(random.choice(moves))
    return line


def _random_rules(game: type[AnyRules], random: Random, most_numbers: int) -> AnyRules:
    if not issubclass(game, PoolRules):
        highest = 300 if game is DivisorDuel else 24
        numbers = [random.randint(2, highest) for _ in range(random.choice([1, 2, 2, 3]))]
        return game.from_setup("+".join(map(str, numbers)))
    low = random.choice([2, 2, 2, 3, 4, 5, 7])
    opening = random.choice([Opening.ANY, Opening.ANY, Opening.ANY, Opening.EVEN, Opening.NO_LONE_PRIMES])
    try:
        return game(low, low + random.randint(2, most_numbers), opening)
    except ValueError:
        return game(low, low + 2, Opening.ANY)  # no number may be picked first


def mutant(form: Json, line: Line, random: Random) -> Json:
    """A proof's JSON form with one to three changes, some of them such as a liar would make."""
    changed = deepcopy(form)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        if random.random() < 0.3:
            _lie(changed, line, random)
        else:
            _change_somewhere(changed, random)
    return changed


# Changes that know nothing of proofs


def _change_somewhere(form: Json, random: Random) -> None:
    """Change a random node of a form, the form itself among them."""
    places = list(_places(form))
    container, key = random.choice(places) if places else (form, None)
    node = form if key is None else container[key]
    if isinstance(node, list | dict) and random.random() < 0.7:
        _rearrange(node, random, form)
    elif key is not None:
        container[key] = _replacement(node, random, form)


def _places(form: Json) -> Iterator[tuple[Json, Any]]:
    """Every node of a form, by the container that it is in and the key there; the whole has none."""
    yield None, None
    waiting = [form]
    while waiting:
        container = waiting.pop()
        for key in list(container) if isinstance(container, dict) else range(len(container)):
            yield container, key
            if isinstance(container[key], list | dict):
                waiting.append(container[key])


def _nodes(form: Json) -> list[Json]:
    return [container[key] for container, key in _places(form) if container is not None]


def _replacement(node: Json, random: Random, form: Json) -> Json:
    """Something else of the same type; now and then something of another."""
    replacements: list[Json]
    match node:
        case bool():
            replacements = [not node]
        case int():
            replacements = [node - 1, node + 1, node + 2, 2 * node, node ^ 1, 0, random.randint(2, 24)]
        case str() if node in _KINDS:
            replacements = [*_KINDS]
        case str() if node.isdecimal() and len(node) < 20:
            replacements = [str(int(node) + step) for step in (-2, -1, 1, 2)]
        case str():
            replacements = [*_VALUES, f"{node},{random.randint(2, 20)}", node.rpartition(",")[0], node[1:]]
        case None:
            replacements = ["2", "3", "7", []]
        case _:
            replacements = _nodes(form)
    return deepcopy(random.choice(replacements if random.random() < 0.9 else _JUNK))


def _rearrange(node: Json, random: Random, form: Json) -> None:
    """Add, remove, double, exchange or shuffle what is in a container."""
    if isinstance(node, dict):
        keys = [*node, "extra", "note"]
        key = random.choice(keys)
        if key in node and random.random() < 0.4:
            del node[key]
        else:
            node[key] = deepcopy(random.choice([*_nodes(form), *_JUNK]))
        return
    place = random.randint(0, len(node))
    change = random.choice(["insert", "append", "remove", "remove", "double", "swap", "shuffle", "clear"])
    if change in {"insert", "append"} or not node:
        new = deepcopy(random.choice([random.choice(_nodes(form)), random.choice(_JUNK), random.randint(2, 24)]))
        node.insert(place if change == "insert" else len(node), new)
    elif change == "remove":
        del node[min(place, len(node) - 1)]
    elif change == "double":
        node.append(deepcopy(random.choice(node)))
    elif change == "swap":
        first, second = random.randrange(len(node)), random.randrange(len(node))
        node[first], node[second] = node[second], node[first]
    elif change == "shuffle":
        random.shuffle(node)
    elif random.random() < 0.3:
        node.clear()


# Changes that keep a proof looking like one


def _lie(form: Json, line: Line, random: Random) -> None:
    """Change a proof as somebody would who knows its kind and wants to be believed."""
    # An earlier change may have left nothing to lie about.
    with suppress(AttributeError, IndexError, KeyError, TypeError, ValueError):
        match form["kind"]:
            case "groups" | "lead":
                _lie_about_groups(form, random)
            case "paths":
                _lie_about_walks(form, random)
            case "line":
                _blunder(form, line, random)
            case _:
                _claim_another_move(form, line, random)


def _claim_another_move(form: Json, line: Line, random: Random) -> None:
    moves = [str(move) for move in line.rules.legal_moves(line.position)]
    form["move"] = random.choice([*moves, None])
    form["wins"] = form["move"] is not None


def _lie_about_groups(form: Json, random: Random) -> None:
    """Give a group or two another worth, split or join groups, or leave out the table of replies."""
    groups = form[random.choice([key for key in form if key in {"groups", "changed_to", "shares", "shares_after"}])]
    first, second = random.choice(groups), random.choice(groups)
    match random.randrange(5):
        case 0:
            other = random.choice([1, 2, 3])
            first[-1] = first[-1] ^ other if isinstance(first[-1], int) else random.choice(_VALUES)
        case 1:
            first[-1], second[-1] = second[-1], first[-1]
        case 2 if first is not second:
            groups.remove(second)
            for part, more in zip(first[:-1], second[:-1], strict=True):
                part.extend(more)
            if isinstance(first[-1], int):
                first[-1] ^= second[-1]
        case 3:
            number = random.choice([number for part in first[:-1] for number in part])
            parts = [[number] if number in part else [] for part in first[:-1]]
            for part in first[:-1]:
                if number in part:
                    part.remove(number)
            groups.append([*parts, 1 if isinstance(first[-1], int) else "*"])
        case _:
            form["replies" if "replies" in form else "move"] = None


def _lie_about_walks(form: Json, random: Random) -> None:
    """Shorten a walk, turn it round, or give the shorter walk of the two to the winner."""
    walk = form[random.choice(["own", "theirs"])]
    match random.randrange(4):
        case 0:
            del walk[random.randrange(len(walk)) :]
        case 1:
            walk.reverse()
        case 2:
            del walk[random.randrange(len(walk))]
        case _:
            form["own"], form["theirs"] = form["theirs"], form["own"]
            form["wins"] = len(form["own"]) > len(form["theirs"])
    form["move"] = str(form["own"][0]) if form["wins"] else None


def _blunder(form: Json, line: Line, random: Random) -> None:
    """Leave the line at a random move, and play on at random; or doctor the table of replies."""
    change = random.randrange(4)
    if change == 0:
        form["replies"] = None
    elif change == 1:
        reply = random.choice(form["replies"])
        form["replies"].append([f"{reply[0]},{reply[1]}".lstrip(","), random.choice(form["replies"])[1]])
    else:
        ply = random.randrange(len(form["line"]))
        for move in form["line"][:ply]:
            line = line.play(line.rules.parse_move(move))
        moves = form["line"][:ply]
        while legal := line.rules.legal_moves(line.position):
            moves.append(str(random.choice(legal)))
            line = line.play(line.rules.parse_move(moves[-1]))
        form["line"] = moves
        if form["wins"]:
            form["move"] = moves[0]


def mutated(form: Json, random: Random) -> Json:
    """Any JSON form with one or two random changes."""
    changed = deepcopy(form)
    for _ in range(random.choice([1, 1, 2])):
        _change_somewhere(changed, random)
    return changed
