"""A game of another package is played like our own everywhere: the example, installed where nobody has heard of it.

Beside it a package is installed that cannot be loaded, and harms nothing.
"""

import re
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from sysconfig import get_path

import pytest
from documentation.pages import DOCS, ROOT, blocks_of, section
from httpx2 import Client
from playwright.sync_api import expect, sync_playwright
from processes import PATIENCE, as_json, at_terminal, run, run_command
from web.browsers import chromium, launch_arguments
from web.browsing import moves_made, place, play, start, wait_for_turn
from web.profiles import Profiles
from web.servers import RunningServer

from commonfactor.rules import mechanics
from commonfactor.rules.relations import RELATIONS

EXAMPLE = ROOT / "examples" / "digit-grab"
PAGE = DOCS / "your-own-game.md"
PLAIN_TEXT = {"", ".cfg", ".css", ".html", ".json", ".md", ".py", ".pyi", ".toml", ".ts", ".txt", ".yaml", ".yml"}

BROKEN = (
    "the game 'broken' (no_such_module:Broken) cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"
)

# Everything is there that is there for development, and nothing of it is changed.
_PACKAGES_OF_DEVELOPMENT = f"import site; site.addsitedir({get_path('purelib')!r})\n"
_PROGRAM = """\
#!{python}
import sys
from commonfactor.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""

pytestmark = pytest.mark.unfollowed


@pytest.fixture(scope="module", autouse=True)
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The Python of a fresh environment with the example; the program that tests run is the one there."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=True)
    python, program = folder / "bin" / "python", folder / "bin" / "commonfactor"
    packages = Path(get_path("purelib", vars={"base": str(folder)}))
    (packages / "development.pth").write_text(_PACKAGES_OF_DEVELOPMENT, encoding="utf-8")
    program.write_text(_PROGRAM.format(python=python), encoding="utf-8")
    program.chmod(0o755)
    _install_broken(packages)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "--quiet")
    offline = ("--no-index", "--no-deps", "--no-build-isolation")
    installed = run_command(*pip, *offline, "--editable", EXAMPLE)
    assert installed.code == 0, installed.err
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("processes.PROGRAM", program)
        patch.setattr("web.servers.PROGRAM", program)
        yield python


def _install_broken(packages: Path) -> None:
    """Install a package that offers a game and does not have it."""
    facts = packages / "broken-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    offer = "[commonfactor.games]\nbroken = no_such_module:Broken\n"
    (facts / "entry_points.txt").write_text(offer, encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server of the fresh environment."""
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running
    assert "Traceback" not in running.errors, running.errors


def told_by(python: Path, *lines: str) -> list[str]:
    """What a program in the fresh environment prints."""
    finished = run_command(python, "-c", "\n".join(lines))
    assert (finished.code, finished.err) == (0, "")
    return finished.out.splitlines()


# The example and its page


