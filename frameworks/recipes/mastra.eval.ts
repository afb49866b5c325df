import { functionAgent, suite } from "vivavoce";
import { exam } from "./exam.ts";
import { desk } from "./mastra.agent.ts";

const agent = functionAgent(async function* mastra(_message, { messages, signal }) {
  const stream = await desk.stream(messages as Parameters<typeof desk.stream>[0], { abortSignal: signal });
  for await (const chunk of stream.fullStream) {
    if (chunk.type === "text-delta") yield chunk.payload.text;
    if (chunk.type === "error") throw chunk.payload.error;
    if (chunk.type === "tool-call") {
      const { toolCallId: id, toolName: name, args } = chunk.payload;
      yield { type: "call", id, name, arguments: args };
    }
    if (chunk.type === "tool-result")
      yield { type: "result", id: chunk.payload.toolCallId, result: chunk.payload.result };
    if (chunk.type === "tool-error")
      yield { type: "error", id: chunk.payload.toolCallId, error: String(chunk.payload.error) };
  }
});

export default suite({ ...exam("hours", "refund"), name: "mastra", agent });
