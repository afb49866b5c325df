import { type AgentInputItem, assistant, type RunItem, Runner, user } from "@openai/agents";
import { type AgentEvent, functionAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";
import { desk } from "./openai-agents.agent.ts";

// Traces would be sent to OpenAI, and from outside of any conversation.
const runner = new Runner({ tracingDisabled: true });

/** One conversation: it goes on with the agent that spoke last. */
function conversation() {
  let agent = desk;
  let items: AgentInputItem[] | undefined;
  return functionAgent(async function* openaiAgents(message, { messages, signal }) {
    items ??= messages.slice(0, -1).map(({ role, content }) => (role === "user" ? user(content) : assistant(content)));
    const stream = await runner.run(agent, [...items, user(message)], { stream: true, signal });
    for await (const event of stream) {
      if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta") yield event.data.delta;
      if (event.type === "run_item_stream_event") yield* eventsOf(event.item);
    }
    agent = stream.lastAgent ?? agent;
    items = stream.history;
  });
}

function* eventsOf(item: RunItem): Generator<AgentEvent> {
  if ((item.type === "tool_call_item" || item.type === "handoff_call_item") && item.rawItem.type === "function_call") {
    const { callId: id, name, arguments: given } = item.rawItem;
    yield { type: "call", id, name, arguments: given, agent: item.agent === desk ? undefined : item.agent.name };
  }
  if (item.type === "tool_call_output_item" && item.rawItem.type === "function_call_result")
    yield { type: "result", id: item.rawItem.callId, result: item.output };
  if (item.type === "handoff_output_item")
    yield { type: "result", id: item.rawItem.callId, result: item.targetAgent.name };
}

export default suite({ ...exam("hours", "handoff"), name: "openai-agents", agent: () => conversation() });
