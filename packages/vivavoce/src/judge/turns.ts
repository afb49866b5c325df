import type { JsonObject } from "../base/index.ts";
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

function wholeCall(call: ToolCall): JsonObject {
  return { ...proposedCall(call), ...callOutcome(call) };
}

/** A call as the agent made it, why it could not run, and whether it was allowed. */
export function proposedCall({ id, name, arguments: given, raw, invalid, approval, executed }: ToolCall): JsonObject {
  return {
    id,
    name,
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
