import type { JsonObject } from "../../base/index.ts";
import { textIn } from "../read-json.ts";
import type { ModelAnswer } from "../types.ts";
import { answerDigest, pieces, writtenArguments } from "./reading.ts";
import { eventText } from "./sse.ts";

/** A message as Anthropic answers with it. */
export function message(answer: ModelAnswer, request: JsonObject): JsonObject {
  const { text, toolCalls } = answer;
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input }));
  return {
    id: `msg_${answerDigest(answer, request)}`,
    type: "message",
    role: "assistant",
    model: answer.servedModel ?? textIn(request, "model") ?? "",
    content: [...(text === "" ? [] : [{ type: "text", text, citations: null }]), ...calls],
    stop_reason: stopReasons[answer.finish],
    stop_sequence: null,
    usage: writtenUsage(answer),
  };
}

/** The same as events: the text word by word, the input of a call as one piece of JSON. */
export function messageEvents(answer: ModelAnswer, request: JsonObject): string[] {
  const { content, stop_reason, stop_sequence, usage, ...head } = message(answer, request);
  const begun = { ...head, content: [], stop_reason: null, stop_sequence: null };
  const { output_tokens, ...input } = usage as JsonObject;
  const events: JsonObject[] = [
    { type: "message_start", message: { ...begun, usage: { ...input, output_tokens: 0 } } },
    ...(content as JsonObject[]).flatMap((block, index) => [
      { type: "content_block_start", index, content_block: emptied(block) },
      ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence } as JsonObject, usage: usage as JsonObject },
    { type: "message_stop" },
  ];
  return events.map((event) => eventText(event, event.type as string));
}

function emptied(block: JsonObject): JsonObject {
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltasOf(block: JsonObject): JsonObject[] {
  if (block.type === "text") return pieces(block.text as string).map((text) => ({ type: "text_delta", text }));
  return [{ type: "input_json_delta", partial_json: writtenArguments(block.input as JsonObject | string) }];
}

/** This API has no name for other endings. */
const stopReasons = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "refusal",
  other: "end_turn",
} as const;

/**
 * SDKs add these numbers without checking that they exist, so unknown ones are 0. Viva never reads them back: it takes the
 * cost from the answer itself.
 */
function writtenUsage({ usage }: ModelAnswer): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = usage ?? {};
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}
