"""deepeval's metrics inside a run of Viva: started by `deepeval()` of vivavoce/metrics, spoken to in lines of JSON.

Every prompt of a metric goes back to Viva, whose judge answers it. So prompts are recorded, limited, priced and replayed
like any other, and nothing here needs a key or a network. Each measurement has a thread of its own, and asks its prompts
one after the other: a tape holds them in order.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.metadata
import importlib.util
import inspect
import json
import math
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

_tolerance = 1e-9


def describe(metric: str) -> dict[str, Any]:
    """What can be known of a metric without importing deepeval, which takes seconds."""
    try:
        version = importlib.metadata.version("deepeval")
    except importlib.metadata.PackageNotFoundError:
        return {"missing": "deepeval", "python": sys.executable}
    found: dict[str, Any] = {"version": version}
    module, _, name = metric.rpartition(":")
    if module:
        sys.path.insert(0, os.getcwd())
        spec = importlib.util.find_spec(module.partition(".")[0])
        if spec is None:
            return found | {"noModule": module}
        file = Path(os.getcwd(), *module.split(".")).with_suffix(".py")
        source = file.read_bytes() if file.is_file() else b""
        # A label is not a score.
        bases = [base for one in ast.walk(ast.parse(source)) if isinstance(one, ast.ClassDef) and one.name == name for base in one.bases]
        if module.startswith("deepeval.classifiers") or any(ast.unparse(base).endswith("Classifier") for base in bases):
            return found | {"classifier": name}
        return found | {"source": hashlib.sha256(source).hexdigest() if source else None}
    spec = importlib.util.find_spec("deepeval")
    listing = Path(spec.origin or "").parent / "metrics" / "__init__.py" if spec else Path()
    if not listing.is_file():
        return found
    tree = ast.parse(listing.read_text(encoding="utf-8"))
    names = {one.asname or one.name for node in tree.body if isinstance(node, ast.ImportFrom) for one in node.names}
    if metric.endswith("Classifier"):
        return found | {"classifier": metric}
    known = sorted(one for one in names if one.endswith(("Metric", "Eval")) and not one.startswith(("Base", "Arena")))
    return found | {"known": known}


class JudgeRefused(RuntimeError):
    """Viva could not have a prompt answered. It knows why, and tells it."""


class Measurement:
    """One metric on one conversation."""

    def __init__(self, worker: Worker, message: dict[str, Any]):
        self.worker, self.message, self.answers = worker, message, queue.Queue[dict[str, Any]]()

    def ask(self, prompt: Any, schema: Any) -> Any:
        if not isinstance(prompt, str):
            raise JudgeRefused("the metric asks about images or audio, which Viva's judge is not given")
        asked = {"type": "prompt", "id": self.message["id"], "prompt": prompt}
        self.worker.send(asked | ({"schema": schema.model_json_schema()} if schema is not None else {}))
        answer = self.answers.get()
        if answer["type"] != "answer":
            raise JudgeRefused(answer["message"])
        return answer["text"] if schema is None else schema.model_validate_json(answer["text"])

    def run(self) -> None:
        try:
            told = self._measured()
        except BaseException as error:  # noqa: BLE001 - whatever a metric throws is an answer too
            told = {"type": "error", "message": f"{type(error).__name__}: {error}"}
        self.worker.send(told | {"id": self.message["id"]})
        self.worker.measurements.pop(self.message["id"], None)

    def _measured(self) -> dict[str, Any]:
        from deepeval.metrics import BaseConversationalMetric

        from .deepeval_cases import conversation_test_case, exchange_test_cases
        from .results import Transcript

        transcript, case = Transcript(self.message["transcript"]), self.message["case"]
        make = self._maker()
        metric = make()
        if isinstance(metric, BaseConversationalMetric):
            return self._results([(None, metric, conversation_test_case(transcript, case))])
        cases = exchange_test_cases(transcript, case)
        return self._results([(number, make(), test_case) for number, test_case in cases])

    def _results(self, wanted: list[tuple[int | None, Any, Any]]) -> dict[str, Any]:
        from deepeval.errors import MissingTestCaseParamsError

        results, missing = [], []
        for number, metric, test_case in wanted:
            if _needs_trace(metric):
                missing.append(f"{type(metric).__name__} reads a trace of the agent's own steps, which Viva does not have")
                continue
            try:
                results.append({"exchange": number} | self._measure(metric, test_case))
            except MissingTestCaseParamsError as error:
                missing.append(str(error))
        if not results:
            return {"type": "skipped", "reason": missing[0] if missing else "the user said nothing"}
        return {"type": "results", "results": results, "missing": missing}

    def _measure(self, metric: Any, test_case: Any) -> dict[str, Any]:
        quiet = {"_show_indicator": False} if _accepts(metric.measure, "_show_indicator") else {}
        metric.measure(test_case, **quiet)
        if metric.error:
            raise RuntimeError(metric.error)
        score, threshold = metric.score, metric.threshold
        if isinstance(score, bool) or not isinstance(score, (int, float)) or not 0 <= score <= 1 or math.isnan(score):
            raise RuntimeError(f"its score is {score!r}, and not a number from 0 to 1")
        threshold = self.message["threshold"] if threshold is None else threshold
        success, reached = bool(metric.is_successful()), score >= threshold - _tolerance
        if metric.threshold is not None and success != reached:
            raise RuntimeError(
                f"at a score of {score} and a threshold of {threshold} it says that success is {success}: "
                "Viva takes metrics in which a higher score is better, and success is a score from the threshold on"
            )
        return {"score": float(score), "threshold": threshold, "success": reached, "reason": metric.reason}

    def _maker(self) -> Any:
        target, model = _find(self.message["metric"]), _judge(self)
        options = _options(target, self.message["options"])
        for name, value in (("threshold", self.message["threshold"]), ("model", model), ("async_mode", False)):
            # In order, whatever a metric would ask at the same time.
            if _accepts(target, name):
                options.setdefault(name, value)
        return lambda: target(**options)


def _needs_trace(metric: Any) -> bool:
    """Without a trace such a metric gives 1, or judges nothing. Only the completion of a task can do without."""
    return bool(getattr(metric, "requires_trace", False)) and type(metric).__name__ != "TaskCompletionMetric"


def _find(name: str) -> Any:
    module, _, attribute = name.rpartition(":")
    return getattr(importlib.import_module(module or "deepeval.metrics"), attribute)


def _accepts(function: Any, name: str) -> bool:
    parameters = inspect.signature(function).parameters.values()
    return any(one.name == name or one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters)


def _options(target: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Options as they are written in JSON, with deepeval's own types where it wants them."""
    from deepeval.metrics.g_eval import Rubric
    from deepeval.test_case import MultiTurnParams, SingleTurnParams, ToolCall, ToolCallParams

    options = dict(given)
    named = {one.value: one for kind in (ToolCallParams, MultiTurnParams, SingleTurnParams) for one in kind}
    if "Conversational" in getattr(target, "__name__", ""):
        named |= {one.value: one for one in MultiTurnParams}
    if getattr(target, "__name__", "") == "ToolCorrectnessMetric":
        named |= {one.value: one for one in ToolCallParams}
    if "evaluation_params" in options:
        unknown = [one for one in options["evaluation_params"] if one not in named]
        if unknown:
            raise ValueError(f"evaluation_params: there is no {', '.join(map(repr, unknown))}; there are {', '.join(named)}")
        options["evaluation_params"] = [named[one] for one in options["evaluation_params"]]
    if "rubric" in options:
        options["rubric"] = [Rubric(**one) for one in options["rubric"]]
    if "available_tools" in options:
        options["available_tools"] = [ToolCall(**one) for one in options["available_tools"]]
    return options


