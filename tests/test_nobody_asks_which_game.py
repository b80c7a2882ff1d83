"""Outside the rules, no code names a game or a mechanic, or switches on what kind of rules it has.

The solver's theories may name mechanics, since a theory is about one.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import commonfactor
from commonfactor.rules import mechanics
from commonfactor.rules.registry import OWN_GAMES

PACKAGE = Path(commonfactor.__file__).parent

MODULES_OF_GAMES = {game.__module__ for game in OWN_GAMES}
MODULES_OF_MECHANICS = {f"{mechanics.__name__}.{found.name}" for found in iter_modules(mechanics.__path__)}
KINDS_OF_RULES = {"AnyRules", "NumberRules", "PoolRules", *(game.__name__ for game in OWN_GAMES)}

NAMES = {name for game in OWN_GAMES for name in (game.name, game.name.replace("-", "_"), game.__name__)}
SHORT_NAMES = {name for game in OWN_GAMES for name in (game.title, game.short_name)}
NAMES_OF_MECHANICS = {game.mechanic for game in OWN_GAMES} | {
    module.rpartition(".")[2].replace("_", "-") for module in MODULES_OF_MECHANICS
}

MAY_NAME_GAMES = {
    "agents/encoding.py": "an example in a sentence",
    "agents/engines/conformance.py": "positions that are hard for engines, or that they must refuse",
    "agents/environment.py": "an example in a sentence",
    "agents/pettingzoo_env.py": "the game of an environment that was made without one",
    "cli/parser.py": "examples of the help",
    "cli/playing.py": "the game that standard input plays",
    "cli/program_commands.py": "examples of the help",
    "web/api/operations.py": "examples of the description for programs",
}
"""Where the name of a game may stand, though nothing may be compared with it or looked up by it there either."""

FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] != "rules")


def defects(path: Path) -> list[str]:
    """Where a file asks which game it has."""
    where = path.relative_to(PACKAGE).as_posix()
    return [f"{where}:{line} {what}" for line, what in sorted(set(Asking(where, path.read_text("utf-8")).found()))]


class Asking:
    """The syntax tree of a file, and what it must not have."""

    def __init__(self, where: str, source: str) -> None:
        self.where, self.tree = where, ast.parse(source)
        self.is_solver = where.startswith("solver/")
        self.modules = MODULES_OF_GAMES | (set() if self.is_solver else MODULES_OF_MECHANICS | {mechanics.__name__})
        aliases = [node for node in ast.walk(self.tree) if isinstance(node, ast.alias)]
        self.kinds = KINDS_OF_RULES | {alias.asname or alias.name for alias in aliases if alias.name in KINDS_OF_RULES}
        # Annotations decide nothing, and neither do documentation strings.
        self.passed_over = {id(node) for part in self._annotations() for node in ast.walk(part)}
        self.passed_over |= {id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Expr)}

    def found(self) -> Iterator[tuple[int, str]]:
        """The lines with a defect, and what it is."""
        for node in ast.walk(self.tree):
            line = getattr(node, "lineno", 0)
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from ((line, f"imports {name}") for name in self._imported(node))
            elif isinstance(node, ast.Compare | ast.MatchValue | ast.Dict | ast.Set):
                parts = filter(None, node.keys) if isinstance(node, ast.Dict) else ast.walk(node)
                names = (name for part in parts for name in self._names_in(part, is_decision=True))
                yield from ((line, f"decides by {name!r}") for name in names)
            elif isinstance(node, ast.FunctionDef) and any(map(_is_registered, node.decorator_list)):
                kinds = {_name_of(part) for part in ast.walk(node.args)} & self.kinds
                yield from ((line, f"is called for {kind} alone") for kind in kinds)
            elif id(node) not in self.passed_over:
                yield from ((line, f"decides by {name!r}") for name in self._names_in(node, is_decision=False))
                if _name_of(node) in self.kinds:
                    yield line, f"asks for {_name_of(node)}"

    def _imported(self, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        """The modules and classes of games and mechanics that a statement imports, whatever way it is written."""
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in self.modules)
            return
        package = [commonfactor.__name__, *self.where.split("/")[:-1]]
        base = package[: len(package) + 1 - node.level] if node.level else []
        module = ".".join([*base, *filter(None, [node.module])])
        for alias in node.names:
            if {module, f"{module}.{alias.name}", _origin(module, alias.name)} & self.modules:
                yield f"{module}.{alias.name}"

    def _names_in(self, node: ast.AST, *, is_decision: bool) -> set[str]:
        """The names of games and mechanics that a text has or is."""
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            return set()
        whole = SHORT_NAMES - NAMES_OF_MECHANICS if self.is_solver else SHORT_NAMES | NAMES_OF_MECHANICS
        parts = NAMES if is_decision or self.where not in MAY_NAME_GAMES else set()
        return {node.value} & whole | set(re.findall(r"[\w-]+", node.value)) & parts

    def _annotations(self) -> Iterator[ast.AST]:
        for node in ast.walk(self.tree):
            for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
                if part is not None:
                    yield part


def _origin(module: str, name: str) -> str:
    """The module that something of ours comes from which may have been passed on."""
    if not module.startswith(commonfactor.__name__):
        return ""
    return getattr(getattr(import_module(module), name, None), "__module__", "")


def _name_of(node: ast.AST) -> str:
    """The name that an expression is, or ends with."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_registered(decorator: ast.AST) -> bool:
    return _name_of(decorator.func if isinstance(decorator, ast.Call) else decorator) == "register"


