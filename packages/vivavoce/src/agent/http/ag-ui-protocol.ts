import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonCopy,
  jsonIn,
  safeLine,
  valueAt,
} from "../../base/index.ts";
import type { Piece } from "../dialogue.ts";
import { AgentFailure } from "../types.ts";
import { objectOf, type Protocol } from "./protocol.ts";

/** AG-UI: the conversation and its state are sent with each message, and the answer is a stream of events. */
export function agUiProtocol(): Protocol {
  const messages: JsonObject[] = [];
  const agents = new Map<string, string>();
  const calls = new Map<string, { name: string; agent?: string | undefined; arguments: string }>();
  let state: JsonValue = {};
  let message: string | undefined;
  /** The call and the message that chunks without an id continue. */
  let call: string | undefined;
  let isFinished = false;
  let count = 0;
  let thread = "";
  // Not random: random numbers need a request to the system, and Viva would wait for it as if it were late work.
  const newId = () => `${thread}-${++count}`;

  function text({ messageId, delta, subagentRunId }: JsonObject): Piece[] {
    if (typeof delta !== "string" || delta === "") return [];
    // The user does not hear what agents say to each other.
    if (typeof subagentRunId === "string")
      return [{ type: "note", name: `${nameOf(subagentRunId)} said`, value: delta }];
    const id = typeof messageId === "string" ? messageId : (message ?? newId());
    const continues = id === message;
    message = id;
    const known = messages.find((one) => one.id === id);
    if (known) known.content = `${known.content ?? ""}${delta}`;
    else messages.push({ id, role: "assistant", content: delta });
    return [{ type: "text", text: delta, continues }];
  }

  function begin({ toolCallId, toolCallName, subagentRunId }: JsonObject): void {
    call = String(toolCallId);
    const agent = typeof subagentRunId === "string" ? nameOf(subagentRunId) : undefined;
    calls.set(call, { name: String(toolCallName), agent, arguments: "" });
  }

  /** A call is known when all of its arguments are. */
  function end(id: string | undefined): Piece[] {
    const made = id === undefined ? undefined : calls.get(id);
    if (id === undefined || !made) return [];
    calls.delete(id);
    if (id === call) call = undefined;
    const { name, agent, arguments: given } = made;
    if (agent === undefined) keepCall(id, name, given);
    // The user's page may run it, and a server does not say which calls those are.
    const by = { elsewhere: true, ...(agent === undefined ? {} : { agent }) };
    return [{ type: "call", id, name, arguments: given === "" ? {} : given, ...by }];
  }

  function keepCall(id: string, name: string, given: string): void {
    const made: JsonObject = { id, type: "function", function: { name, arguments: given || "{}" } };
    const last = messages.at(-1);
    if (last?.role === "assistant") last.toolCalls = [...((last.toolCalls as JsonValue[] | undefined) ?? []), made];
    else messages.push({ id: newId(), role: "assistant", toolCalls: [made] });
  }

  function chunk(event: JsonObject): Piece[] {
    const ended = event.toolCallId !== undefined && event.toolCallId !== call ? end(call) : [];
    if (event.toolCallId !== undefined && event.toolCallId !== call) begin(event);
    const open = call === undefined ? undefined : calls.get(call);
    if (open && typeof event.delta === "string") open.arguments += event.delta;
    return ended;
  }

  function result({ toolCallId, content, messageId, subagentRunId }: JsonObject): Piece[] {
    const id = String(toolCallId);
    if (typeof subagentRunId !== "string")
      messages.push({ id: String(messageId ?? newId()), role: "tool", toolCallId: id, content: content ?? "" });
    return [...end(id), { type: "result", id, result: parsed(content) }];
  }

  function nameOf(run: string): string {
    return agents.get(run) ?? run;
  }

  function note(value: JsonValue): Piece[] {
    state = value;
    return [{ type: "note", name: "state", value }];
  }

  function read(event: JsonObject): Piece[] {
    switch (event.type) {
      case "TEXT_MESSAGE_CONTENT":
      case "TEXT_MESSAGE_CHUNK":
        return text(event);
      case "TOOL_CALL_START":
        begin(event);
        return [];
      case "TOOL_CALL_ARGS": {
        const open = calls.get(String(event.toolCallId));
        if (open) open.arguments += String(event.delta ?? "");
        return [];
      }
      case "TOOL_CALL_END":
        return end(String(event.toolCallId));
      case "TOOL_CALL_CHUNK":
        return chunk(event);
      case "TOOL_CALL_RESULT":
        return result(event);
      case "STATE_SNAPSHOT":
        return note(event.snapshot ?? null);
      case "STATE_DELTA":
        return note(patched(state, event.delta));
      case "SUBAGENT_STARTED":
        agents.set(String(event.subagentRunId), String(event.name));
        return [];
      case "RUN_ERROR":
        throw new AgentFailure(`the server's run failed: ${safeLine(String(event.message), 200)}`);
      case "RUN_FINISHED":
        isFinished = true;
        return [...calls.keys()].flatMap(end);
      default:
        return [];
    }
  }

  return {
    body({ message: line, history, conversation, heard }) {
      thread = conversation;
      if (messages.length === 0) messages.push(...history.map((one) => ({ id: newId(), ...one })));
      const spoken = messages.findLast(({ role }) => role === "assistant");
      if (heard !== undefined && spoken) spoken.content = heard;
      messages.push({ id: newId(), role: "user", content: line });
      message = undefined;
      isFinished = false;
      return {
        threadId: conversation,
        runId: newId(),
        state,
        messages,
        tools: [],
        context: [],
        forwardedProps: {},
      };
    },
    stream: "sse",
    whole: (body) => [body],
    part: (data) => read(objectOf(data)),
    unfinished: () => (isFinished ? undefined : "without RUN_FINISHED"),
  };
}

