import { assistant, Runner, user } from "@openai/agents";
import { functionAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";
import { desk } from "./openai-agents.agent.ts";

// Traces would be sent to OpenAI, and from outside of any conversation.
const runner = new Runner({ tracingDisabled: true });

/** One conversation: it goes on with the agent that spoke last. */
function conversation() {
  let [agent, items] = [desk, undefined];
  return functionAgent(async function* openaiAgents(message, { messages, signal }) {
    items ??= messages.slice(0, -1).map(({ role, content }) => (role === "user" ? user(content) : assistant(content)));
    const stream = await runner.run(agent, [...items, user(message)], { stream: true, signal });
    for await (const { type, data, item } of stream) {
      if (type === "raw_model_stream_event" && data.type === "output_text_delta") yield data.delta;
      if (type === "run_item_stream_event") yield* eventsOf(item);
    }
    [agent, items] = [stream.lastAgent, stream.history];
  });
}

function* eventsOf({ type, rawItem, agent, output = rawItem.output?.text }) {
  const { callId: id, name, arguments: given } = rawItem;
  const by = agent === desk ? undefined : agent?.name;
  if (type === "tool_call_item" || type === "handoff_call_item")
    yield { type: "call", id, name, arguments: given, agent: by };
  if (type === "tool_call_output_item" || type === "handoff_output_item") yield { type: "result", id, result: output };
}

export default suite({ ...exam("hours", "handoff"), name: "openai-agents", agent: () => conversation() });
