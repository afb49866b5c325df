"""The runs behind the tests of one session of pytest: each is played once, when the first test needs it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from .command import VivaError, call_viva
from .results import Run, Trial
from .run import Case, run_of


@dataclass
class Group:
    """Suites that are run together, in one way."""

    paths: tuple[Path, ...]
    flags: tuple[str, ...]
    all_cases: Sequence[Case]
    cases: Sequence[Case] = ()
    #: The suite and id of every case that some test is about, after `-k` and its like.
    wanted: set[tuple[str, str]] = field(default_factory=set)

    def narrowed(self, cases: Sequence[Case]) -> Group:
        """The same run, of which a test wants some cases only."""
        return Group(self.paths, self.flags, self.all_cases, cases, self.wanted)


@dataclass(frozen=True)
class Selection:
    """The case that one test is about."""

    group: Group
    case: Case


class SuiteRuns:
    """`shared` is a folder in which several processes keep their runs."""

    def __init__(self, shared: str | None = None):
        self.shared = shared
        self._groups: dict[tuple[object, ...], Group] = {}
        self._runs: dict[tuple[object, ...], Run | VivaError] = {}

    def group(self, paths: Sequence[Path], flags: Sequence[str], cases: Callable[[], Sequence[Case]]) -> Group:
        key = (tuple(paths), tuple(flags))
        if key not in self._groups:
            self._groups[key] = Group(*key, all_cases=cases())
        return self._groups[key]

    def run(self, group: Group) -> Run:
        """What finished of the run, also where it came to no verdict; a VivaError where nothing did."""
        key = (group.paths, group.flags)
        if key not in self._runs:
            self._runs[key] = self._play(group)
        run = self._runs[key]
        if isinstance(run, VivaError):
            if run.run is None:
                raise run
            return run.run
        return run

    def trials(self, selection: Selection) -> tuple[Trial, ...]:
        case = selection.case
        run = self.run(selection.group)
        return tuple(one for one in run.trials if (one.suite, one.case) == (case.suite, case.id))

    def _play(self, group: Group) -> Run | VivaError:
        ids = sorted({id for _, id in group.wanted})
        every = len(group.wanted) == len(group.all_cases)
        flags = [*group.flags, *([] if every else [part for id in ids for part in ("--case", id)])]
        try:
            return run_of(*self._output(group.paths, flags), group.all_cases)
        except VivaError as error:
            return error

    def _output(self, paths: Sequence[Path], flags: Sequence[str]) -> tuple[str, str, int]:
        arguments = ["run", *map(str, paths), *flags]
        if not self.shared:
            return _called(arguments, paths)
        name = hashlib.sha256(json.dumps(arguments).encode()).hexdigest()[:16]
        file = Path(self.shared, f"{name}.json")
        with open(Path(self.shared, f"{name}.lock"), "w") as lock, _locked(lock):
            if not file.exists():
                file.write_text(json.dumps(_called(arguments, paths)), encoding="utf-8")
        stdout, stderr, exit_code = json.loads(file.read_text(encoding="utf-8"))
        return stdout, stderr, exit_code


def failure_of(run: Run, trials: Sequence[Trial]) -> tuple[str | None, str | None]:
    """Why a test fails, or why it is skipped; neither where every trial of its case passed."""
    if not trials:
        return f"Viva did not play this case.\n{run.stderr.strip()}", None
    bad = [trial.explain() for trial in trials if trial.status not in ("passed", "skipped")]
    if bad:
        return "\n\n".join(bad), None
    if missing := _never_played(run, trials):
        return f"{missing} of this case's trials were never played.\n{run.stderr.strip()}", None
    held = run.planned == len(run.trials) and all(trial.status in ("passed", "skipped") for trial in run.trials)
    if held and not run.passed:
        # No case tells it, so each has to: a session that is green would hide it.
        return f"every case passed, but the run did not (exit code {run.exit_code})\n{run.explain()}", None
    if all(trial.status == "skipped" for trial in trials):
        reasons = [f"{score.metric}: {score.reason}" for score in trials[0].scores if score.reason]
        return None, "nothing expected" + (f" ({'; '.join(reasons)})" if reasons else "")
    return None, None


def _never_played(run: Run, trials: Sequence[Trial]) -> int:
    """How many repeats of a case are missing from a run that did not come to its end."""
    if run.planned <= len(run.trials):
        return 0
    missing = 0
    for suite in run.header["suites"]:
        for variant in suite.get("variants", []) if suite["name"] == trials[0].suite else []:
            played = sum(trial.variant == variant["variant"] for trial in trials)
            missing += max(0, -(-variant["planned"] // max(1, variant["cases"])) - played)
    return missing


def home_of(paths: Sequence[Path]) -> Path:
    """Where Viva runs: its config is the nearest one above."""
    return paths[0] if paths[0].is_dir() else paths[0].parent


def _called(arguments: Sequence[str], paths: Sequence[Path]) -> tuple[str, str, int]:
    done = call_viva(arguments, paths=paths, cwd=home_of(paths))
    return done.stdout, done.stderr, done.returncode


@contextmanager
def _locked(file: IO[str]) -> Generator[None, None, None]:
    """Holds the file against other processes; the system lets go of it where this one is killed."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
    yield
