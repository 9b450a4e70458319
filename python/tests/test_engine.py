"""The engine: play, analyse, solve, stop; and engines that hang, die, cheat or flood."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from noughts import (
    Board,
    Engine,
    EngineDied,
    EngineError,
    EngineRefused,
    EngineTimeout,
    Info,
    Limit,
    MoveError,
    Score,
    program,
)

FAKE = [sys.executable, str(Path(__file__).parent / "fake_engine.py")]


@pytest.fixture(scope="module")
def engine():
    with Engine() as engine:
        yield engine


def fake(fault, timeout=2):
    return Engine([*FAKE, fault], timeout=timeout)


def is_alive(pid):
    # A zombie that waits for its parent is no process.
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("name", ["noughts", "noughts-tournament"])
def test_both_programs_are_installed(name):
    shown = subprocess.run([program(name), "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith(f"{name} ")


@pytest.mark.parametrize("game", ["tictactoe", "tictactoe:15x15:5=", "qubic", "tictactrains:modern"])
def test_the_engine_plays_every_game(engine, game):
    board = Board(game)
    for _ in range(6):
        played = engine.play(board, Limit(nodes=200))
        assert played.info.nodes > 0
        board.push(played.move)
    assert board.ply == 6
    clock = Limit(x_clock=0.5, o_clock=0.5, x_increment=0.01, o_increment=0.01)
    assert board.is_legal(engine.play(board, clock).move)


def test_a_position_without_its_moves(engine):
    board = Board("tictactoe", "3 3 3 XX1/OO1/3 x 3")
    assert engine.play(board, Limit(nodes=1000)).move == "c3"
    board.push("a1")
    assert engine.play(board, Limit(nodes=1000)).move == "c2"


def test_analyse(engine):
    (info,) = engine.analyse(Board("tictactoe", moves=["b2", "b1"]), Limit(depth=9))
    assert info.score.mate == 5 and info.score.is_proven and info.expected == 1.0
    assert info.pv and info.time >= 0
    lines = engine.analyse(Board("qubic"), Limit(nodes=500), lines=3)
    assert [info.multipv for info in lines] == [1, 2, 3]
    assert len({info.pv[0] for info in lines}) == 3
    assert len(engine.analyse(Board("qubic"), Limit(nodes=500))) == 1


def test_an_analysis_can_be_stopped(engine):
    begun = time.monotonic()
    with engine.analysis(Board("tictactrains")) as analysis:
        for info in analysis:
            if info.score:
                analysis.stop()
    assert analysis.result().move in Board("tictactrains").legal_moves
    assert list(analysis) == []
    # By leaving the block, by the next search, and from another thread.
    with engine.analysis(Board("tictactrains")) as analysis:
        next(analysis)
    assert analysis.lines
    left = engine.analysis(Board("tictactrains"))
    next(left)
    engine.play(Board("tictactoe"), Limit(nodes=10))
    assert list(left) == []
    analysis = engine.analysis(Board("tictactrains"))
    threading.Timer(0.2, analysis.stop).start()
    assert analysis.result().info.nodes > 0
    assert time.monotonic() - begun < 10
    # A proven position ends by itself.
    assert engine.analysis(Board("tictactoe")).result().move


@pytest.mark.parametrize(
    ("game", "moves", "answer", "text"),
    [
        ("tictactoe", "", "draw", "draw"),
        ("tictactoe", "b2 b1", "X", "X wins in 5 plies"),
        ("tictactoe:4x4:3", "b2", "X", "X wins in 4 plies"),
        ("tictactoe:5x4:4", "", "draw", "draw"),
        ("tictactoe", "a1 a2 b1 b2 c1", "X", "X wins in 0 plies"),
    ],
)
def test_solve(engine, game, moves, answer, text):
    solution = engine.solve(Board(game, moves=moves.split()))
    assert (solution.winner, str(solution)) == (answer, text)


def test_solve_the_end_of_tictactrains(engine):
    board = Board("tictactrains")
    while board.ply < 36:
        board.push(board.legal_moves[(7 * board.ply) % len(board.legal_moves)])
    solution = engine.solve(board)
    assert solution.winner in ("X", "O", "draw") and solution.line


def test_what_is_too_hard_stays_undecided(engine):
    solution = engine.solve(Board("tictactrains"), Limit(nodes=1000))
    assert solution.winner is None and str(solution) == "undecided"
    # The search is the one from before.
    assert engine.play(Board("tictactrains"), Limit(nodes=100)).move
    assert engine._value("Search") == "auto"
    with pytest.raises(EngineRefused, match="does not play"):
        engine.solve(Board("tictactoe:15x15:5="))
    assert engine._value("Search") == "auto"


def test_options(engine):
    assert engine.name.startswith("noughts") and "Search" in engine.options
    engine.configure({"search": "mcts", "Seed": 7, "Proofs": True})
    with pytest.raises(EngineRefused, match="no option 'Depth'"):
        engine.configure({"Depth": 3})
    with pytest.raises(EngineRefused, match="not a value of option Search"):
        engine.configure({"Search": "magic"})
    with pytest.raises(ValueError):
        engine.configure({"Seed": "1\nquit"})
    engine.configure({"Search": "auto", "Seed": 0})
    with Engine(options={"Skill": 1}) as weak:
        assert weak.play(Board("qubic"), Limit(nodes=10)).move


def test_bad_arguments(engine):
    for bad in ({"time": -1}, {"nodes": 10**9}, {"depth": float("nan")}):
        with pytest.raises(ValueError):
            Limit(**bad)
    over = Board("tictactoe", moves="a1 a2 b1 b2 c1".split())
    with pytest.raises(MoveError, match="over"):
        engine.play(over, Limit(nodes=1))
    for command in ("", []):
        with pytest.raises(ValueError):
            Engine(command)
    with pytest.raises(EngineDied, match="cannot start /no/such/engine: No such file"):
        Engine("/no/such/engine")


def test_close_ends_the_process():
    engine = Engine()
    pid = engine._process.pid
    assert is_alive(pid)
    engine.close()
    engine.close()
    assert not is_alive(pid)
    with pytest.raises(EngineDied, match="closed"):
        engine.play(Board("tictactoe"), Limit(nodes=1))
    # Forgotten, and in the middle of a search.
    engine = Engine()
    pid = engine._process.pid
    engine.analysis(Board("tictactrains"))
    engine._search = None
    del engine
    import gc

    gc.collect()
    assert not is_alive(pid)


def test_an_engine_ends_with_python():
    code = (
        "import noughts; e = noughts.Engine(); e.analysis(noughts.Board()); print(e._process.pid)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert shown.stderr == "" and not is_alive(int(shown.stdout))


def test_what_an_engine_started_ends_too():
    with fake("child") as engine:
        child = int(engine.author)
        assert is_alive(child)
    deadline = time.monotonic() + 5
    while is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(child)


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("silent", EngineTimeout, 'did not answer "ugi" within 2 s; it said nothing'),
        ("exits", EngineDied, "ended with status 3; on standard error: no licence found"),
        ("flood", EngineTimeout, 'did not answer "ugi"'),
    ],
)
def test_engines_that_do_not_start(fault, error, words):
    begun = time.monotonic()
    with pytest.raises(error, match=words):
        fake(fault)
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("deaf", EngineTimeout, 'did not answer "isready"'),
        ("dies", EngineDied, "status 139; .*segmentation fault"),
        ("closes", EngineDied, "closed its output"),
        ("hangs", EngineTimeout, "fake did not"),
        ("endless", EngineTimeout, "did not end its search"),
        ("cheats", EngineError, "fake plays 'z9', not a legal move in 3 3 3 "),
        ("refuses", EngineRefused, "no search here"),
    ],
)
@pytest.mark.parametrize("limit", [Limit(time=0.1), Limit(nodes=100)])
def test_engines_that_fail_in_a_search(fault, error, words, limit):
    if fault == "endless" and limit.time is None:
        pytest.skip("an engine that answers may search as long as it likes")
    begun = time.monotonic()
    with fake(fault) as engine:
        pid = engine._process.pid
        with pytest.raises(error, match=words):
            engine.play(Board("tictactoe"), limit)
    assert time.monotonic() - begun < 15
    assert not is_alive(pid)


def test_an_endless_search_is_ended_with_its_engine():
    with fake("endless") as engine:
        analysis = engine.analysis(Board("tictactoe"))
        threading.Timer(0.2, analysis.stop).start()
        with pytest.raises(EngineTimeout):
            analysis.result()


def test_other_engines():
    with fake("none") as engine:
        assert (engine.name, engine.author) == ("fake", "nobody")
        assert engine.play(Board("tictactoe"), Limit(time=0.1)).move == "b2"
        with pytest.raises(EngineRefused, match="0 is not a value"):
            engine.configure({"Level": 0})
        with pytest.raises(EngineRefused, match="no search 'proof'"):
            engine.solve(Board("tictactoe"))
        with pytest.raises(EngineRefused, match="one line"):
            engine.analyse(Board("tictactoe"), Limit(time=0.1), lines=2)
    with fake("garbage") as engine:
        (info,) = engine.analyse(Board("tictactoe"), Limit(time=0.1))
        assert info.score == Score(mate=2) and info.pv == ("b2", "a1")
    with fake("stays") as engine:
        pid = engine._process.pid
    assert not is_alive(pid)


def test_reading_reports():
    info = Info.parse("info depth 3 multipv 2 score cp -15 wdl 200 100 700 time 1500 pv a1 b2")
    assert (info.depth, info.multipv, info.score, info.time) == (3, 2, Score(cp=-15), 1.5)
    assert info.expected == 0.25 and info.pv == ("a1", "b2")
    assert Info.parse("info string depth 3") == Info(string="depth 3")
    assert Info.parse("info") == Info()
    assert Info.parse("info score").score is None


