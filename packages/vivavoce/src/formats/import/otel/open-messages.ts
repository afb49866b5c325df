import type { JsonValue } from "../../../base/index.ts";
import type { ChatMessage } from "../messages.ts";
import { textOf } from "../safe-json.ts";

/** Whether an id stands for the one that a call lacked. */
export function isMadeUp(id: string): boolean {
  return /^(?:call|span-.+)-\d+$/.test(id);
}

/** The id as it was given: a call whose id was used before has a number after it. */
export function givenId(id: string): string {
  return id.replace(/#\d+$/, "");
}

/** Messages in the form of OpenAI's, in which every call has an id of its own and every result names its call. */
export function openMessages(messages: readonly ChatMessage[]): { messages: JsonValue[]; strays: string[] } {
  const made: JsonValue[] = [];
  const strays: string[] = [];
  const used = new Set<string>();
  let open: { id: string; given: string | undefined; name: string }[] = [];
  let number = 0;
  for (const { role, text, calls, results } of messages) {
    if (role === "assistant") {
      const written = calls.map(({ id: given, name, arguments: argument }) => {
        let id = given ?? `call-${++number}`;
        while (used.has(id)) id = given === undefined ? `call-${++number}` : `${given}#${++number}`;
        used.add(id);
        open.push({ id, given, name });
        return { id, type: "function", function: { name, arguments: (argument ?? {}) as JsonValue } };
      });
      made.push({ role, content: text, ...(written.length > 0 ? { tool_calls: written } : {}) });
    } else if (text.trim() !== "" && role !== "tool") made.push({ role, content: text });
    for (const { id, name, value, failed } of results) {
      const call =
        open.find((one) => id !== undefined && one.given === id) ??
        (id === undefined ? open.find((one) => name === undefined || one.name === name) : undefined);
      if (!call) strays.push(textOf(id ?? name ?? value));
      else
        made.push({
          role: "tool",
          content: [{ type: "tool_result", tool_use_id: call.id, content: value, is_error: failed }],
        });
      open = open.filter((one) => one !== call);
    }
  }
  return { messages: made, strays };
}
