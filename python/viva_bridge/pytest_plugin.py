"""Viva's cases as tests of pytest: one test a case, titled with its description.

    @pytest.mark.viva("coach.eval.ts")
    def test_coach(trial):
        assert len(trial.transcript.calls) < 10      # beside the suite's own metrics, which decide first

Or without a function: `pytest coach.eval.ts`, `--viva-suite PATH`, or `viva_suites` in the configuration.
"""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from .command import VivaError
from .pytest_session import Group, Selection, SuiteRuns, failure_of, home_of
from .pytest_suites import endings, suites_in
from .results import Trial
from .run import Case, list_cases, run_flags

_runs = pytest.StashKey[SuiteRuns]()
_named = pytest.StashKey[set[Path]]()
_selection = pytest.StashKey[Selection]()
_shared = "VIVA_PYTEST_SHARED"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("viva", "cases of Viva's suites as tests")
    group.addoption("--viva-suite", action="append", default=[], metavar="PATH", help="a suite, or a folder of them")
    group.addoption("--viva-mode", choices=["live", "replay", "record", "record-missing"], help="as `viva run` has it")
    group.addoption("--viva-args", default="", metavar="FLAGS", help="further flags of `viva run`, as one text")
    parser.addini("viva_suites", "suites whose cases are tests where no path is given", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "viva(*paths, mode=None, cases=(), tags=(), variants=None, repeat=None, args=()): "
        "one test for each case of these suites; it fails where its trial does",
    )
    config.stash[_runs] = SuiteRuns(os.environ.get(_shared))
    if hasattr(config, "workerinput"):
        config.stash[_named] = set(map(Path, config.workerinput["viva_suites"]))
        return
    chosen = config.args_source is pytest.Config.ArgsSource.ARGS
    wanted = [*config.getoption("viva_suite"), *([] if chosen else config.getini("viva_suites"))]
    files = [file for path in wanted for file in suites_in(Path(path))]
    given = [arg.partition("::")[0] for arg in config.args]
    # A suite below another path of the command line is found on the way there.
    config.stash[_named] = {*files, *(Path(arg).resolve() for arg in given if arg.endswith(endings))}
    config.args += map(str, files)
    if config.getoption("dist", "no") != "no":
        # Processes of pytest-xdist share the runs: the first that needs one plays it.
        config.stash[_runs].shared = os.environ[_shared] = tempfile.mkdtemp(prefix="viva-pytest-")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["viva_suites"] = [str(file) for file in node.config.stash[_named]]


