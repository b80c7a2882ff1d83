"""Whoever reads a text can play: what it says, in any disguise, is the game and nothing else."""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from commonfactor.agents.text import Disguise, Refusal, TextGame
from commonfactor.agents.text.disguise import coined_words
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games

SETUPS = [
    *(f"{game}:{setup}:" for game in ("clash", "challenge", "duel", "frenzy") for setup in ("2-16", "5-30")),
    *("clash:2-21,opening=even:", "challenge:2-20,opening=no-lone-primes:", "duel:7-7:"),
    *("duel:2-21,opening=even:", "frenzy:3-24,opening=even:", "frenzy:20-44,opening=no-lone-primes:"),
    *("divisor:60:", "divisor:7:", "divisor:720:", "divisor:12+30+12:", "divisor:36+36:", "divisor:2+3+30:"),
]

# A reader of its own. It knows what the rules of a game say in words, and nothing of the package.

KINDS = {
    "follow": ("with the number picked just before it", "linked with the {noun} picked just before it"),
    "continue": ("with the last number that you picked", "linked with the last {noun} that you picked yourself"),
    "avoid": ("must be co-prime with every number", "may be linked with none of the {noun}s you have picked"),
    "clear": ("all its factors and all its multiples", "with it go all {noun}s that are linked with it"),
    "step": ("and divide: N becomes N / d", "How many times it goes in", "The word that the step leads to"),
}


class Rulebook(NamedTuple):
    """What a reader has understood of the rules."""

    kind: str
    pool: frozenset[str]
    first: frozenset[str]
    links: dict[str, frozenset[str]]
    steps: dict[str, dict[str, str]]


def words_after(label: str, text: str) -> list[str]:
    found = re.search(rf"{re.escape(label)} (.*?)\.?$", text, re.MULTILINE)
    assert found, f"{label} is missing"
    return [] if found[1] == "none" else found[1].split(", ")


def understood(text: str) -> Rulebook:
    nouns = ("number", "word")
    (kind,) = [
        kind
        for kind, said in KINDS.items()
        if any(phrase.format(noun=noun) in text for phrase in said for noun in nouns)
    ]
    if kind == "step":
        return Rulebook(kind, frozenset(), frozenset(), {}, steps_in(text))
    if found := re.search(r"the pool holds these words: ([\w, ]+)\.", text):
        pool = frozenset(found[1].split(", "))
        links = {word: frozenset(others) for word, others in listed_lines(text, "the words that it is linked with:")}
    else:
        found = re.search(r"the pool holds the numbers from (\d+) to (\d+), both", text)
        assert found
        numbers = range(int(found[1]), int(found[2]) + 1)
        pool = frozenset(map(str, numbers))
        links = {str(number): frozenset(map(str, linked(number, numbers, kind))) for number in numbers}
    return Rulebook(kind, pool, first_words(text, pool), links, {})


def linked(number: int, numbers: range, kind: str) -> Iterator[int]:
    for other in numbers:
        if kind == "clear":
            is_linked = other % number == 0 or number % other == 0
        else:
            is_linked = any(number % third == 0 and other % third == 0 for third in range(2, number + 1))
        if is_linked and other != number:
            yield other


def first_words(text: str, pool: frozenset[str]) -> frozenset[str]:
    if found := re.search(r"The first word of the game must be one of these: ([\w, ]+)\.", text):
        return frozenset(found[1].split(", "))
    if re.search(r"The first number( of the game)? must be even\.", text):
        return frozenset(word for word in pool if int(word) % 2 == 0)
    if "The first number must share a factor" in text or "both into it and into another number" in text:
        numbers = range(min(map(int, pool)), max(map(int, pool)) + 1)
        return frozenset(word for word in pool if any(linked(int(word), numbers, "follow")))
    return pool


