"""deepeval beside Viva: conversations as deepeval's test cases, and Viva's metrics as deepeval's.

    from viva_bridge import run_suite
    from viva_bridge.deepeval import VivaMetric, conversational_test_case, llm_test_cases

Needs deepeval 4 or newer.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from typing import Any

from deepeval.errors import MissingTestCaseParamsError
from deepeval.metrics import BaseConversationalMetric, BaseMetric
from deepeval.test_case import ConversationalTestCase, LLMTestCase

from .command import Command, VivaError, call_viva, told
from .deepeval_cases import chat_messages, conversation_test_case, exchange_test_cases
from .results import Score, Trial, read_run

#: The trials that test cases were made of, by the mark that these carry in their metadata.
_trials: dict[str, Trial] = {}
_mark = "viva_trial"


def llm_test_cases(trial: Trial) -> list[LLMTestCase]:
    """One test case for each exchange of a trial: what the user said, what the agent answered and called.

    An exchange in which the agent speaks first has no input and is left out.
    """
    return [case for _, case in exchange_test_cases(trial.transcript, trial.definition, _remember(trial))]


def llm_test_case(trial: Trial, exchange: int | None = None) -> LLMTestCase:
    """The test case of one exchange, by its number; it may be left out where there is only one."""
    cases = dict(exchange_test_cases(trial.transcript, trial.definition, _remember(trial)))
    if exchange is None and len(cases) == 1:
        return next(iter(cases.values()))
    if exchange is None or exchange not in cases:
        numbers = ", ".join(map(str, cases)) or "none"
        raise ValueError(
            f"case {trial.case} has the exchanges {numbers}: name one of them, take llm_test_cases(trial) for all, "
            "or conversational_test_case(trial) for the conversation"
        )
    return cases[exchange]


def conversational_test_case(trial: Trial) -> ConversationalTestCase:
    """The whole conversation, history included, with the tools that each turn called."""
    return conversation_test_case(trial.transcript, trial.definition, _remember(trial))


class _Reading:
    """What both kinds of metric share: finding Viva's score."""

    def __init__(
        self,
        suite: str | os.PathLike[str],
        metric: str,
        *,
        args: Sequence[str] = (),
        viva: Command | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ):
        self.suite, self.metric, self.args, self.viva, self.cwd = suite, metric, args, viva, cwd
        # deepeval wants one beforehand; what Viva passed the score at takes its place.
        self.threshold: float = 1
        self.async_mode = False
        self.include_reason = True
        self.evaluation_model = "Viva"

    def measure(self, test_case: Any, *args: Any, **kwargs: Any) -> float:
        # deepeval keeps a metric for many test cases: nothing of the last one may stay.
        self.score, self.success, self.reason, self.error, self.skipped = None, False, None, None, False
        trial = _trials.get((test_case.metadata or {}).get(_mark, "")) or self._scored(test_case)
        found = trial.score(self.metric)
        self.reason = _reason(found)
        if found.value is None:
            # There is no number for what was not scored: deepeval shows the error, and nothing passes by it. A metric
            # that the case gives nothing to check is what deepeval's --skip-on-missing-params is for.
            self.error = f"{self.metric} is {found.status}: {found.reason}"
            raise (MissingTestCaseParamsError if found.status == "skipped" else VivaError)(self.error)
        self.score, self.success = found.value, bool(found.passed)
        self.threshold = 1 if found.threshold is None else found.threshold
        if trial.transcript.outcome["kind"] != "completed":
            # Viva fails such a trial whatever its scores are, and deepeval sees nothing but this metric.
            self.success, message = False, trial.transcript.outcome.get("message", "")
            self.reason = f"the conversation did not come to its end: {message}; {self.reason}"
        return found.value

    async def a_measure(self, test_case: Any, *args: Any, **kwargs: Any) -> float:
        return self.measure(test_case)

    def is_successful(self) -> bool:
        return self.error is None and self.success is True

    @property
    def __name__(self) -> str:
        return f"Viva {self.metric}"

    def _scored(self, test_case: Any) -> Trial:
        """A test case that does not come from a run is scored by `viva score FILE`."""
        conversation = {"id": test_case.name or "given", "messages": chat_messages(test_case)}
        if test_case.name:
            conversation["case"] = test_case.name
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "given.jsonl")
            with open(file, "w", encoding="utf-8") as out:
                out.write(json.dumps(conversation) + "\n")
            flags = ["--suite", os.fspath(self.suite), "--metric", self.metric, "--json", *self.args]
            done = call_viva(["score", file, *flags], paths=[self.suite], viva=self.viva, cwd=self.cwd)
        try:
            run = read_run(json.loads(done.stdout), done.returncode, done.stderr)
        except ValueError:
            raise VivaError(told(done.stderr), done.returncode) from None
        if len(run.trials) != 1:
            raise VivaError(f"viva score gave {len(run.trials)} trials for one test case", done.returncode, run)
        return run.trials[0]


class VivaMetric(_Reading, BaseMetric):  # type: ignore[misc]
    """A metric of a suite as a metric of deepeval, by its name: `VivaMetric("coach.eval.ts", "toolUse")`.

    A test case that was made of a trial has the score that the run gave it, and Viva's threshold with it. Any other is
    scored by the suite's metric now, over `viva score`.
    """


class ConversationalVivaMetric(_Reading, BaseConversationalMetric):  # type: ignore[misc]
    """The same for a ConversationalTestCase."""


def _remember(trial: Trial) -> dict[str, Any]:
    mark = json.dumps([trial.run, trial.suite, trial.case, dict(trial.variant), trial.repeat])
    _trials[mark] = trial
    return {_mark: mark}


def _reason(score: Score) -> str:
    failed = [f"{check.label}: {check.reason}" for check in score.checks if not check.ok and check.status != "skipped"]
    return "; ".join(failed) or score.reason or "all its checks hold"
