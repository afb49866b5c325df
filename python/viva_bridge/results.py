"""What came of a run, as Viva's JSON report tells it (docs/reference/json-report.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

Status = Literal["passed", "failed", "unscored", "errored", "skipped", "pending"]
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Quote:
    """Words that a verdict rests on."""

    text: str
    source: str
    exchange: int | None = None


@dataclass(frozen=True)
class Check:
    """One criterion, statement or expectation with its verdict."""

    id: str
    label: str
    verdict: str
    ok: bool
    reason: str
    evidence: tuple[Quote, ...] = ()
    value: float | None = None
    #: "skipped" where the check decided nothing: `ok` then says nothing.
    status: str | None = None


@dataclass(frozen=True)
class Score:
    """What one metric says of one trial. Only a status of "scored" has a value."""

    metric: str
    status: Literal["scored", "skipped", "unscored", "errored"]
    judged: bool
    #: Whether it decides the trial; False for metrics that only report.
    gating: bool
    value: float | None = None
    threshold: float | None = None
    #: None where it is not scored: that is not a pass.
    passed: bool | None = None
    #: Why there is no value.
    reason: str | None = None
    checks: tuple[Check, ...] = ()
    #: A rubric's own scale: value, min, max.
    native: Json | None = None
    detail: Any = None


@dataclass(frozen=True)
class ToolCall:
    """One tool call; `raw` has all that the transcript says of it."""

    name: str
    arguments: Json
    result: Any
    error: str | None
    approved: bool | None
    raw: Json = field(repr=False)


@dataclass(frozen=True)
class Exchange:
    """One user message and all that the agent did until it yielded. Exchange 0 is an agent that speaks first."""

    number: int
    user: str | None
    reply: str
    calls: tuple[ToolCall, ...]
    raw: Json = field(repr=False)


@dataclass(frozen=True)
class Transcript:
    """One conversation; `raw` has all of it (docs/reference/transcript.md)."""

    raw: Json = field(repr=False)

    @property
    def case(self) -> str:
        return str(self.raw["case"])

    @property
    def outcome(self) -> Json:
        outcome: Json = self.raw["outcome"]
        return outcome

    @cached_property
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple(_exchange(raw) for raw in self.raw["exchanges"])

    @property
    def calls(self) -> list[ToolCall]:
        return [call for exchange in self.exchanges for call in exchange.calls]

    @property
    def messages(self) -> list[dict[str, str]]:
        """The conversation as plain messages, history included."""
        messages = [{"role": one["role"], "content": one["content"]} for one in self.raw.get("history", [])]
        for exchange in self.exchanges:
            if exchange.user is not None:
                messages.append({"role": "user", "content": exchange.user})
            if exchange.reply:
                messages.append({"role": "assistant", "content": exchange.reply})
        return messages


@dataclass(frozen=True)
class Failure:
    """One thing that went wrong in a trial: whose word it is, and what happened."""

    source: str
    text: str


@dataclass(frozen=True)
class Trial:
    """One case played once, with its scores."""

    suite: str
    case: str
    variant: Json
    repeat: int
    status: Status
    scores: tuple[Score, ...]
    transcript: Transcript
    failures: tuple[Failure, ...] = ()
    #: The run it belongs to, for `viva show RUN CASE`.
    run: str = ""
    #: The case as Viva reads it, with its expectations; empty where it was not asked for.
    definition: Json = field(default_factory=dict, repr=False)

    @property
    def passed(self) -> bool:
        """Whether it passed. What is unscored, errored, skipped or pending did not."""
        return self.status == "passed"

    def score(self, metric: str) -> Score:
        """The score of one metric, by its name."""
        for score in self.scores:
            if score.metric == metric:
                return score
        known = ", ".join(score.metric for score in self.scores) or "none, since the conversation was not scored"
        raise KeyError(f"case {self.case} has no score of {metric}; there are: {known}")

    def explain(self) -> str:
        """Why it did not pass, in the words of Viva's terminal."""
        scores = "  ".join(f"{score.metric} {_cell(score)}" for score in self.scores if score.status != "skipped")
        width = max((len(failure.source) for failure in self.failures), default=0)
        lines = [f"{self._name()}: {self.status}", *([f"    {scores}"] if scores else [])]
        lines += [f"    {failure.source:<{width}}  {failure.text}" for failure in self.failures]
        if self.run:
            lines.append(f"    next: npx viva show {self.run} {self.case}")
        return "\n".join(lines)

    def _name(self) -> str:
        variant = ", ".join(f"{name} {value}" for name, value in self.variant.items())
        return " · ".join([self.suite, self.case, *filter(None, [variant, f"#{self.repeat}" if self.repeat > 1 else ""])])


