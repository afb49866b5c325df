import { functionAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";
import { desk } from "./mastra.agent.ts";

const agent = functionAgent(async function* mastra(_message, { messages, signal }) {
  const stream = await desk.stream(messages, { abortSignal: signal });
  for await (const { type, payload } of stream.fullStream) {
    const { toolCallId: id, toolName: name } = payload;
    if (type === "text-delta") yield payload.text;
    if (type === "tool-call") yield { type: "call", id, name, arguments: payload.args };
    if (type === "tool-result") yield { type: "result", id, result: payload.result };
    if (type === "tool-error") yield { type: "error", id, error: String(payload.error) };
    if (type === "error") throw payload.error;
  }
});

export default suite({ ...exam("hours", "refund"), name: "mastra", agent });