def pytest_unconfigure(config: pytest.Config) -> None:
    runs = config.stash.get(_runs, None)
    if runs and runs.shared and not hasattr(config, "workerinput"):
        os.environ.pop(_shared, None)
        shutil.rmtree(runs.shared, ignore_errors=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    # Only a suite that somebody named: one that lies in a folder of tests may cost money.
    if file_path.resolve() in parent.config.stash[_named]:
        suite: VivaSuite = VivaSuite.from_parent(parent, path=file_path)
        return suite
    return None


class VivaSuite(pytest.File):
    """A suite's file, whose cases are tests."""

    def collect(self) -> Iterable[pytest.Item]:
        group = _group(self.config, [self.path], {})
        for title, case in _titled(group.cases):
            item: VivaCase = VivaCase.from_parent(self, name=title)
            _choose(item, Selection(group, case))
            yield item


class VivaCase(pytest.Item):
    """One case, without a function."""

    def runtest(self) -> None:
        _trials_of(self)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marker = metafunc.definition.get_closest_marker("viva")
    if not marker:
        return
    marked = [node for node, _ in metafunc.definition.iter_markers_with_node("viva")]
    if marked.count(marked[0]) > 1:
        # Only the nearest would count, and the other's suite would look as if it had passed.
        raise pytest.UsageError(
            f'{metafunc.definition.nodeid}: has @pytest.mark.viva twice: name both suites in one, viva("a.eval.ts", "b.eval.ts")'
        )
    if not marker.args:
        raise pytest.UsageError(f'{metafunc.definition.nodeid}: @pytest.mark.viva takes a suite: viva("coach.eval.ts")')
    places = [metafunc.definition.path.parent, metafunc.config.rootpath, metafunc.config.invocation_params.dir]
    paths = [_found(path, places, metafunc.definition.nodeid) for path in marker.args]
    group = _group(metafunc.config, paths, marker.kwargs)
    titled = _titled(group.cases)
    selections = [Selection(group, case) for _, case in titled]
    metafunc.fixturenames.append("viva_selection")
    metafunc.parametrize("viva_selection", selections, ids=[title for title, _ in titled])


def pytest_itemcollected(item: pytest.Item) -> None:
    callspec = getattr(item, "callspec", None)
    if callspec and isinstance(selection := callspec.params.get("viva_selection"), Selection):
        _choose(item, selection)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was deselected is not played."""
    for item in session.items:
        if selection := item.stash.get(_selection, None):
            selection.group.wanted.add((selection.case.suite, selection.case.id))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A marker that brought no case to the test must not look like one that passed."""
    if item.get_closest_marker("viva") and _selection not in item.stash:
        pytest.fail(
            "@pytest.mark.viva has no effect here: it takes a function or a method of a plain class, not one of "
            "unittest.TestCase",
            pytrace=False,
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    if _selection in pyfuncitem.stash:
        _trials_of(pyfuncitem)
    return (yield)


@pytest.fixture
def trials(request: pytest.FixtureRequest) -> tuple[Trial, ...]:
    """Every trial of the test's case: more than one where it is repeated or played under several variants."""
    selection = request.node.stash.get(_selection, None)
    if not selection:
        raise pytest.UsageError("the fixtures trial and trials are for tests that are marked with @pytest.mark.viva")
    runs = request.config.stash[_runs]
    try:
        played = runs.trials(selection)
    except VivaError as error:
        pytest.fail(str(error), pytrace=False)
    if not played:
        pytest.fail(failure_of(runs.run(selection.group), played)[0] or "", pytrace=False)
    return played


@pytest.fixture
def trial(trials: tuple[Trial, ...]) -> Trial:
    """The trial of the test's case: its transcript, its scores, its status."""
    if len(trials) != 1:
        raise pytest.UsageError(f"the case has {len(trials)} trials: take the fixture `trials`")
    return trials[0]


def _trials_of(item: pytest.Item) -> None:
    """Plays what is not played yet; fails or skips the test by what Viva says of its trials."""
    selection = item.stash[_selection]
    try:
        runs = item.config.stash[_runs]
        failure, skipped = failure_of(runs.run(selection.group), runs.trials(selection))
    except VivaError as error:
        failure, skipped = str(error), None
    if failure:
        pytest.fail(failure, pytrace=False)
    if skipped:
        pytest.skip(skipped)


def _choose(item: pytest.Item, selection: Selection) -> None:
    item.stash[_selection] = selection
    # `-k` finds a test by its case's id and tags as well.
    item.extra_keyword_matches.update([selection.case.id, *selection.case.tags])


def _group(config: pytest.Config, paths: Sequence[Path], wishes: dict[str, Any]) -> Group:
    """The cases of suites and how to run them; the same for all tests that want the same."""
    known = {"mode", "cases", "tags", "variants", "repeat", "args"}
    if unknown := set(wishes) - known:
        raise pytest.UsageError(f"@pytest.mark.viva has no {', '.join(sorted(unknown))}; it takes {', '.join(sorted(known))}")
    cases, tags = set(wishes.get("cases", ())), set(wishes.get("tags", ()))
    flags = run_flags(
        mode=wishes.get("mode") or config.getoption("viva_mode"),
        variants=wishes.get("variants"),
        repeat=wishes.get("repeat"),
        args=[*shlex.split(config.getoption("viva_args")), *wishes.get("args", ())],
    )
    if any(flag.split("=")[0] == "--baseline" for flag in flags) and (option := _by_outcome(config)):
        raise pytest.Collector.CollectError(
            f"{option} chooses cases by their outcome, and those are never compared with a baseline: what failed once "
            f"often passes the next time although nothing changed. Leave out {option} or --baseline."
        )
    try:
        group = config.stash[_runs].group(paths, flags, lambda: list_cases(*paths, cwd=home_of(paths)))
    except VivaError as error:
        raise pytest.Collector.CollectError(str(error)) from error
    listed = {case.id for case in group.all_cases}
    if missing := cases - listed:
        raise pytest.Collector.CollectError(f"there is no case {', '.join(sorted(missing))} in {', '.join(map(str, paths))}")
    chosen = [case for case in group.all_cases if (not cases or case.id in cases) and (not tags or tags & set(case.tags))]
    if not chosen:
        # pytest would skip a test without parameters, and the session would be green.
        wish = f" with the tag {' or '.join(sorted(tags))}" if tags else ""
        raise pytest.Collector.CollectError(f"there is no case{wish} in {', '.join(map(str, paths))}")
    return group.narrowed(chosen)


def _by_outcome(config: pytest.Config) -> str | None:
    # The options by which pytest leaves out tests that have passed before.
    return next((f"--{name}" for name in ("lf", "stepwise") if config.getoption(name, False)), None)


def _titled(cases: Sequence[Case]) -> list[tuple[str, Case]]:
    """Every case with a title of its own."""
    titles = [" ".join(case.title.split()) for case in cases]
    return [
        (title if titles.count(title) == 1 else f"{title} ({case.suite} {case.id})", case)
        for title, case in zip(titles, cases, strict=True)
    ]


def _found(path: str | os.PathLike[str], places: Iterable[Path], where: str) -> Path:
    tried = [(place / path).resolve() for place in places]
    for candidate in tried:
        if candidate.exists():
            return candidate
    raise pytest.Collector.CollectError(f"{where}: there is no suite {os.fspath(path)}; looked for {tried[0]}")
