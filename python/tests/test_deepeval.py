import pytest
from conftest import score, trial

from viva_bridge import VivaError, run_suite

deepeval = pytest.importorskip("deepeval")

from deepeval.errors import MissingTestCaseParamsError  # noqa: E402
from deepeval.metrics import ToolCorrectnessMetric  # noqa: E402
from deepeval.models import DeepEvalBaseLLM  # noqa: E402
from deepeval.test_case import ConversationalTestCase, LLMTestCase, ToolCall, Turn  # noqa: E402

from viva_bridge.deepeval import (  # noqa: E402
    ConversationalVivaMetric,
    VivaMetric,
    conversational_test_case,
    llm_test_case,
    llm_test_cases,
)


@pytest.fixture
def played(fake):
    def play(**case):
        scores = [
            score("toolUse", 0.5, passed=False, checks=[{"id": "a", "label": "adds", "verdict": "no", "ok": False, "reason": "not so", "evidence": []}]),
            score("safety", 1.0),
            score("criteria", status="unscored", reason="no valid answer"),
            score("limits", status="skipped", reason="the case sets none"),
        ]
        fake.says(cases=[{"id": "one", **case}], trials=[trial("one", "failed", scores)], exit=1)
        return run_suite("a.eval.ts").trials[0]

    return play


def test_an_exchange_as_a_test_case(played):
    expect = {
        "reference": "Milk is on the list.",
        "facts": ["The list exists."],
        "calls": [{"name": "add", "arguments": {"item": "milk", "note": {"contains": "x"}}}, {"name": "extra", "optional": True}],
        "tools": [{"shouldCall": True, "tools": ["look", "find"]}],
    }
    case = llm_test_case(played(tags=["t"], expect=expect))
    assert (case.input, case.actual_output, case.expected_output) == ("Add milk.", "Added.", "Milk is on the list.")
    assert [(call.name, call.input_parameters, call.output) for call in case.tools_called] == [
        ("look", {"at": "list"}, ["eggs"]),
        ("add", {"item": "milk"}, "error: no"),
    ]
    assert [(call.name, call.input_parameters) for call in case.expected_tools] == [("look", None), ("add", {"item": "milk"})]
    assert (case.context, case.retrieval_context) == (["The list exists."], ['["eggs"]'])
    assert (case.completion_time, case.token_cost, case.input_token_count, case.output_token_count) == (1.5, 0.25, 7, 3)
    assert (case.name, case.tags) == ("one", ["t"])


def test_what_the_case_says_was_retrieved_wins_and_no_expectation_is_none(played):
    one = played(expect={"contexts": []})
    assert llm_test_case(one).retrieval_context == []
    assert llm_test_case(one).expected_tools is None
    assert llm_test_case(played(script=[{"expect": {"tools": [{"shouldCall": False}]}}])).expected_tools == []


def test_one_of_several_exchanges_has_to_be_named(played):
    one = played()
    raw = one.transcript.raw
    second = {**raw["exchanges"][0], "number": 2, "items": []}
    raw["exchanges"].append(second)
    with pytest.raises(ValueError, match="exchanges 1, 2"):
        llm_test_case(one)
    assert llm_test_case(one, 2).actual_output is None
    assert len(llm_test_cases(one)) == 2


def test_a_conversation_as_a_test_case(played):
    case = conversational_test_case(played(description="Shopping.", expect={"goal": "milk", "role": "helper"}))
    assert [(turn.role, turn.content) for turn in case.turns] == [("assistant", "Before."), ("user", "Add milk."), ("assistant", "Added.")]
    assert [call.name for call in case.turns[2].tools_called] == ["look", "add"]
    assert (case.scenario, case.expected_outcome, case.chatbot_role, case.turns[2].latency_ms) == ("Shopping.", "milk", "helper", 1500)


