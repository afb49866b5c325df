"""Playing cases of one's own against a suite's agent, over `viva play`."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from .command import Command, VivaError, find_viva, folder_of, told
from .results import Json, Transcript


@dataclass(frozen=True)
class Played:
    """One conversation, without scores."""

    transcript: Transcript
    #: Where the models' answers come from; "hand-written" is a tape that somebody wrote.
    origin: Literal["live", "replayed", "hand-written"]
    raw: Json = field(repr=False)


class Player:
    """A `viva play` that stays alive and is fed one case at a time.

        with Player("coach.eval.ts") as player:
            played = player.play({"id": "greeting", "script": [{"content": "Hello"}]})
    """

    def __init__(
        self,
        suite: str | os.PathLike[str],
        *,
        mode: Literal["live", "replay", "record"] | None = None,
        variants: Mapping[str, str] | None = None,
        args: Sequence[str] = (),
        viva: Command | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ):
        wishes = [part for name, value in (variants or {}).items() for part in ("--variant", f"{name}={value}")]
        command = [*find_viva(viva, [folder_of(suite, cwd)]), "play", os.fspath(suite), *wishes, *args]
        # A file takes what Viva says to people: a pipe that nobody reads would fill up.
        self._playing, self._line = threading.Lock(), 0
        self._stderr = tempfile.TemporaryFile("w+", encoding="utf-8")
        try:
            self._process = subprocess.Popen(
                [*command, *([f"--{mode}"] if mode else [])],
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                encoding="utf-8",
            )
        except OSError as error:
            raise VivaError(f"{command[0]} could not be started: {error}") from error

    def play(self, case: Mapping[str, Any]) -> Played:
        """Plays a case in the shape of the suite's case files. One that cannot be played is a VivaError."""
        with self._playing:
            answer = self._answer(json.dumps(dict(case)))
        if "error" in answer:
            raise VivaError(answer["error"], answer["exitCode"])
        return Played(Transcript(answer["transcript"]), answer["origin"], answer)

    def _answer(self, case: str) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        self._line += 1
        try:
            stdin.write(case + "\n")
            stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # what Viva said when it ended is told below
        while True:
            line = "" if stdout.closed else stdout.readline()
            if not line.endswith("\n"):
                exit_code = self._process.wait()
                said = "the player is closed" if self._stderr.closed else self._said()
                raise VivaError(said, exit_code)
            answer: dict[str, Any] = json.loads(line)
            # An earlier case whose player was interrupted is answered late.
            if answer["line"] >= self._line:
                return answer

    def _said(self) -> str:
        self._stderr.seek(0)
        return told(self._stderr.read())

    def close(self) -> None:
        """Lets Viva end."""
        if self._process.stdin and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._stderr.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
