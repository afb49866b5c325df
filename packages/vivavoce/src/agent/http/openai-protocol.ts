import { isJsonObject, type JsonObject, type JsonValue, safeLine, valueAt } from "../../base/index.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { Piece } from "../record-pieces.ts";
import { jsonOf, type Protocol } from "./protocol.ts";

/** An agent that is asked like a model, at /chat/completions. It gets the whole conversation each time. */
export function openAiProtocol(model: string): Protocol {
  /** The calls of a streamed answer, by their place in it: their arguments come in pieces. */
  let calls = new Map<number, { id: string | undefined; name: string; arguments: string }>();
  let isFinished = false;

  function finished(): readonly Piece[] {
    isFinished = true;
    const made = [...calls.values()];
    calls = new Map();
    return made.map((call): Piece => ({ type: "call", ...call }));
  }

  return {
    body({ message, history }) {
      calls = new Map();
      isFinished = false;
      return { model, messages: [...history, { role: "user", content: message }], stream: true };
    },
    whole(text) {
      const body = jsonOf(text);
      refuseError(body);
      const said = valueAt(body, "/choices/0/message");
      if (!isJsonObject(said)) {
        throw new AgentFailure(`the server's answer is not a chat completion: ${safeLine(text, 200)}`);
      }
      for (const [index, call] of callsIn(said).entries()) collect(call, index);
      return [...wordsIn(said), ...finished()];
    },
    part(data) {
      if (data === "[DONE]") return isFinished ? [] : finished();
      const body = jsonOf(data);
      refuseError(body);
      const delta = valueAt(body, "/choices/0/delta");
      const words = isJsonObject(delta) ? wordsIn(delta) : [];
      for (const [index, call] of (isJsonObject(delta) ? callsIn(delta) : []).entries()) collect(call, index);
      return typeof valueAt(body, "/choices/0/finish_reason") === "string" ? [...words, ...finished()] : words;
    },
    unfinished: () => (isFinished ? undefined : "without a finish_reason or [DONE]"),
  };

  function collect(call: JsonObject, position: number): void {
    const index = typeof call.index === "number" ? call.index : position;
    const known = calls.get(index) ?? { id: undefined, name: "", arguments: "" };
    const given = isJsonObject(call.function) ? call.function : {};
    calls.set(index, {
      id: typeof call.id === "string" && call.id !== "" ? call.id : known.id,
      name: known.name + (typeof given.name === "string" ? given.name : ""),
      arguments: known.arguments + (typeof given.arguments === "string" ? given.arguments : ""),
    });
  }
}

function wordsIn({ content, refusal }: JsonObject): Piece[] {
  const words = typeof content === "string" ? content : typeof refusal === "string" ? refusal : "";
  return words === "" ? [] : [words];
}

function callsIn({ tool_calls }: JsonObject): JsonObject[] {
  return Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
}

/** Some servers send an error with status 200, or in the middle of a stream. */
function refuseError(body: JsonValue): void {
  const error = valueAt(body, "/error");
  if (error === undefined || error === null) return;
  const message = isJsonObject(error) ? error.message : error;
  throw new AgentFailure(`the server's answer is an error: ${safeLine(String(message ?? JSON.stringify(error)), 200)}`);
}