/** Results are text in AG-UI, and mostly JSON. */
function parsed(content: JsonValue | undefined): JsonValue {
  const value = typeof content === "string" ? jsonIn(content) : undefined;
  return isJsonObject(value) || Array.isArray(value) ? value : (content ?? null);
}

/** Applies a JSON Patch (RFC 6902) to a value; `test` steps are ignored. */
function patched(value: JsonValue, patch: JsonValue | undefined): JsonValue {
  return (Array.isArray(patch) ? patch : []).reduce<JsonValue>((state, step) => {
    if (!isJsonObject(step) || typeof step.path !== "string") throw unfit(step);
    const { op, path, from } = step;
    if (op === "test") return state;
    const moved = op === "move" || op === "copy" ? valueAt(state, String(from)) : step.value;
    if (op !== "remove" && moved === undefined) throw unfit(step);
    const base = op === "move" ? changed(state, String(from), "remove") : state;
    return changed(base, path, op === "remove" ? "remove" : op === "replace" ? "replace" : "add", moved);
  }, jsonCopy(value));
}

function changed(root: JsonValue, path: string, op: "add" | "remove" | "replace", value: JsonValue = null): JsonValue {
  if (path === "") return jsonCopy(value);
  const at = path.lastIndexOf("/");
  const parent = valueAt(root, path.slice(0, at));
  const key = path
    .slice(at + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  if (Array.isArray(parent)) {
    const index = key === "-" ? parent.length : Number(key);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) throw unfit(path);
    parent.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [jsonCopy(value)]));
  } else if (isJsonObject(parent)) {
    if (op === "remove") delete parent[key];
    else
      Object.defineProperty(parent, key, {
        value: jsonCopy(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  } else throw unfit(path);
  return root;
}

function unfit(step: JsonValue): AgentFailure {
  return new AgentFailure(`the server patches a state that does not exist: ${JSON.stringify(step)}`);
}
