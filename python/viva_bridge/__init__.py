"""Viva from Python: run suites, read their results, play cases.

    from viva_bridge import run_suite
    run = run_suite("coach.eval.ts", mode="replay")
    assert run.passed, run.explain()

`viva_bridge.deepeval` has deepeval's test cases and metrics; the pytest plugin is found by pytest itself.
"""

from .command import VivaError, find_viva
from .play import Played, Player
from .results import Check, Decision, Exchange, Failure, Quote, Run, Score, ToolCall, Transcript, Trial
from .run import Case, list_cases, run_case, run_suite

__all__ = [
    "Case",
    "Check",
    "Decision",
    "Exchange",
    "Failure",
    "Played",
    "Player",
    "Quote",
    "Run",
    "Score",
    "ToolCall",
    "Transcript",
    "Trial",
    "VivaError",
    "find_viva",
    "list_cases",
    "run_case",
    "run_suite",
]
