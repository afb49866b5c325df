import { isJsonObject, type JsonObject, type JsonValue, safeLine, valueAt } from "../../base/index.ts";
import { addToCalls } from "../../model/index.ts";
import type { Piece } from "../dialogue.ts";
import { AgentFailure } from "../types.ts";
import { jsonOf, type Protocol } from "./protocol.ts";

/** An agent that is asked like a model, at /chat/completions. It gets the whole conversation each time. */
export function openAiProtocol(model: string): Protocol {
  /** The calls of an answer. In a stream, their arguments come in pieces. */
  let calls: JsonObject[] = [];
  let isFinished = false;

  function finished(): readonly Piece[] {
    isFinished = true;
    const made = calls;
    calls = [];
    return made.map(callOf);
  }

  return {
    body({ message, history }) {
      calls = [];
      isFinished = false;
      return { model, messages: [...history, { role: "user", content: message }], stream: true };
    },
    whole(text) {
      const said = valueAt(completionIn(text), "/choices/0/message");
      if (!isJsonObject(said)) {
        throw new AgentFailure(`the server's answer is not a chat completion: ${safeLine(text, 200)}`);
      }
      for (const [index, call] of callsIn(said).entries()) addToCalls(calls, { ...call, index });
      return [...wordsIn(said), ...finished()];
    },
    part(data) {
      if (data === "[DONE]") return isFinished ? [] : finished();
      const body = completionIn(data);
      const delta = valueAt(body, "/choices/0/delta");
      const words = isJsonObject(delta) ? wordsIn(delta) : [];
      for (const part of isJsonObject(delta) ? callsIn(delta) : []) addToCalls(calls, part);
      return typeof valueAt(body, "/choices/0/finish_reason") === "string" ? [...words, ...finished()] : words;
    },
    unfinished: () => (isFinished ? undefined : "without a finish_reason or [DONE]"),
  };
}

function callOf(call: JsonObject): Piece {
  const made = isJsonObject(call.function) ? call.function : isJsonObject(call.custom) ? call.custom : {};
  const id = typeof call.id === "string" && call.id !== "" ? call.id : undefined;
  const name = typeof made.name === "string" ? made.name : "";
  return { type: "call", id, name, arguments: made.arguments ?? made.input };
}

/** Some servers send the text in parts. */
function wordsIn({ content, refusal }: JsonObject): Piece[] {
  const parts = Array.isArray(content) ? content.map((part) => valueAt(part, "/text")) : [content];
  const words = parts.filter((part) => typeof part === "string").join("");
  const said = words === "" && typeof refusal === "string" ? refusal : words;
  return said === "" ? [] : [said];
}

/** Old servers send one call in a field of its own. */
function callsIn({ tool_calls, function_call }: JsonObject): JsonObject[] {
  if (isJsonObject(function_call)) return [{ index: 0, function: function_call }];
  return Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
}

/** An answer, or a part of one. Some servers send an error with status 200, or in the middle of a stream. */
function completionIn(text: string): JsonValue {
  const body = jsonOf(text);
  const [error = null, choices] = [valueAt(body, "/error"), valueAt(body, "/choices")];
  if (error !== null) {
    const message = (isJsonObject(error) ? error.message : error) ?? JSON.stringify(error);
    throw new AgentFailure(`the server's answer is an error: ${safeLine(String(message), 200)}`);
  }
  // Of several choices a user gets one, and the answer does not say which.
  if (!Array.isArray(choices) || (choices.length <= 1 && !valueAt(choices, "/0/index"))) return body;
  throw new AgentFailure(
    "the server's answer has several choices, and Viva cannot tell which one the user gets: ask for one (n: 1)",
  );
}
