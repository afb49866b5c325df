import { type AgentContext, AgentFailure } from "vivavoce";
import type { CoachTool, Desk } from "../tools/tool.ts";
import type { Vault } from "../vault/vault.ts";
import type { ChatMessage } from "./chat-message.ts";
import { runCall } from "./run-call.ts";

export const maxModelCalls = 8;

/** What one conversation holds on to between exchanges. */
export interface Conversation {
  context: AgentContext<Vault>;
  tools: readonly CoachTool[];
  desk: Desk;
  /** Everything said so far, without the system prompt; the loop adds to it. */
  messages: ChatMessage[];
  /** Asked before every model call, so that the model always sees the vault as it is. */
  systemPrompt(): string;
}

/** Asks the model, runs what it calls and asks again, until it only talks: then it is the user's turn. */
export async function converse(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { context, tools, messages, systemPrompt } = conversation;
  for (let calls = 0; calls < maxModelCalls; calls += 1) {
    const answer = await context.model().call(
      {
        messages: [{ role: "system", content: systemPrompt() }, ...messages],
        tools: tools.map(({ spec: { name, description, parameters } }) => ({ name, description, parameters })),
      },
      { signal },
    );
    if (answer.text.trim() !== "") context.record({ type: "text", text: answer.text });
    messages.push({ role: "assistant", content: answer.text, toolCalls: answer.toolCalls });
    if (answer.toolCalls.length === 0) return;
    messages.push(...(await toolMessages(conversation, answer.toolCalls, signal)));
  }
  throw new AgentFailure(`the coach called the model ${maxModelCalls} times without coming to an end`, "call-limit");
}

/** Runs the calls of one answer in order. All are recorded first: the model proposed them together. */
async function toolMessages(
  conversation: Conversation,
  calls: Extract<ChatMessage, { role: "assistant" }>["toolCalls"] = [],
  signal: AbortSignal,
): Promise<ChatMessage[]> {
  const { context } = conversation;
  // Ids of our own: some models count from one again with every answer.
  const proposed = calls.map((call) => ({ ...call, modelId: call.id, id: context.ids.next("call") }));
  for (const { id, name, arguments: given } of proposed) context.record({ type: "call", id, name, arguments: given });
  const messages: ChatMessage[] = [];
  for (const call of proposed) {
    signal.throwIfAborted();
    const outcome = await runCall(conversation, call);
    messages.push({ role: "tool", toolCallId: call.modelId, content: JSON.stringify(outcome) });
  }
  return messages;
}
