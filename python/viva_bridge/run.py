"""Running suites, over `viva run --json`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .command import Command, VivaError, call_viva, told
from .results import Json, Run, Trial, read_run

Path = str | os.PathLike[str]
Mode = Literal["live", "replay", "record", "record-missing"]

#: The exit codes of a run that came to a verdict: pass, fail, inconclusive.
_verdicts = (0, 1, 2)
_modes: dict[str, list[str]] = {
    "live": ["--live"],
    "replay": ["--replay"],
    "record": ["--record"],
    "record-missing": ["--record", "missing"],
}


@dataclass(frozen=True)
class Case:
    """A case of a suite, as Viva reads it; `raw` has all of it."""

    suite: str
    id: str
    description: str
    tags: tuple[str, ...]
    raw: Json = field(repr=False)

    @property
    def title(self) -> str:
        """`[type] description`, or the id where there is no description."""
        return str(self.raw["title"])


def list_cases(*paths: Path, viva: Command | None = None, cwd: Path | None = None) -> list[Case]:
    """The cases of suites, in their order. Nothing is played."""
    arguments = ["list", "--cases", "--json", *map(os.fspath, paths)]
    done = call_viva(arguments, paths=paths, viva=viva, cwd=cwd)
    if done.returncode != 0:
        raise VivaError(told(done.stderr), done.returncode)
    # Not splitlines(), which also cuts at characters that may stand in a text, such as U+2028.
    rows = [json.loads(line) for line in done.stdout.split("\n") if line.strip()]
    return [Case(row["suite"], row["id"], row["description"], tuple(row["tags"]), row) for row in rows]


def run_suite(
    *paths: Path,
    mode: Mode | None = None,
    cases: Sequence[str] = (),
    tags: Sequence[str] = (),
    variants: Mapping[str, str] | None = None,
    repeat: int | None = None,
    args: Sequence[str] = (),
    viva: Command | None = None,
    cwd: Path | None = None,
    timeout: float | None = None,
    definitions: Iterable[Case] | None = None,
) -> Run:
    """Runs suites and returns what came of them, whether they passed or not.

    `paths` are suite files or folders; without one, those of the config. Without a `mode`, Viva is live where every
    model has its key, and replays otherwise. `args` are further flags of `viva run`. `definitions` are the cases where
    they were listed before; otherwise Viva is asked for them.

    A run without a verdict (bad input, an outage, an interruption) is a VivaError, never an empty result.
    """
    flags = run_flags(mode=mode, cases=cases, tags=tags, variants=variants, repeat=repeat, args=args)
    done = call_viva(["run", *map(os.fspath, paths), *flags], paths=paths, viva=viva, cwd=cwd, timeout=timeout)
    listed = definitions
    if listed is None and done.returncode in _verdicts:
        listed = list_cases(*paths, viva=viva, cwd=cwd)
    return run_of(done.stdout, done.stderr, done.returncode, listed or [])


def run_flags(
    *,
    mode: Mode | None = None,
    cases: Sequence[str] = (),
    tags: Sequence[str] = (),
    variants: Mapping[str, str] | None = None,
    repeat: int | None = None,
    args: Sequence[str] = (),
) -> list[str]:
    """The same as flags of `viva run`."""
    if mode is not None and mode not in _modes:
        raise ValueError(f"mode is one of {', '.join(_modes)}, and not {mode!r}")
    flags = ["--json", *(_modes[mode] if mode else [])]
    for flag, values in (("--case", cases), ("--tag", tags)):
        flags += [part for value in values for part in (flag, value)]
    flags += [part for name, value in (variants or {}).items() for part in ("--variant", f"{name}={value}")]
    return [*flags, *(["--repeat", str(repeat)] if repeat is not None else []), *args]


def run_of(stdout: str, stderr: str, exit_code: int, definitions: Iterable[Case]) -> Run:
    """What `viva run --json` printed, as a value; a VivaError where it came to no verdict."""
    try:
        report = json.loads(stdout)
    except ValueError:
        raise VivaError(told(stderr), exit_code) from None
    run = read_run(report, exit_code, stderr, {(case.suite, case.id): case.raw for case in definitions})
    if exit_code not in _verdicts:
        raise VivaError(f"{told(stderr)}\n{run.explain()}", exit_code, run)
    return run


def run_case(
    suite: Path,
    case: str,
    *,
    mode: Mode | None = None,
    variants: Mapping[str, str] | None = None,
    args: Sequence[str] = (),
    viva: Command | None = None,
    cwd: Path | None = None,
    timeout: float | None = None,
) -> Trial:
    """Runs one case of a suite, by its id, and returns its trial. For a case of your own there is `Player`."""
    run = run_suite(
        suite, mode=mode, cases=[case], variants=variants, args=args, viva=viva, cwd=cwd, timeout=timeout
    )
    if len(run.trials) != 1:
        message = f"case {case} of {os.fspath(suite)} was played in {len(run.trials)} trials, and run_case wants one"
        raise VivaError(f"{message}. Take run_suite for several suites, variants or repeats.", run.exit_code, run)
    return run.trials[0]
