import { functionAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";
import { graph } from "./langgraph.agent.ts";

/** The graph keeps the thread, so it is given what it has not seen: at first the case's history too. */
const agent = functionAgent(async function* langgraph(message, { messages, conversation, signal }) {
  const config = { configurable: { thread_id: conversation }, signal };
  const { values } = await graph.getState(config);
  const input = { messages: values.messages ? [{ role: "user", content: message }] : messages };
  for await (const [mode, part] of await graph.stream(input, { ...config, streamMode: ["messages", "updates"] })) {
    if (mode === "messages" && part[0].getType() === "ai") yield part[0].text;
    if (mode === "updates") for (const { messages = [] } of Object.values(part)) yield* messages.flatMap(eventsOf);
  }
});

function eventsOf({ tool_calls: calls = [], tool_call_id: id, status, content }) {
  if (id !== undefined)
    return [status === "error" ? { type: "error", id, error: content } : { type: "result", id, result: content }];
  return calls.map(({ id, name, args }) => ({ type: "call", id, name, arguments: args }));
}

export default suite({ ...exam("hours", "refund"), name: "langgraph", agent });