def _judge(measurement: Measurement) -> Any:
    """Viva's judge as a model of deepeval."""
    from deepeval.models import DeepEvalBaseLLM

    class VivaJudge(DeepEvalBaseLLM):
        def load_model(self, *args: Any, **kwargs: Any) -> Any:
            return self

        def get_model_name(self, *args: Any, **kwargs: Any) -> str:
            return "Viva's judge"

        def generate(self, prompt: Any, schema: Any = None, **_: Any) -> Any:
            try:
                return measurement.ask(prompt, schema)
            except TypeError as error:
                # deepeval would take it for a model without schemas, and ask again.
                raise RuntimeError(str(error)) from error

        async def a_generate(self, prompt: Any, schema: Any = None, **_: Any) -> Any:
            # Not awaited on purpose: the next prompt waits for this answer.
            return self.generate(prompt, schema)

    return VivaJudge()


class Worker:
    """Reads requests and answers from Viva, and gives each to its measurement."""

    def __init__(self) -> None:
        self.measurements: dict[int, Measurement] = {}
        self._writing = threading.Lock()
        # What deepeval prints must not stand between the messages.
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def send(self, message: dict[str, Any]) -> None:
        with self._writing:
            self._out.write(json.dumps(message) + "\n")
            self._out.flush()

    def serve(self) -> None:
        sys.path.insert(0, os.getcwd())
        import deepeval.metrics  # noqa: F401 - before there are threads

        for line in sys.stdin.buffer:
            message = json.loads(line)
            if message["type"] == "measure":
                measurement = self.measurements[message["id"]] = Measurement(self, message)
                threading.Thread(target=measurement.run, daemon=True).start()
            elif measurement := self.measurements.get(message["id"]):
                measurement.answers.put(message)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--describe"]:
        print(json.dumps(describe(sys.argv[2])))
    else:
        Worker().serve()
        # Threads that wait for an answer would hold the process.
        os._exit(0)