def test_mcp_servers_are_handed_over_with_the_calls_that_went_to_them(played):
    one = played()
    tool = {"name": "look", "description": "Looks.", "parameters": {"type": "object"}}
    one.transcript.raw["servers"] = {"lists": [tool]}
    for case, calls in (
        (llm_test_case(one), llm_test_case(one).tools_called),
        (conversational_test_case(one), conversational_test_case(one).turns[2].tools_called),
    ):
        assert [(server.server_name, server.available_tools[0]["name"]) for server in case.mcp_servers] == [("lists", "look")]
        assert case.mcp_servers[0].available_tools[0]["inputSchema"] == {"type": "object"}
        assert [call.type.value for call in calls] == ["MCP", "FUNCTION"]


def test_vivas_scores_as_metrics_of_deepeval(played):
    one = played()
    use = VivaMetric("a.eval.ts", "toolUse")
    assert use.measure(llm_test_case(one)) == 0.5
    assert (use.is_successful(), use.threshold, use.reason) == (False, 0.7, "adds: not so")
    safety = ConversationalVivaMetric("a.eval.ts", "safety")
    assert safety.measure(conversational_test_case(one)) == 1.0
    assert safety.is_successful()
    criteria = VivaMetric("a.eval.ts", "safety")
    assert criteria.measure(llm_test_case(one)) == 1.0
    criteria.metric = "criteria"
    with pytest.raises(VivaError, match="criteria is unscored: no valid answer"):
        criteria.measure(llm_test_case(one))
    assert (criteria.score, criteria.is_successful()) == (None, False)
    with pytest.raises(MissingTestCaseParamsError, match="limits is skipped: the case sets none"):
        VivaMetric("a.eval.ts", "limits").measure(llm_test_case(one))


def test_a_metric_does_not_hide_that_the_agent_failed(fake):
    broken = trial("one", "failed", [score("safety", 1.0)])
    broken["transcript"]["outcome"] = {"kind": "agent-failed", "message": "exchange 1: boom"}
    fake.says(trials=[broken], exit=1)
    metric = VivaMetric("a.eval.ts", "safety")
    assert metric.measure(llm_test_case(run_suite("a.eval.ts").trials[0])) == 1.0
    assert not metric.is_successful()
    assert "exchange 1: boom" in metric.reason


def test_a_test_case_of_ones_own_is_scored_by_viva_score(fake):
    fake.says(trials=[trial("given", scores=[score("toolUse", 1.0)])])
    case = LLMTestCase(input="Hi", actual_output="Hello", tools_called=[ToolCall(name="add", input_parameters={"a": 1}, output={"ok": True})])
    metric = VivaMetric("a.eval.ts", "toolUse", args=["--replay"])
    assert metric.measure(case) == 1.0
    command, file, *flags = fake.calls[-1]
    assert (command, flags) == ("score", ["--suite", "a.eval.ts", "--metric", "toolUse", "--json", "--replay"])
    turns = ConversationalTestCase(turns=[Turn(role="user", content="Hi"), Turn(role="assistant", content="Hello")])
    assert ConversationalVivaMetric("a.eval.ts", "toolUse").measure(turns) == 1.0
    fake.says(silent=True, exit=64, stderr="viva: given.jsonl:1: no such case")
    with pytest.raises(VivaError, match="no such case"):
        metric.measure(case)
    assert not metric.is_successful()


def test_deepevals_own_metric_on_the_same_conversation(played):
    class NoModel(DeepEvalBaseLLM):
        def load_model(self):
            return self

        def get_model_name(self):
            return "none"

        def generate(self, *_, **__):
            raise AssertionError("tool correctness asks nobody here")

        a_generate = generate

    case = llm_test_case(played(expect={"tools": [{"shouldCall": True, "tools": ["add"]}, {"shouldCall": True, "tools": ["remove"]}]}))
    metric = ToolCorrectnessMetric(model=NoModel(), async_mode=False)
    assert metric.measure(case, _show_indicator=False) == 0.5
