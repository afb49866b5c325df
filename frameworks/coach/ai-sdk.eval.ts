import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, tool } from "ai";
import { coachAsking, examOver } from "./exam.ts";

const provider = createOpenAICompatible({ name: "openrouter", baseURL: "https://openrouter.ai/api/v1", apiKey: "any" });

const model = {
  id: "google/gemini-2.5-flash",
  async call({ messages: [system, ...messages], tools = [] }, { signal } = {}) {
    const { text, toolCalls } = await generateText({
      model: provider("google/gemini-2.5-flash"),
      instructions: system.content,
      messages: messages.map(inAiSdk),
      tools: Object.fromEntries(
        tools.map(({ name, description, parameters }) => [
          name,
          tool({ description, inputSchema: jsonSchema(parameters) }),
        ]),
      ),
      abortSignal: signal,
    });
    return {
      text,
      toolCalls: toolCalls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        name: toolName,
        arguments: input,
      })),
      finish: toolCalls.length > 0 ? "tool-calls" : "stop",
    };
  },
};

function inAiSdk(message) {
  if (message.role === "tool") {
    const output = { type: "text", value: message.content };
    return {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: message.toolCallId, toolName: "tool", output }],
    };
  }
  if (message.role !== "assistant") return message;
  const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => {
    return { type: "tool-call", toolCallId: id, toolName: name, input };
  });
  const texts = message.content === "" ? [] : [{ type: "text", text: message.content }];
  return { role: "assistant", content: [...texts, ...calls] };
}

export default examOver("coach-by-ai-sdk", () => coachAsking(() => model));
