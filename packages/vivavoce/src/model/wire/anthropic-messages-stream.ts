import type { JsonObject } from "../../base/index.ts";
import { numberIn, objectIn, textIn } from "../read-json.ts";
import { errorIn, errorWarning } from "./reading.ts";

/** The field of a block that a delta adds to, and the delta's field that holds the piece. */
const additions: Readonly<Record<string, readonly [field: string, piece: string]>> = {
  text_delta: ["text", "text"],
  thinking_delta: ["thinking", "thinking"],
  input_json_delta: ["input", "partial_json"],
};

/** The message that the events of a stream add up to. */
export function messageFromEvents(events: readonly JsonObject[]): {
  body: JsonObject;
  ended: boolean;
  warnings: string[];
} {
  const blocks = new Map<number, JsonObject>();
  const warnings: string[] = [];
  let message: JsonObject = {};
  let usage: JsonObject = {};
  let ended = false;
  for (const event of events) {
    const error = errorIn(event);
    if (error) warnings.push(errorWarning(error));
    const index = numberIn(event, "index") ?? blocks.size - 1;
    const delta = objectIn(event, "delta");
    switch (textIn(event, "type")) {
      case "message_start":
        message = { ...objectIn(event, "message") };
        usage = { ...objectIn(message, "usage") };
        break;
      case "content_block_start":
        blocks.set(index, { ...objectIn(event, "content_block") });
        break;
      case "content_block_delta": {
        const block = blocks.get(index);
        if (block && delta) addTo(block, delta);
        break;
      }
      case "message_delta":
        message = { ...message, ...delta };
        usage = { ...usage, ...present(objectIn(event, "usage")) };
        ended ||= textIn(delta, "stop_reason") !== undefined;
        break;
      case "message_stop":
        ended = true;
    }
  }
  return { body: { ...message, content: [...blocks.values()], usage }, ended, warnings };
}

/** The input of a call begins as an empty object and comes as pieces of JSON text. */
function addTo(block: JsonObject, delta: JsonObject): void {
  const type = textIn(delta, "type") ?? "";
  const [field, piece] = (Object.hasOwn(additions, type) ? additions[type] : undefined) ?? [];
  if (field && piece) block[field] = `${textIn(block, field) ?? ""}${textIn(delta, piece) ?? ""}`;
}

/** Null counts do not apply, so earlier counts are kept. */
function present(usage: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, count]) => count !== null));
}