def listed_lines(text: str, heading: str) -> Iterator[tuple[str, list[str]]]:
    _, _, rest = text.partition(f"{heading}\n")
    for line in rest.partition("\n\n")[0].splitlines():
        word, _, others = line.partition(": ")
        yield word, [] if others == "none" else others.split(", ")


def steps_in(text: str) -> dict[str, dict[str, str]]:
    if "leads to" not in text:
        start = max(map(int, words_after("In this game the players start from", text)))
        # Every number below may occur; the reader need not know which do.
        return {str(n): {str(d): str(n // d) for d in range(2, n) if n % d == 0} for n in range(2, start + 1)}
    return {
        word: dict(step.split(" to ", 1) for step in steps)
        for word, steps in listed_lines(text, "its steps with the words that they lead to:")
    }


def moves_by_position(rules: Rulebook, text: str) -> set[str]:
    """The legal moves, from the rules and from what the text says about the position."""
    if rules.kind == "step":
        return steps_from(rules, words_after(f"The shared {noun_of(text)}{plural_in(text)} now:", text))
    left = frozenset(words_after("Left in the pool:", text))
    found = re.search(r"You are (Player [12]), and it is your turn\.", text)
    assert found
    me, opponent = found[1], {"Player 1": "Player 2", "Player 2": "Player 1"}[found[1]]
    if left == rules.pool:
        return set(rules.first)
    if rules.kind == "follow":
        return allowed(rules, left, words_after(f"Last {noun_of(text)} of {opponent}:", text))
    if rules.kind == "continue":
        return allowed(rules, left, words_after(f"Last {noun_of(text)} of {me}:", text))
    if rules.kind == "avoid":
        return {word for word in left if not rules.links[word] & set(words_after(f"Taken by {me}:", text))}
    return set(left)


def moves_by_history(rules: Rulebook, text: str) -> set[str]:
    """The legal moves, from the rules and the moves so far."""
    history = [move.partition(" ")[0] for move in words_after("Moves so far:", text)]
    if rules.kind == "step":
        return steps_from(rules, replayed(rules, words_after("In this game the players start from", text), history))
    left = set(rules.pool)
    for word in history:
        left -= {word} | (rules.links[word] if rules.kind == "clear" else frozenset())
    mine = history[len(history) % 2 :: 2]
    if not history:
        return set(rules.first)
    if rules.kind == "avoid":
        return {word for word in left if not rules.links[word] & set(mine)}
    return allowed(rules, left, {"follow": history, "continue": mine, "clear": []}[rules.kind][-1:])


def allowed(rules: Rulebook, left: Iterable[str], last: list[str]) -> set[str]:
    return {word for word in left if not last or word in rules.links[last[0]]}


def steps_from(rules: Rulebook, words: list[str]) -> set[str]:
    if len(words) == 1:
        return set(rules.steps[words[0]])
    return {f"{word}/{step}" for word in words for step in rules.steps[word]}


def replayed(rules: Rulebook, words: list[str], history: list[str]) -> list[str]:
    words = words.copy()
    for move in history:
        word, _, step = move.rpartition("/")
        place = words.index(word) if word else 0
        words[place] = rules.steps[words[place]][step]
    return words


def noun_of(text: str) -> str:
    return "word" if "a word" in text or "share one word" in text or "several words" in text else "number"


def plural_in(text: str) -> str:
    return "s" if re.search(r"^The shared (number|word)s now:", text, re.MULTILINE) else ""


# What it reads agrees with the rules.


@pytest.mark.unfollowed
@pytest.mark.parametrize("disguise", Disguise)
@pytest.mark.parametrize("notation", SETUPS)
def test_a_reader_of_the_texts_alone_finds_the_legal_moves_of_every_position(notation: str, disguise: Disguise) -> None:
    rules = parse(notation).rules
    for seed in range(3):
        game = TextGame(rules, lists_legal_moves=False, disguise=disguise, seed=seed)
        random, line = Random(seed), Line.start(rules)
        while legal := rules.legal_moves(line.position):
            named = {game.name_of(move): move for move in legal}
            whole, without_history = game.prompt(line.position, line.moves), game.prompt(line.position)
            rulebook = understood(whole)
            assert moves_by_position(rulebook, whole) == named.keys()
            assert moves_by_history(rulebook, whole) == named.keys()
            assert moves_by_position(rulebook, without_history) == named.keys()
            name = random.choice(sorted(named))
            assert game.move_in(f"MOVE: {name}", line.position) == named[name]
            line = line.play(named[name])
        assert f"The game is over. Player {line.position.to_move.other:d} has won." in game.position_text(line.position)


@pytest.mark.parametrize("disguise", Disguise)
@pytest.mark.parametrize("notation", SETUPS)
def test_the_list_of_legal_moves_is_complete(notation: str, disguise: Disguise) -> None:
    line = parse(notation)
    game = TextGame(line.rules, disguise=disguise)
    if line.rules.can_move(line.position):
        listed = words_after("Legal moves:", game.position_text(line.position))
        assert len(listed) == len(set(listed))
        assert set(listed) == {game.name_of(move) for move in line.rules.legal_moves(line.position)}


# What is hidden stays hidden.

TELLING = re.compile(
    r"factor|divi[ds]|prime|multiple|clash|challenge|duel|frenzy|gcd|kayles|geography|nim\b|commonfactor", re.IGNORECASE
)


def all_texts(notation: str, disguise: Disguise) -> Iterator[str]:
    """Everything that a reader is told in some games, refusals included."""
    rules = parse(notation).rules
    game = TextGame(rules, disguise=disguise, seed=1)
    random, line = Random(4), Line.start(rules)
    yield game.prompt(line.position, ())
    while legal := rules.legal_moves(line.position):
        yield game.position_text(line.position, line.moves)
        for answer in ["", *(f"MOVE: {word}" for word in ("15", "4/2", "1", "x", *names_in(game)))]:
            try:
                game.move_in(answer, line.position, moves=line.moves)
            except Refusal as refusal:
                yield game.prompt(line.position, line.moves, [refusal])
        line = line.play(random.choice(legal))
    yield game.position_text(line.position, line.moves)


def names_in(game: TextGame) -> list[str]:
    """What moves may be called, most of which are legal now and then."""
    numbers = set(re.findall(r"\d+", game.rules_text))
    return [*numbers, *re.findall(r"^(\w+): ", game.rules_text, re.MULTILINE)]


@pytest.mark.parametrize("disguise", [Disguise.RENAMED, Disguise.TOKENS])
@pytest.mark.parametrize(
    "notation", ["clash:2-12:", "challenge:2-12:", "duel:2-12:", "frenzy:2-12:", "divisor:60:", "divisor:12+30:"]
)
def test_no_telling_word_is_left(notation: str, disguise: Disguise) -> None:
    for text in all_texts(notation, disguise):
        assert TELLING.findall(text) == []


@pytest.mark.parametrize("notation", SETUPS)
def test_behind_words_no_number_is_seen(notation: str) -> None:
    line = parse(notation)
    game = TextGame(line.rules, disguise="tokens")
    parts = (game.rules_text, game.position_text(line.position, line.moves), game.request)
    text = "\n".join(parts).replace("Player 1", "").replace("Player 2", "")
    assert not re.search(r"\d|number|odd|even", text)


def test_lists_of_words_are_in_an_order_that_tells_nothing() -> None:
    for notation in ("factor-frenzy:2-30:6", "divisor-duel:12+30+60:60/2"):
        line = parse(notation)
        text = TextGame(line.rules, disguise="tokens").prompt(line.position, line.moves)
        lists = re.findall(
            r"(?:words: |now: |pool: |Taken by Player 1: |moves: |^\w{5}: )(.+?)\.?$", text, re.MULTILINE
        )
        assert len(lists) > 12
        assert all(listed.split(", ") == sorted(listed.split(", ")) for listed in lists)


# Names.


def test_no_two_numbers_have_the_same_word() -> None:
    rules = FactorClash(2, 200)
    for seed in range(20):
        game = TextGame(rules, disguise="tokens", seed=seed)
        names = {game.name_of(number): number for number in range(2, 201)}
        assert len({*names, game.title.lower()}) == 200
        assert all(re.fullmatch("[d-z][aiou][d-z][aiou][vb]", name) for name in names)
        assert all(game.move_in(f"MOVE: {name}", rules.initial_position) == number for name, number in names.items())


def test_another_seed_or_setup_gives_other_words() -> None:
    words = {tuple(coined_words(FactorClash(2, high), seed, 19)) for high in (20, 21) for seed in range(20)}
    assert len(words) == 40


def test_the_same_seed_gives_the_same_words_on_every_day() -> None:
    assert coined_words(FactorClash(), 0, 5) == ["fogov", "sisov", "suliv", "sunub", "pavub"]


NUMERALS = (
    "zero one two three four five six seven eight nine ten eleven twelve dozen hundred thousand null eins zwei "
    "drei vier sieben acht neun zehn elf deux trois quatre cinq sept huit neuf dix onze douze uno dos tres cuatro "
    "cinco seis siete ocho nueve diez due tre quattro cinque sei sette otto nove dieci dois sete oito dez nol "
    "satu dua tiga empat lima enam tujuh delapan sembilan sepuluh moja mbili tatu nne tano sita saba nane tisa "
    "kumi bir iki dort bes alti yedi sekiz dokuz toguz segiz kaks kolme viisi kuusi nolla ena dva tri odin pyat "
    "shest sem vosem devyat desyat sifir sifr wahid khamsa sabaa tisaa hat nyolc kilenc tiz bat bi hiru lau bost "
    "zazpi zortzi ek do teen char panch saat "
)


def test_no_word_is_a_numeral() -> None:
    coined = set(coined_words(FactorClash(), 0, 4608))
    assert len(coined) == 4608
    assert coined.isdisjoint(NUMERALS.split())


def test_words_stand_for_numbers_and_numbers_for_nothing() -> None:
    game = TextGame(FactorClash(), disguise="tokens")
    with pytest.raises(Refusal, match="'12' is not a move of this game"):
        game.move_in("MOVE: 12", game.rules.initial_position)


# Limits.


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_other_words(game: type[AnyRules]) -> None:
    rules = game.from_setup(game.default_setup)
    assert TextGame(rules, disguise="renamed").title != rules.title


def test_a_new_game_is_told_in_the_words_of_its_mechanic() -> None:
    class Variant(FactorClash):
        title = "Variant"

    assert TextGame(Variant()).title == "Variant"
    ours, theirs = (TextGame(rules, disguise="renamed").rules_text for rules in (FactorClash(), Variant()))
    assert ours.splitlines()[1:] == theirs.splitlines()[1:]


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("clash:2-1000000:", "at most 1,000 numbers, and Factor Clash on 2-1000000 has 999,999 or more"),
        ("duel:2-1000:", "at most 20,000 links, and Factor Duel on 2-1000 has "),
        ("divisor:897612484786617600:", "at most 1,000 numbers, and Divisor Duel on 897612484786617600 has 103,679"),
        ("divisor:73513440+223092870:", "at most 1,000 numbers, and Divisor Duel on 73513440.223092870 has 1,151"),
        ("divisor:73513440:", "at most 20,000 links, and Divisor Duel on 73513440 has "),
    ],
)
def test_what_nobody_could_read_is_not_listed(notation: str, sentence: str) -> None:
    rules = parse(notation).rules
    with pytest.raises(SetupError, match=sentence):
        TextGame(rules, disguise="tokens")
    assert TextGame(rules, disguise="renamed").rules_text
