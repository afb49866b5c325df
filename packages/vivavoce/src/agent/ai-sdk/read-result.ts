import { messageOf } from "../../base/index.ts";
import { type AgentContext, AgentFailure } from "../types.ts";
import type { ToolsUnderHand } from "./tools.ts";

/** A call that the SDK does not run before somebody approves it. */
interface ApprovalWish {
  approvalId: string;
  call: Call;
}

/** The result of one run of the SDK's loop. */
interface RunOfSdk {
  /** The messages to add to the history, as the SDK wrote them. */
  messages: readonly unknown[];
  wishes: ApprovalWish[];
}

interface Call {
  id: string;
  name: string;
  arguments: unknown;
}

/** A part of a stream or of a step's content; the fields are those of its type. */
type Part = Readonly<Record<string, unknown>> & { type: string };
type Reader = Pick<AgentContext, "record"> & { tools: ToolsUnderHand; signal: AbortSignal };

/** Records what streamText(), generateText() or an agent of the SDK returned; a text alone is a reply. */
export async function readResult(result: unknown, reader: Reader): Promise<RunOfSdk> {
  if (typeof result === "string") {
    reader.record({ type: "text", text: result });
    return { messages: [{ role: "assistant", content: result }], wishes: [] };
  }
  const given = Object(result) as Record<string, unknown>;
  const stream = given.stream ?? given.fullStream;
  const parts = isStream(stream) ? stream : partsOfSteps(given.steps);
  if (!parts) {
    throw new AgentFailure(
      "aiSdkAgent()'s function returned neither the result of streamText() or generateText() nor a text",
    );
  }
  const wishes = await readParts(parts, reader);
  const written = (await given.responseMessages) ?? ((await given.response) as { messages?: unknown } | null)?.messages;
  return { messages: Array.isArray(written) ? written : [], wishes };
}

function isStream(value: unknown): value is AsyncIterable<Part> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function partsOfSteps(steps: unknown): Part[] | undefined {
  return Array.isArray(steps) ? steps.flatMap(({ content }) => [...content, { type: "finish-step" }]) : undefined;
}

/** Text is recorded in blocks, because a stream cuts words into pieces. */
async function readParts(parts: AsyncIterable<Part> | Part[], { record, tools, signal }: Reader) {
  const texts = new Map<unknown, string>();
  const proposed = new Map<string, Call>();
  const recorded = new Set<string>();
  const wishes: ApprovalWish[] = [];
  const say = (id: unknown) => {
    const text = texts.get(id);
    texts.delete(id);
    if (text) record({ type: "text", text });
  };
  const propose = (call: Call) => {
    recorded.add(call.id);
    record({ type: "call", ...call, ...(tools.has(call.name) === false ? { elsewhere: true } : {}) });
  };
  const callOf = (part: unknown): Call => {
    const { toolCallId, toolName, input } = part as Record<string, unknown>;
    const id = String(toolCallId);
    return { id, name: String(toolName), arguments: tools.proposed(id, input) };
  };
  const isOurs = (id: string) => tools.hasRun(id);
  const ending = (part: Part, end: (id: string) => void) => {
    const call = callOf(part);
    if (isOurs(call.id)) return;
    // The result of a call that was made and approved in an earlier run belongs to that call.
    if (proposed.has(call.id) && !recorded.has(call.id)) propose(call);
    end(call.id);
  };
  const handle = (part: Part) => {
    switch (part.type) {
      case "text-delta":
        texts.set(part.id, `${texts.get(part.id) ?? ""}${part.text ?? part.delta ?? ""}`);
        return;
      case "text-end":
        return say(part.id);
      case "text":
        return record({ type: "text", text: String(part.text) });
      case "tool-call": {
        const call = callOf(part);
        proposed.set(call.id, call);
        if (!tools.has(call.name) || part.invalid === true) propose(call);
        tools.see(call.id);
        return;
      }
      case "tool-approval-request":
        if (part.isAutomatic === true) return;
        recorded.add(callOf(part.toolCall).id);
        wishes.push({ approvalId: String(part.approvalId), call: callOf(part.toolCall) });
        return;
      case "tool-result":
        if (part.preliminary !== true) ending(part, (id) => record({ type: "result", id, result: part.output }));
        return;
      case "tool-error":
        return ending(part, (id) => record({ type: "error", id, error: messageOf(part.error) }));
      case "finish-step":
        // Neither run nor asked about, such as a call that the agent's own rules rejected.
        for (const call of proposed.values()) if (!isOurs(call.id) && !recorded.has(call.id)) propose(call);
        return;
      case "error":
        throw part.error;
      case "abort":
        signal.throwIfAborted();
        throw new AgentFailure("the agent stopped its own answer");
    }
  };
  tools.reading(Symbol.asyncIterator in parts);
  try {
    for await (const part of parts) handle(part);
  } finally {
    for (const id of [...texts.keys()]) say(id);
    tools.reading(false);
  }
  return wishes;
}
