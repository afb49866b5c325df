"""The suites in a folder: those that `viva run FOLDER` would find, since any other would silently not be a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

endings = tuple(f".eval.{ending}" for ending in ("ts", "mts", "cts", "js", "mjs", "cjs", "tsx", "jsx"))


def suites_in(path: Path) -> list[Path]:
    """The suite at a path, or those in a folder, of which there is at least one."""
    if not path.is_dir():
        return [path.resolve()]
    folder = path.resolve()
    files = [file for file in folder.rglob("*.eval.*") if file.name.endswith(endings)]
    found = sorted(file for file in files if not _is_left_out(file.relative_to(folder).parts))
    if not found:
        raise pytest.UsageError(f"there is no suite (*.eval.ts) in {path}")
    return found


def _is_left_out(parts: Sequence[str]) -> bool:
    """Whether Viva passes over these folders when it looks for suites."""
    return any(part in ("node_modules", "dist") or part.startswith(".") for part in parts)