@dataclass(frozen=True)
class Decision:
    """What a suite's gate says of it."""

    suite: str
    verdict: Literal["pass", "fail", "inconclusive", "error"]
    exit_code: int
    reason: str


@dataclass(frozen=True)
class Run:
    """All trials of one or more suites under one configuration."""

    id: str
    exit_code: int
    trials: tuple[Trial, ...]
    decisions: tuple[Decision, ...]
    #: How many trials were planned; those that were never played are not in `trials`.
    planned: int
    header: Json = field(repr=False)
    #: What Viva printed for people.
    stderr: str = field(default="", repr=False)

    @property
    def passed(self) -> bool:
        """Viva's own verdict of the whole run."""
        return self.exit_code == 0

    def explain(self) -> str:
        """Every trial that did not pass, and the verdicts."""
        lines = [trial.explain() for trial in self.trials if trial.status not in ("passed", "skipped")]
        if self.planned > len(self.trials):
            lines.append(f"{self.planned - len(self.trials)} of {self.planned} trials were never played")
        lines += [f"{one.suite}: {one.verdict.upper()}: {one.reason}" for one in self.decisions]
        return "\n".join(lines)


def read_run(
    report: Json, exit_code: int, stderr: str = "", definitions: Mapping[tuple[str, str], Json] | None = None
) -> Run:
    """A JSON report as a value. `definitions` are cases by suite and id."""
    header, known = report["header"], definitions or {}
    trials = [
        _trial(trial, suite["suite"], header["run"], known.get((suite["suite"], trial["case"]), {}))
        for suite in report["results"]
        for trial in suite["trials"]
    ]
    decisions = [
        Decision(one["suite"], one["verdict"], one["exitCode"], one.get("reason", "")) for one in header["decisions"]
    ]
    planned = sum(suite["planned"] for suite in header["suites"])
    return Run(header["run"], exit_code, tuple(trials), tuple(decisions), planned, header, stderr)


def _trial(raw: Json, suite: str, run: str, definition: Json) -> Trial:
    return Trial(
        suite=suite,
        case=raw["case"],
        variant=raw["variant"],
        repeat=raw["repeat"],
        status=raw["status"],
        scores=tuple(_score(score) for score in raw["scores"]),
        transcript=Transcript(raw["transcript"]),
        failures=tuple(Failure(one["source"], one["text"]) for one in raw.get("failures", [])),
        run=run,
        definition=definition,
    )


def _score(raw: Json) -> Score:
    scored = raw["status"] == "scored"
    return Score(
        metric=raw["metric"],
        status=raw["status"],
        judged=raw["judged"],
        gating=raw["gating"],
        value=raw["value"] if scored else None,
        threshold=raw["threshold"] if scored else None,
        passed=raw["passed"] if scored else None,
        reason=raw.get("reason"),
        checks=tuple(_check(check) for check in raw.get("checks", [])),
        native=raw.get("native"),
        detail=raw.get("detail"),
    )


def _check(raw: Json) -> Check:
    evidence = tuple(Quote(one["text"], one["source"], one.get("exchange")) for one in raw["evidence"])
    return Check(
        raw["id"], raw["label"], raw["verdict"], raw["ok"], raw["reason"], evidence, raw.get("value"), raw.get("status")
    )


def _exchange(raw: Json) -> Exchange:
    items: Sequence[Json] = raw["items"]
    user = raw.get("user")
    said = None if user is None else "(silence)" if user.get("silence") is not None else user["content"]
    reply = "\n\n".join(item["text"] for item in items if item["type"] == "text" and item["text"] != "")
    calls = tuple(_call(item["call"]) for item in items if item["type"] == "call")
    return Exchange(raw["number"], said, reply, calls, raw)


def _call(raw: Json) -> ToolCall:
    approval, error = raw.get("approval"), raw.get("error")
    approved = None if approval is None else approval["decision"] == "approved"
    return ToolCall(raw["name"], raw["arguments"], raw.get("result"), error and error["message"], approved, raw)


def _cell(score: Score) -> str:
    if score.value is None:
        return score.status
    return f"{score.value:.2f}{'' if score.passed else ' ✗'}"
