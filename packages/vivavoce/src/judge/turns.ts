import type { JsonObject } from "../base/index.ts";
import type { Exchange, FaultKind, SaidLine, ToolCall, Transcript } from "../shape/index.ts";

/** What was said before exchange 1, as the judge is shown it. */
export function historyTurns({ history }: Pick<Transcript, "history">): JsonObject[] {
  return history.map(({ role, content }) => ({
    exchange: 0,
    speaker: role === "user" ? "user" : "agent",
    text: content,
  }));
}

/** One exchange, turn by turn: the user's line, then texts and tool calls in the order in which they came. */
export function exchangeTurns({ number, user, items, quiet }: Exchange): JsonObject[] {
  // Turn 0 is what was said before the exam, so what an agent says first needs another name.
  const exchange = number === 0 ? "opening" : number;
  const agent = { exchange, speaker: "agent" };
  return [
    ...(user ? [{ exchange, speaker: "user", ...userTurn(user) }] : []),
    ...items.map((item): JsonObject => {
      if (item.type === "call") return { ...agent, call: wholeCall(item.call) };
      return { ...agent, text: item.text, ...(item.unheard === undefined ? {} : { notHeardByTheUser: item.unheard }) };
    }),
    ...(quiet ? [{ ...agent, silent: "says nothing, on purpose" }] : []),
  ];
}

/** The agent knows only the result or the error. The judge is told what really happened. */
const whatHappened: Record<FaultKind, string> = {
  error: "the tool was made to fail; it did nothing",
  timeout: "the tool was made not to answer; it did nothing",
  "half-done": "the tool did what it was asked to, and the agent was given an error",
  empty: "the tool was made to return nothing",
  stale: "the tool was made to return what it had returned before, which no longer holds",
  slow: "the tool was made to answer late",
};
function userTurn({ content, silence, interrupts }: SaidLine): JsonObject {
  if (silence !== undefined) return { silent: `says nothing for ${silence / 1000} s` };
  return { ...(interrupts ? { interrupts: "cuts in before the agent has finished" } : {}), text: content };
}

/** A turn that says that the agent hung up, if it did. */
export function endTurns({ outcome }: Pick<Transcript, "outcome">): JsonObject[] {
  if (outcome.kind !== "completed" || outcome.ended?.by !== "agent") return [];
  return [{ speaker: "agent", hangsUp: outcome.ended.reason ?? "without giving a reason" }];
}

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

/** What happened to a call. */
export function callOutcome({ result, error }: ToolCall): JsonObject {
  return {
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error: { message: error.message, ...(error.code ? { code: error.code } : {}) } }),
  };
}
