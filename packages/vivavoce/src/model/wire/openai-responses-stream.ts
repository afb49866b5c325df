import { isJsonObject, type JsonObject } from "../../base/index.ts";
import { listIn, numberIn, objectIn, textIn } from "../read-json.ts";
import { errorIn, errorWarning } from "./reading.ts";

/** Which field of an item a kind of event adds to. */
const additions: Readonly<Record<string, "arguments" | "input" | "text" | "refusal">> = {
  "response.output_text.delta": "text",
  "response.refusal.delta": "refusal",
  "response.function_call_arguments.delta": "arguments",
  "response.custom_tool_call_input.delta": "input",
};

/**
 * The response that the events of a stream add up to. The last event has the whole; if that is missing, or has no output
 * as with some servers, it is put together from the items.
 */
export function responseFromEvents(events: readonly JsonObject[]): {
  body: JsonObject;
  ended: boolean;
  warnings: string[];
} {
  const items = new Map<number, JsonObject>();
  const warnings: string[] = [];
  let body: JsonObject = {};
  let ended = false;
  for (const event of events) {
    const type = textIn(event, "type") ?? "";
    const told = objectIn(event, "response");
    const error = errorIn(event);
    if (error) warnings.push(errorWarning(error));
    if (told) body = told;
    if (told && /^response\.(?:completed|incomplete|failed)$/.test(type)) ended = true;

    const index = numberIn(event, "output_index") ?? items.size - 1;
    const item = objectIn(event, "item");
    if (item && /^response\.output_item\.(?:added|done)$/.test(type)) items.set(index, { ...item });
    const field = Object.hasOwn(additions, type) ? additions[type] : undefined;
    const delta = textIn(event, "delta");
    const added = items.get(index);
    if (field && delta !== undefined && added) addTo(added, field, delta, numberIn(event, "content_index") ?? 0);
  }
  const output = listIn(body, "output")?.length ? {} : { output: [...items.values()] };
  return { body: { ...body, ...output }, ended, warnings };
}

function addTo(item: JsonObject, field: "arguments" | "input" | "text" | "refusal", delta: string, index: number) {
  if (field === "arguments" || field === "input") {
    item[field] = `${textIn(item, field) ?? ""}${delta}`;
    return;
  }
  const content = (listIn(item, "content") ?? []).filter(isJsonObject);
  // A server may count wrong, so the order of arrival is kept.
  const at = Math.min(Math.max(0, Math.trunc(index)), content.length);
  content[at] = { ...content[at], [field]: `${textIn(content[at], field) ?? ""}${delta}` };
  item.content = content;
}
