import { isJsonObject, type JsonObject, type JsonValue, type Place } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { type LooseMessage, readMessage } from "../../transcripts/chat-message.ts";
import { conversationOf } from "../../transcripts/from-messages.ts";
import type { Collected, Importer } from "../collected.ts";
import { ImportedFields } from "../records.ts";
import { withoutEmpty } from "../safe-json.ts";

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
      } else if (Array.isArray(value)) addConversation(into, { messages: value, place: record.place() });
      else if (isJsonObject(value)) takeObject(into, new ImportedFields(record, into.report));
      else into.report.lost("this is not a conversation", record.place(), 'write { "messages": [ … ] }');
    },
    finish() {
      const { place, messages } = bare;
      if (place) addConversation(into, { messages, place });
    },
  };
}

function takeObject(into: Collected, fields: ImportedFields): void {
  const messages = fields.take("messages") ?? fields.take("conversation");
  const place = fields.place();
  if (!Array.isArray(messages) || messages.length === 0)
    return void into.report.lost("this record has no list of messages", place, 'write { "messages": [ … ] }');
  const name = fields.take("id") ?? fields.take("conversation_id") ?? fields.take("custom_id");
  const rest = fields.rest();
  for (const [key] of rest) {
    if (into.as === "cases") fields.note("kept", key, `data.${key}`);
    else fields.note("dropped", key, "a transcript has no such field");
  }
  addConversation(into, {
    messages,
    place,
    at: (index) => fields.place("messages", index),
    name: typeof name === "string" || typeof name === "number" ? String(name) : undefined,
    rest: Object.fromEntries(rest),
  });
}

interface Conversation {
  messages: readonly JsonValue[];
  place: Place;
  /** The place of a message. */
  at?: (index: number) => Place;
  name?: string | undefined;
  /** Fields that a case keeps in its data. */
  rest?: JsonObject;
}

function addConversation(into: Collected, given: Conversation): void {
  const { place, at = () => place, name } = given;
  const messages: LooseMessage[] = [];
  for (const [index, one] of given.messages.entries()) {
    const message = readMessage(one);
    const [flaw] = typeof message === "string" ? [message] : message.flaws;
    if (typeof message === "string" || flaw !== undefined)
      return void into.report.lost(`message ${index + 1}: ${flaw}`, at(index), "a message has a role and content");
    for (const kind of message.media)
      into.report.note("changed", `${kind} part`, `the mark [${kind}] in the text`, at(index));
    messages.push(message);
  }
  const opening = messages.find(({ role, text }) => role === "user" && text !== "")?.text;
  if (opening === undefined)
    return void into.report.lost("no message is from a user", place, "a case needs at least one line of the user");
  const id = into.idOf(name, opening, place);
  if (into.as === "cases") return void into.addCase(caseOf(into, id, messages, given), place);
  const becomes = "a system prompt belongs to the agent, not to the conversation";
  for (const text of spokenIn(messages).system) into.report.note("dropped", "system message", becomes, place, text);
  into.addRecorded(id, conversationOf(messages), place);
}

/** A case of what was said: the user's lines are its script, and all else is kept in its data. */
export function caseOf(
  into: Collected,
  id: string,
  messages: readonly LooseMessage[],
  { place, rest }: Pick<Conversation, "place" | "rest">,
): CaseInput {
  const here = { ...place, caseId: id };
  const { replies, system, ...said } = spokenIn(messages);
  const calls = messages.flatMap(({ calls }) =>
    calls.map(({ name, arguments: given }) => ({ name, arguments: (given ?? {}) as JsonValue })),
  );
  into.report.note("imported", "user messages", "script", here);
  for (const text of system)
    into.report.note("kept", "system message", "data.system; a system prompt belongs to the agent", here, text);
  const toScore = "data.replies; add expectations to expect, or use --as transcripts to score these replies";
  if (replies.length > 0) into.report.note("kept", "assistant messages", toScore, here);
  const names = calls.map(({ name }) => name).join(", ");
  const toAsk = "data.calls; expect.calls with toolCalls() asks for them";
  if (calls.length > 0) into.report.note("kept", "tool calls", toAsk, here, names);
  return {
    id,
    ...said,
    data: { ...rest, ...withoutEmpty({ system, replies, calls }) },
  };
}

/** The user's lines as a script, in which consecutive messages are one line, and what the others said. */
export function spokenIn(messages: readonly LooseMessage[]) {
  const textsOf = (speaker: LooseMessage["role"]) =>
    messages.flatMap(({ role, text }) => (role === speaker && text !== "" ? [text] : []));
  const spoken = messages.filter(({ role, text }) => role === "assistant" || (role === "user" && text !== ""));
  const script: { content: string }[] = [];
  for (const [index, { role, text }] of spoken.entries()) {
    if (role !== "user") continue;
    const before = spoken[index - 1]?.role === "user" ? script.pop() : undefined;
    script.push({ content: before ? `${before.content}\n\n${text}` : text });
  }
  const opens = spoken[0]?.role === "assistant" ? { opens: "agent" as const } : {};
  return { ...opens, script, replies: textsOf("assistant"), system: textsOf("system") };
}
