import type { JsonObject } from "../base/index.ts";
import type { FaultKind } from "../case/index.ts";
import type { Exchange, ToolCall, Transcript } from "../transcript/index.ts";

/** What was said before exchange 1, as the judge is shown it. */
export function historyTurns({ history }: Pick<Transcript, "history">): JsonObject[] {
  return history.map(({ role, content }) => ({
    exchange: 0,
    speaker: role === "user" ? "user" : "agent",
    text: content,
  }));
}

/** One exchange, turn by turn: the user's line, then texts and tool calls in the order in which they came. */
export function exchangeTurns({ number, user, items }: Pick<Exchange, "number" | "user" | "items">): JsonObject[] {
  return [
    ...(user ? [{ exchange: number, speaker: "user", text: user.content }] : []),
    ...items.map((item): JsonObject => {
      const turn = { exchange: number, speaker: "agent" };
      return item.type === "text" ? { ...turn, text: item.text } : { ...turn, call: wholeCall(item.call) };
    }),
  ];
}

/** The agent knows only the result or the error. Who judges it knows what was behind that. */
const whatHappened: Record<FaultKind, string> = {
  error: "the tool was made to fail; it did nothing",
  timeout: "the tool was made not to answer; it did nothing",
  "half-done": "the tool did what it was asked to, and the agent was given an error",
  empty: "the tool was made to return nothing",
  stale: "the tool was made to return what it had returned before, which no longer holds",
  slow: "the tool was made to answer late",
};

function wholeCall(call: ToolCall): JsonObject {
  const { fault } = call;
  return {
    ...proposedCall(call),
    ...callOutcome(call),
    ...(fault === undefined ? {} : { really: whatHappened[fault] }),
  };
}

/** A call as the agent made it, why it could not run, and whether it was allowed. */
export function proposedCall(call: ToolCall): JsonObject {
  const { id, name, agent, arguments: given, raw, invalid, approval, executed } = call;
  return {
    id,
    name,
    ...(agent === undefined ? {} : { agent }),
    arguments: given,
    ...(raw === undefined ? {} : { raw }),
    ...(invalid === undefined ? {} : { invalid }),
    ...(approval === undefined ? {} : { approval: approval.decision }),
    ...(approval?.reason === undefined ? {} : { approvalReason: approval.reason }),
    ...(executed === undefined ? {} : { executed }),
  };
}

/** What became of a call. */
export function callOutcome({ result, error }: ToolCall): JsonObject {
  return {
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error: { message: error.message, ...(error.code ? { code: error.code } : {}) } }),
  };
}
