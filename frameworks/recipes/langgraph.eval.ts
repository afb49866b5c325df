import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type AgentEvent, functionAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";
import { graph } from "./langgraph.agent.ts";

/** The graph keeps the thread, so it is given what it has not seen: at first the case's history too. */
const agent = functionAgent(async function* langgraph(message, { messages, conversation, signal }) {
  const config = { configurable: { thread_id: conversation }, signal };
  const { values } = await graph.getState(config);
  const input = { messages: values.messages ? [{ role: "user", content: message }] : messages };
  const stream = await graph.stream(input, { ...config, streamMode: ["messages", "updates"] });
  for await (const [mode, part] of stream) {
    if (mode === "messages" && part[0].getType() === "ai") yield part[0].text;
    if (mode !== "updates") continue;
    for (const update of Object.values(part)) yield* ((update?.messages ?? []) as BaseMessage[]).flatMap(eventsOf);
  }
});

function eventsOf(message: BaseMessage): AgentEvent[] {
  if (AIMessage.isInstance(message))
    return (message.tool_calls ?? []).map(({ id, name, args }) => ({ type: "call", id, name, arguments: args }));
  if (!ToolMessage.isInstance(message)) return [];
  const { tool_call_id: id, status, content, text } = message;
  return [status === "error" ? { type: "error", id, error: text } : { type: "result", id, result: content }];
}

export default suite({ ...exam("hours", "refund"), name: "langgraph", agent });
