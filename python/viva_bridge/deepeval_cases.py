"""Conversations as deepeval's test cases, and its test cases as chat messages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deepeval.test_case import ConversationalTestCase, LLMTestCase, ToolCall, Turn

from .results import Exchange, Json, Transcript
from .results import ToolCall as VivaCall


def exchange_test_cases(
    transcript: Transcript, case: Json, metadata: dict[str, Any] | None = None
) -> list[tuple[int, LLMTestCase]]:
    """A test case for each exchange that the user began, with the exchange's number."""
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
    return [(number, _with_servers(case, transcript)) for number, case in cases]


def conversation_test_case(
    transcript: Transcript, case: Json, metadata: dict[str, Any] | None = None
) -> ConversationalTestCase:
    """The whole conversation."""
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
    conversation = ConversationalTestCase(
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
    return _with_servers(conversation, transcript)


def _with_servers(case: Any, transcript: Transcript) -> Any:
    """The test case with the MCP servers of the conversation, and with those calls marked that went to them."""
    if servers := transcript.raw.get("servers"):
        from deepeval.test_case import MCPServer
        from deepeval.test_case.utils import process_mcp_servers

        listed = [
            MCPServer(server_name=name, available_tools=[{**tool, "inputSchema": tool["parameters"]} for tool in tools])
            for name, tools in servers.items()
        ]
        process_mcp_servers([case], listed)
    return case


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
        if not expectation.get("shouldCall", True):
            if turn is not None:
                wanted.setdefault(turn, [])
            continue
        if not names:
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


_matchers = {"equals", "oneOf", "contains", "matches", "range", "instant", "absent", "any", "schema"}


def _plain(arguments: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if arguments is None:
        return None
    plain = {
        name: value
        for name, value in arguments.items()
        if not (isinstance(value, Mapping) and _matchers & set(value))
    }
    return plain or None


def chat_messages(test_case: Any) -> list[dict[str, Any]]:
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
