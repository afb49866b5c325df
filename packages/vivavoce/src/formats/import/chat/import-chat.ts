import { isJsonObject, type JsonObject, type JsonValue, type Place } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { type LooseMessage, readMessage } from "../../transcripts/chat-message.ts";
import { fromMessages } from "../../transcripts/from-messages.ts";
import { idOfWords } from "../case-ids.ts";
import type { Collected } from "../collected.ts";
import { ImportedFields } from "../fields.ts";
import type { Importer } from "../importer.ts";
import { addRecorded } from "../recorded.ts";
import type { SourceRecord } from "../records.ts";

/** Chat messages: `{ "messages": [ … ] }` a line, or one list of messages. */
export function chatImporter(into: Collected): Importer {
  /** A JSON list of messages is one conversation, read item by item. */
  const bare: { messages: JsonValue[]; place?: Place | undefined } = { messages: [] };
  return {
    take(record) {
      const { value } = record;
      if (isJsonObject(value) && typeof value.role === "string") {
        bare.place ??= record.place();
        bare.messages.push(value);
      } else if (Array.isArray(value)) addConversation(into, value, record.place(), () => record.place(), {});
      else if (isJsonObject(value)) takeObject(into, value, record);
      else into.report.lost("this is not a conversation", record.place(), 'write { "messages": [ … ] }');
    },
    finish() {
      const { place, messages } = bare;
      if (place) addConversation(into, messages, place, () => place, {});
    },
  };
}

function takeObject(into: Collected, value: JsonObject, record: SourceRecord): void {
  const fields = new ImportedFields(value, record);
  const messages = fields.take("messages") ?? fields.take("conversation");
  const place = record.place();
  if (!Array.isArray(messages) || messages.length === 0) {
    return void into.report.lost("there is no list of messages", place, 'write { "messages": [ … ] }');
  }
  const name = fields.take("id") ?? fields.take("conversation_id") ?? fields.take("custom_id");
  const rest: JsonObject = {};
  for (const [key, field] of fields.rest()) {
    rest[key] = field;
    const fate = into.as === "cases" ? "kept" : "dropped";
    const becomes = into.as === "cases" ? `data.${key}` : "a transcript has no such field";
    into.report.note({ kind: key, fate, becomes, place: fields.place(key) });
  }
  const at = (index: number) => record.place(["messages", index]);
  addConversation(into, messages, place, at, {
    name: typeof name === "string" || typeof name === "number" ? String(name) : undefined,
    rest,
  });
}

function addConversation(
  into: Collected,
  list: readonly JsonValue[],
  place: Place,
  at: (index: number) => Place,
  { name, rest = {} }: { name?: string | undefined; rest?: JsonObject },
): void {
  const messages: LooseMessage[] = [];
  for (const [index, one] of list.entries()) {
    const message = readMessage(one);
    const [flaw] = typeof message === "string" ? [message] : message.flaws;
    if (typeof message === "string" || flaw !== undefined)
      return void into.report.lost(`message ${index + 1}: ${flaw}`, at(index), "a message has a role and content");
    for (const kind of message.media) into.report.changed(`${kind} part`, `the mark [${kind}] in the text`, at(index));
    messages.push(message);
  }
  const opening = messages.find(({ role, text }) => role === "user" && text !== "")?.text;
  if (opening === undefined)
    return void into.report.lost("there is no message of a user", place, "a case needs at least one line of the user");
  const id = name === undefined ? into.id(idOfWords(opening), place) : into.givenId(name, place);
  if (into.as === "transcripts") {
    noteSystem(into, messages, place, "dropped");
    addRecorded(into, { id, conversation: fromMessages(list), place });
  } else into.addCase(caseOf(into, id, messages, place, rest), place);
}

function caseOf(
  into: Collected,
  id: string,
  messages: readonly LooseMessage[],
  place: Place,
  rest: JsonObject,
): CaseInput {
  const here = { ...place, caseId: id };
  const { lines, opens } = userLines(messages);
  const replies = messages.flatMap(({ role, text }) => (role === "assistant" && text !== "" ? [text] : []));
  const calls = messages.flatMap(({ calls }) =>
    calls.map(({ name, arguments: given }) => ({ name, arguments: (given ?? {}) as JsonValue })),
  );
  into.report.imported("user messages", "script", here);
  const system = noteSystem(into, messages, here, "kept");
  if (replies.length > 0)
    into.report.kept(
      "assistant messages",
      "data.replies; add expectations to expect, or use --as transcripts to score these replies",
      here,
    );
  if (calls.length > 0)
    into.report.kept(
      "tool calls",
      "data.calls; expect.calls with toolCalls() asks for them",
      here,
      calls.map(({ name }) => name).join(", "),
    );
  return {
    id,
    ...(opens ? { opens: "agent" as const } : {}),
    script: lines.map((content) => ({ content })),
    data: {
      ...rest,
      ...(system.length > 0 ? { system } : {}),
      ...(replies.length > 0 ? { replies } : {}),
      ...(calls.length > 0 ? { calls } : {}),
    },
  };
}

/** The user's lines; consecutive messages are one line. `opens`: the agent speaks before the user does. */
export function userLines(messages: readonly LooseMessage[]): { lines: string[]; opens: boolean } {
  const spoken = messages.filter(({ role, text }) => role === "assistant" || (role === "user" && text !== ""));
  const lines: string[] = [];
  for (const [index, { role, text }] of spoken.entries()) {
    if (role !== "user") continue;
    if (spoken[index - 1]?.role === "user") lines.push(`${lines.pop()}\n\n${text}`);
    else lines.push(text);
  }
  return { lines, opens: spoken[0]?.role === "assistant" };
}

function noteSystem(
  into: Collected,
  messages: readonly LooseMessage[],
  place: Place,
  fate: "kept" | "dropped",
): string[] {
  const system = messages.flatMap(({ role, text }) => (role === "system" && text !== "" ? [text] : []));
  const becomes =
    fate === "kept"
      ? "data.system; a system prompt belongs to the agent"
      : "a system prompt belongs to the agent, not to the conversation";
  for (const text of system) into.report.note({ kind: "system message", fate, becomes, place, text });
  return system;
}