def test_the_code_on_the_page_is_the_code_of_the_example() -> None:
    module, *_ = (block.text for block in blocks_of(PAGE, "py"))
    (project,) = (block.text for block in blocks_of(PAGE, "toml"))
    assert module == (EXAMPLE / "digit_grab.py").read_text(encoding="utf-8")
    assert project == (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")


def test_the_example_is_small() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    assert {path.name for path in files} == {"digit_grab.py", "pyproject.toml"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 80


def test_the_page_has_all_relations_and_mechanics() -> None:
    choices = section(PAGE, "Step 1: think of a game")
    modules = {path.stem for path in Path(mechanics.__path__[0]).glob("[a-z]*.py")}
    assert set(re.findall(r"^\| `([a-z-]+)` \|", choices, re.MULTILINE)) == set(RELATIONS)
    assert set(re.findall(r"`\.(\w+)`", choices)) == modules


def test_no_other_file_names_the_example() -> None:
    spoken = re.compile(r"digit[-_ ]?grab", re.IGNORECASE)
    folders = [ROOT / name for name in ("benchmarks", "docs", "native", "src", "tests", "web/src")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in PLAIN_TEXT and path.is_file()]
    files += [path for path in ROOT.iterdir() if path.suffix in PLAIN_TEXT and path.is_file()]
    naming = {path for path in files if spoken.search(path.read_text(encoding="utf-8", errors="replace"))}
    assert naming == {PAGE, Path(__file__)}


def test_the_page_shows_what_the_commands_print() -> None:
    shown = [block.text for block in blocks_of(PAGE, "text") if block.text.startswith("$ ")]
    assert len(shown) == 3
    for text in shown:
        command, _, output = text.removeprefix("$ ").partition("\n")
        assert run_command(which("bash") or "bash", "-c", f"{{ {command}; }} 2>/dev/null").out == output


def commands_of_page(name: str) -> list[list[str]]:
    """What the page says can be typed after the name of the program."""
    return [typed.split() for typed in re.findall(rf"`commonfactor ({name} [^`]+)`", section(PAGE, "What you get"))]


def test_the_questions_of_the_page_are_answered() -> None:
    commands = commands_of_page("(?:analyse|review)")
    assert len(commands) == 2
    for command in commands:
        finished = run(*command)
        assert (finished.code, finished.err) == (0, "")


def test_the_tests_of_the_page_pass(python: Path, tmp_path: Path) -> None:
    tests = next(block.text for block in blocks_of(PAGE, "py") if "def test_" in block.text)
    (tmp_path / "test_digit_grab.py").write_text(tests, encoding="utf-8")
    alone = ("-p", "no:randomly", "-p", "no:schemathesis", "-p", "no:cacheprovider", "--rootdir", tmp_path)
    finished = run_command(python, "-m", "pytest", "-q", *alone, tmp_path)
    assert finished.code == 0, finished.out
    assert "3 passed" in finished.out


# The terminal


def test_the_game_is_listed_and_the_one_that_cannot_be_loaded_is_told() -> None:
    games = run("games")
    assert games.code == 0
    assert "digit-grab (or grab), 10-40\n" in games.out
    assert games.complaint == BROKEN


def test_what_cannot_be_loaded_is_no_game_and_no_concern_of_other_commands() -> None:
    assert "there is no game 'broken'; the games are factor-clash, " in run("play", "broken").complaint
    finished = run("show", "factor-clash:2-20:15,5")
    assert (finished.code, finished.err) == (0, "")


def test_two_people_play_it_at_a_terminal() -> None:
    with at_terminal("play", "Digit Grab", "--pool", "10-30") as terminal:
        terminal.wait_for("Your number:")
        terminal.answer("12", then="Your number:")
        terminal.answer("21", then="21 and your opponent's 12 share the digits 1, 2.")
        terminal.answer("30", then="Your number:")
        terminal.answer("11", then="Player 2 loses, and Player 1 wins!")
        assert terminal.finish().code == 0


def test_a_record_is_kept_and_reviewed(tmp_path: Path) -> None:
    record = str(tmp_path / "match.jsonl")
    assert run("play", "grab", "--pool", "10-30", "--record", record, typed="14\n20\nresign\n").code == 0
    reviewed = as_json("review", record)
    assert (reviewed["notation"], reviewed["winner"]) == ("digit-grab:10-30:14,20", 2)
    assert [move["label"] for move in reviewed["moves"]] == ["mistake", "best"]


def test_the_solver_knows_who_wins() -> None:
    analysis = as_json("analyse", "digit-grab:10-30:")
    assert (analysis["verdict"], analysis["winning"]) == ("win", [12, 21])


def test_programs_play_the_tournament_of_the_page(tmp_path: Path) -> None:
    (command,) = commands_of_page("tournament")
    finished = run(*command, "--rounds", "1", "--jobs", "2", "--out", str(tmp_path / "games.jsonl"))
    assert (finished.code, finished.err) == (0, "")
    assert re.search(r"^digit-grab:10-30 +\d/2 +\d/2$", finished.out, re.MULTILINE)


# The server and its page


def test_the_server_says_which_game_cannot_be_loaded(server: RunningServer) -> None:
    assert f"commonfactor: {BROKEN}" in server.errors.splitlines()


def test_it_is_played_and_analysed_by_http(server: RunningServer) -> None:
    with Client(base_url=server.address, timeout=PATIENCE) as client:
        assert "digit-grab" in [game["name"] for game in client.get("/api/catalogue").json()["games"]]
        created = client.post("/api/games", json={"game": "digit-grab", "setup": "10-30", "level": 5}).json()
        authorization = {"Authorization": f"Bearer {created['tokens']['1']}"}
        address = f"/api/games/{created['id']}/moves"
        moved = client.post(address, json={"id": "a", "ply": 1, "move": 12}, headers=authorization)
        assert moved.json()["game"]["last"] == {"player": 1, "deed": "took 12"}
        analysis = client.get("/api/positions/digit-grab:10-30:14/analysis").json()
        assert (analysis["verdict"], 20 in analysis["winning"]) == ("win", True)


def test_it_is_played_on_the_board_of_the_page(server: RunningServer) -> None:
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=launch_arguments())
        profiles = Profiles(browser)
        page = profiles.lend({"base_url": server.address}).new_page()
        start(page, "digit-grab", "10-30", against="A friend, on this device")
        wait_for_turn(page)
        expect(place(page, 12)).to_be_visible()
        play(page, 12)
        expect(moves_made(page)).to_have_count(1)
        expect(place(page, 21)).to_have_class(re.compile("barred"))
        expect(place(page, 30)).to_have_class(re.compile("free"))
        assert profiles.take_back() == []
        browser.close()


# Programs that learn, and language models


def test_it_is_an_environment_of_pettingzoo(python: Path) -> None:
    told = told_by(
        python,
        "from commonfactor.agents.pettingzoo_env import env",
        "game = env('digit-grab', setup='10-30')",
        "game.reset()",
        "for move in (12, 30, 11): game.step(move - 10)",
        "print(game.rewards['player_1'], game.rewards['player_2'])",
    )
    assert told == ["1 -1"]


def test_many_games_of_it_are_played_at_once(python: Path) -> None:
    told = told_by(
        python,
        "from commonfactor.agents.batch import BatchEnvironment",
        "from digit_grab import DigitGrab",
        "batch = BatchEnvironment(DigitGrab(10, 30), games=2, autoreset=False)",
        "for moves in ([12, 14], [30, 20], [11, 13]): rewards, done = batch.step([move - 10 for move in moves])",
        "print(rewards.tolist(), done.tolist())",
    )
    assert told == ["[[1, -1], [0, 0]] [True, False]"]


def test_it_is_told_to_language_models(python: Path) -> None:
    told = told_by(
        python,
        "from commonfactor.agents.text import TextGame",
        "from commonfactor.rules.notation import parse",
        "line = parse('digit-grab:10-30:12')",
        "game = TextGame(line.rules)",
        "print(game.prompt(line.position, line.moves))",
        "print(game.move_in('MOVE: 30', line.position))",
    )
    assert told[0].startswith("This is Digit Grab, a game for two players")
    assert "Legal moves: 30" in told
    assert told[-1] == "30"
