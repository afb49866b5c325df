"""deepeval beside Viva: conversations as deepeval's test cases, and Viva's metrics as deepeval's.

    from viva_bridge import run_suite
    from viva_bridge.deepeval import VivaMetric, conversational_test_case, llm_test_cases

Needs deepeval 4 or newer.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deepeval.errors import MissingTestCaseParamsError
from deepeval.metrics import BaseConversationalMetric, BaseMetric
from deepeval.test_case import ConversationalTestCase, LLMTestCase, ToolCall, Turn

from .command import Command, VivaError, call_viva, told
from .results import Exchange, Json, Score, Transcript, Trial, read_run
from .results import ToolCall as VivaCall

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


def exchange_test_cases(
    transcript: Transcript, case: Json, metadata: dict[str, Any] | None = None
) -> list[tuple[int, LLMTestCase]]:
    """The same from a transcript and its case, each with the exchange's number."""
    expect = case.get("expect", {})
    asked = [exchange for exchange in transcript.exchanges if exchange.user is not None]
    tools = _expected_tools(case, asked)
    cases = []
    for exchange in asked:
        raw, usage = exchange.raw, exchange.raw.get("usage") or {}
        reply_ms = raw.get("replyMs")
        cases.append(
            (
                exchange.number,
                LLMTestCase(
                    input=exchange.user or "",
                    actual_output=exchange.reply or None,
                    expected_output=expect.get("reference") or expect.get("equals"),
                    context=expect.get("facts"),
                    retrieval_context=_retrieved(expect, exchange),
                    tools_called=[_tool_call(call) for call in exchange.calls],
                    expected_tools=tools.get(exchange.number),
                    token_cost=raw.get("cost"),
                    input_token_count=usage.get("inputTokens"),
                    output_token_count=usage.get("outputTokens"),
                    completion_time=None if reply_ms is None else reply_ms / 1000,
                    name=transcript.case,
                    tags=list(case.get("tags", [])) or None,
                    metadata=metadata,
                ),
            )
        )
    return cases


def conversation_test_case(
    transcript: Transcript, case: Json, metadata: dict[str, Any] | None = None
) -> ConversationalTestCase:
    """The same from a transcript and its case."""
    expect, user = case.get("expect", {}), case.get("user") or {}
    turns = [Turn(role=one["role"], content=one["content"]) for one in transcript.raw.get("history", [])]
    for exchange in transcript.exchanges:
        if exchange.user is not None:
            turns.append(Turn(role="user", content=exchange.user))
        if exchange.reply or exchange.calls:
            turns.append(
                Turn(
                    role="assistant",
                    content=exchange.reply,
                    latency_ms=exchange.raw.get("replyMs"),
                    retrieval_context=_retrieved(expect, exchange),
                    tools_called=[_tool_call(call) for call in exchange.calls],
                )
            )
    return ConversationalTestCase(
        turns=turns,
        scenario=case.get("description") or None,
        expected_outcome=expect.get("goal") or user.get("goal"),
        user_description=user.get("persona"),
        chatbot_role=expect.get("role"),
        context=expect.get("facts"),
        name=transcript.case,
        tags=list(case.get("tags", [])) or None,
        metadata=metadata,
    )


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
        conversation = {"id": test_case.name or "given", "messages": _messages(test_case)}
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


def _tool_call(call: VivaCall) -> ToolCall:
    output = call.result if call.error is None else f"error: {call.error}"
    return ToolCall(name=call.name, input_parameters=dict(call.arguments), output=output)


def _retrieved(expect: Json, exchange: Exchange) -> list[str] | None:
    """What the case says was retrieved; else what the agent read with its tools in this exchange."""
    if (contexts := expect.get("contexts")) is not None:
        return list(contexts)
    read = [call.result for call in exchange.calls if call.raw.get("effect") == "read" and call.result is not None]
    return [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in read] or None


def _expected_tools(case: Json, exchanges: Sequence[Exchange]) -> dict[int, list[ToolCall]]:
    """The calls that are expected of each exchange; one without any expectation is left out.

    deepeval knows no "one of these tools" and no matchers: of several tools the one that was called is taken, and
    arguments only where they are plain values. What may be called anywhere is expected where it was called, or last.
    """
    wanted: dict[int, list[ToolCall]] = {}
    for expectation, line in _expectations(case):
        names = expectation.get("tools") or ([expectation["name"]] if "name" in expectation else [])
        turn = expectation.get("turn", line)
        if expectation.get("optional") or not exchanges:
            continue
        if not expectation.get("shouldCall", True) or not names:
            if turn is not None and not expectation.get("shouldCall", True):
                wanted.setdefault(turn, [])
            continue
        made = [(one.number, call.name) for one in exchanges for call in one.calls if call.name in names]
        here = [(number, name) for number, name in made if turn is None or number == turn]
        number, name = here[0] if here else (exchanges[-1].number if turn is None else turn, names[0])
        wanted.setdefault(number, []).append(
            ToolCall(name=name, input_parameters=_plain(expectation.get("arguments")))
        )
    return wanted


def _expectations(case: Json) -> Iterable[tuple[Json, int | None]]:
    """Each expectation of tools, with the exchange of the line that it stands at."""
    places: list[tuple[Json, int | None]] = [(case.get("expect", {}), None)]
    places += [(line.get("expect", {}), index) for index, line in enumerate(case.get("script", []), start=1)]
    for expect, line in places:
        for expectation in [*expect.get("tools", []), *expect.get("calls", [])]:
            yield expectation, line


_matchers = {"equals", "oneOf", "contains", "matches", "range", "absent", "any", "schema"}


def _plain(arguments: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if arguments is None:
        return None
    plain = {
        name: value
        for name, value in arguments.items()
        if not (isinstance(value, Mapping) and _matchers & set(value))
    }
    return plain or None


def _messages(test_case: Any) -> list[dict[str, Any]]:
    """A test case of deepeval as chat messages, with its tool calls."""
    if isinstance(test_case, LLMTestCase):
        turns = [
            Turn(role="user", content=test_case.input),
            Turn(role="assistant", content=test_case.actual_output or "", tools_called=test_case.tools_called),
        ]
    else:
        turns = test_case.turns
    messages: list[dict[str, Any]] = []
    for index, turn in enumerate(turns):
        calls = [(f"call-{index}-{nth}", call) for nth, call in enumerate(turn.tools_called or [])]
        if calls:
            functions = [
                {"id": id, "type": "function", "function": {"name": call.name, "arguments": json.dumps(call.input_parameters or {})}}
                for id, call in calls
            ]
            messages.append({"role": "assistant", "content": None, "tool_calls": functions})
            for id, call in calls:
                if call.output is None:
                    continue
                output = call.output if isinstance(call.output, str) else json.dumps(call.output)
                messages.append({"role": "tool", "tool_call_id": id, "content": output})
        if turn.content or not calls:
            messages.append({"role": turn.role, "content": turn.content})
    return messages
