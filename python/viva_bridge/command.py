"""Finding `viva`, and starting it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import Run

#: How `viva` is started: a program, or a program with its first arguments.
Command = str | Sequence[str]


class VivaError(Exception):
    """Viva could not do what it was asked, with its own words and its exit code.

    64 is bad input, 3 an outage or a broken run, 130 and 143 an interruption. `exit_code` is None where there is none,
    as when `viva` was not found. `run` holds what finished, where the run came that far: it is not a result by itself.
    """

    def __init__(self, message: str, exit_code: int | None = None, run: Run | None = None):
        super().__init__(message)
        self.exit_code = exit_code
        self.run = run


def find_viva(viva: Command | None = None, near: Iterable[str | os.PathLike[str]] = ()) -> list[str]:
    """The command line that starts `viva`.

    It is the argument; else the variable VIVA; else the `viva` of the nearest node_modules above the working directory
    or one of the folders in `near`; else a `viva` on the PATH.
    """
    given = viva if viva is not None else os.environ.get("VIVA", "").strip()
    if given:
        return shlex.split(given, posix=os.name != "nt") if isinstance(given, str) else list(given)
    name = "viva.cmd" if os.name == "nt" else "viva"
    for start in [Path.cwd(), *(Path(folder).resolve() for folder in near)]:
        for folder in [start, *start.parents]:
            program = folder / "node_modules" / ".bin" / name
            if program.exists():
                return [str(program)]
    if found := shutil.which("viva"):
        return [found]
    raise VivaError(
        "viva was not found: there is no node_modules/.bin/viva here or above, and no viva on the PATH. "
        "Install it with npm install vivavoce, or set the variable VIVA to the command that starts it."
    )


def folder_of(path: str | os.PathLike[str], cwd: str | os.PathLike[str] | None) -> Path:
    """The folder that a suite's path is in."""
    whole = (Path(cwd) if cwd is not None else Path.cwd()) / path
    return whole if whole.is_dir() else whole.parent


def call_viva(
    arguments: Sequence[str],
    *,
    paths: Iterable[str | os.PathLike[str]] = (),
    viva: Command | None = None,
    cwd: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a command of Viva's to its end, whatever its exit code is."""
    command = [*find_viva(viva, [folder_of(path, cwd) for path in paths]), *arguments]
    try:
        return subprocess.run(
            command, cwd=cwd, timeout=timeout, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8"
        )
    except OSError as error:
        raise VivaError(f"{shlex.join(command)} could not be started: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise VivaError(f"{shlex.join(command)} did not end within {timeout} seconds") from error


def told(stderr: str) -> str:
    """What Viva said on stderr, from its complaint on where there is one; the end of it says most."""
    lines = [line for line in stderr.replace("\r", "\n").splitlines() if line.strip()]
    first = next((index for index, line in enumerate(lines) if line.startswith("viva: ")), 0)
    return "\n".join(lines[first:][-40:]) or "viva said nothing on stderr"
