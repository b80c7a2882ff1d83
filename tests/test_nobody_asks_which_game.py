"""Outside the rules, no code names a game or switches on what kind of rules it has."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import commonfactor
from commonfactor.rules.registry import all_games

PACKAGE = Path(commonfactor.__file__).parent
MODULES_OF_GAMES = {game.__module__ for game in all_games()}
MECHANICS = "commonfactor.rules.mechanics"
KINDS_OF_RULES = {"AnyRules", "NumberRules", "PoolRules", *(game.__name__ for game in all_games())}
NAMES = {name for game in all_games() for name in (game.name, game.title)}

FILES = sorted(
    path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in {"rules", "__pycache__"}
)


def defects(path: Path) -> Iterator[str]:
    """Where a file asks which game it has."""
    where = path.relative_to(PACKAGE).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        place = f"{where}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ImportFrom | ast.Import):
            yield from (f"{place} imports {module}" for module in _forbidden_imports(node, where))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in {"isinstance", "issubclass"} and KINDS_OF_RULES & _names_in(node.args[1]):
                yield f"{place} asks for the kind of rules"
        elif isinstance(node, ast.MatchClass) and KINDS_OF_RULES & _names_in(node.cls):
            yield f"{place} matches the kind of rules"
        elif isinstance(node, ast.Compare | ast.MatchValue | ast.Dict):
            yield from (f"{place} decides by {name!r}" for name in sorted(NAMES & _texts_in(node)))


def _forbidden_imports(node: ast.Import | ast.ImportFrom, where: str) -> Iterator[str]:
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    for module in modules:
        if module in MODULES_OF_GAMES or (module.startswith(MECHANICS) and not where.startswith("solver/")):
            yield module


def _names_in(node: ast.AST) -> set[str]:
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}


def _texts_in(node: ast.AST) -> set[str]:
    return {child.value for child in ast.walk(node) if isinstance(child, ast.Constant) and isinstance(child.value, str)}


def test_nobody_asks_which_game() -> None:
    assert len(FILES) > 100
    assert [defect for path in FILES for defect in defects(path)] == []


@pytest.mark.parametrize(
    "source",
    [
        "from commonfactor.rules.factor_clash import FactorClash",
        "import commonfactor.rules.divisor_duel",
        "from commonfactor.rules.mechanics.walk import Walk",
        "kind = isinstance(rules, PoolRules)",
        "kind = issubclass(game, (int, NumberRules))",
        "match rules:\n    case PoolRules():\n        pass",
        "is_it = rules.name == 'factor-frenzy'",
        "chances = {'factor-duel': 0.24}",
        "match rules.name:\n    case 'divisor-duel':\n        pass",
    ],
)
def test_whoever_asks_is_found(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.PACKAGE", tmp_path)
    path = tmp_path / "web" / "asking.py"
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8")
    assert len(list(defects(path))) == 1
