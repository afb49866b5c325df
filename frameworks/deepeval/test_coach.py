"""The coach's cases in pytest, with deepeval's metrics beside Viva's. The suite's path is the tests' own affair."""

import os
import shlex
from pathlib import Path

import pytest
from deepeval import assert_test
from deepeval.metrics import ToolCorrectnessMetric
from deepeval.models import DeepEvalBaseLLM

from viva_bridge.deepeval import ConversationalVivaMetric, VivaMetric, conversational_test_case, llm_test_cases

COACH = Path(shlex.split(os.environ["VIVA"])[1]).parents[3] / "examples/flow-coach/coach.eval.ts"


class NobodyIsAsked(DeepEvalBaseLLM):
    def load_model(self):
        return self

    def get_model_name(self):
        return "nobody"

    def generate(self, *_, **__):
        raise AssertionError("a model was asked")

    a_generate = generate


@pytest.mark.viva(COACH, mode="replay")
def test_coach(trial):
    conversation = conversational_test_case(trial)
    assert len(conversation.turns) >= 2
    if trial.score("safety").status == "scored":
        assert_test(conversation, [ConversationalVivaMetric(COACH, "safety")], run_async=False)
    for case in llm_test_cases(trial):
        if trial.score("toolUse").status == "scored":
            assert_test(case, [VivaMetric(COACH, "toolUse")], run_async=False)
        if case.expected_tools:
            metric = ToolCorrectnessMetric(model=NobodyIsAsked(), async_mode=False)
            assert metric.measure(case, _show_indicator=False) >= 0.5, metric.reason