def test_nobody_asks_which_game() -> None:
    assert len(FILES) > 100
    assert [defect for path in FILES for defect in defects(path)] == []


def test_no_place_may_name_games_without_need() -> None:
    texts = {where: (PACKAGE / where).read_text("utf-8") for where in MAY_NAME_GAMES}
    assert [where for where, text in texts.items() if not any(name in text for name in NAMES)] == []


@pytest.mark.parametrize(
    "source",
    [
        "from commonfactor.rules.factor_clash import FactorClash",
        "from commonfactor.rules.factor_clash import FactorClash as Rules",
        "from commonfactor.rules import factor_clash",
        "from commonfactor.rules.registry import FactorClash",
        "from ..rules.factor_clash import *",
        "from ..rules import factor_clash as rules",
        "from ..rules.mechanics import walk",
        "import commonfactor.rules.divisor_duel",
        "import commonfactor.rules.divisor_duel as rules",
        "from commonfactor.rules.mechanics.walk import Walk",
        "from commonfactor.rules import mechanics",
        "from commonfactor.solver.pool_theories import Walk",
        "module = import_module('commonfactor.rules.factor_clash')",
        "game = __import__('commonfactor.rules.factor_clash')",
        "game = getattr(registry, 'FactorClash')",
        "game = registry.FactorClash()",
        "kind = isinstance(rules, PoolRules)",
        "kind = isinstance(rules, pool.PoolRules)",
        "from commonfactor.rules.pool import PoolRules as Kind\nkind = isinstance(rules, Kind)",
        "kind = issubclass(game, (int, NumberRules))",
        "ask = isinstance; kind = ask(rules, numbers.NumberRules)",
        "kind = type(rules) is PoolRules",
        "kind = rules.__class__ == pool.PoolRules",
        "kind = type(rules).__name__ == 'FactorClash'",
        "kinds = {PoolRules: 1}",
        "@singledispatch\ndef told(rules): ...\n@told.register(PoolRules)\ndef _(rules): ...",
        "@singledispatch\ndef told(rules): ...\n@told.register\ndef _(rules: PoolRules): ...",
        "match rules:\n    case PoolRules():\n        pass",
        "match rules:\n    case pool.PoolRules():\n        pass",
        "is_it = rules.name == 'factor-frenzy'",
        "is_it = rules.short_name == 'clash'",
        "is_it = rules.title == 'Factor Clash'",
        "is_it = rules.name in ('factor-clash',)",
        "is_it = rules.name in {'factor-clash'}",
        "is_it = 'clash' in rules.name",
        "is_it = rules.name.startswith('factor-clash')",
        "is_it = str(line).startswith('factor-clash:')",
        "is_it = rules.mechanic == 'follow'",
        "is_it = rules.mechanic in ['keep-away']",
        "chances = {'factor-duel': 0.24}",
        "chances = {'clash': 1}",
        "chances = dict([('clash', 1)])",
        "games = 'factor-clash factor-duel'.split()",
        "GAME = 'juniper-green'",
        "match rules.name:\n    case 'divisor-duel':\n        pass",
        "match rules.mechanic:\n    case 'walk' | 'follow':\n        pass",
    ],
)
def test_whoever_asks_is_found(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert defects_in("web/asking.py", source, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("solver/theory.py", "from commonfactor.rules.mechanics.walk import Walk"),
        ("solver/theory.py", "is_it = rules.mechanic == 'subtract'"),
        ("web/telling.py", '"""Tells factor-clash:2-20: and FactorClash."""'),
        ("web/telling.py", "def told(rules: PoolRules) -> pool.PoolRules: ..."),
        ("web/telling.py", "from commonfactor.rules.pool import PoolRules"),
        ("web/telling.py", "from ..solver.setup_sweep import Sweep\nsweep = Sweep()"),
        ("web/telling.py", "from json import loads"),
        ("web/telling.py", "sentence = 'This is a challenge: you follow or divide.'"),
        ("cli/parser.py", "examples = 'commonfactor play factor-clash'"),
    ],
)
def test_whoever_does_not_ask_is_not(where: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert defects_in(where, source, tmp_path, monkeypatch) == []


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("solver/theory.py", "from commonfactor.rules.factor_clash import FactorClash"),
        ("solver/theory.py", "is_it = rules.name == 'factor-clash'"),
        ("cli/parser.py", "is_it = rules.name == 'factor-clash'"),
        ("cli/parser.py", "chances = {'factor-duel': 0.24}"),
        ("cli/parser.py", "is_it = rules.short_name == 'clash'"),
    ],
)
def test_what_one_place_may_name_decides_nothing_there(
    where: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert defects_in(where, source, tmp_path, monkeypatch)


def defects_in(where: str, source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where a file of the package would ask which game it has."""
    monkeypatch.setattr(f"{__name__}.PACKAGE", folder)
    path = folder / where
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8")
    return defects(path)
