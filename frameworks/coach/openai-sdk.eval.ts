import OpenAI from "openai";
import { coachAsking, examOver } from "./exam.ts";

// One client for all conversations, made as its documentation says; it knows nothing of Viva.
const client = new OpenAI({ baseURL: "https://openrouter.ai/api/v1", apiKey: "any" });

const model = {
  id: "google/gemini-2.5-flash",
  async call({ messages, tools = [] }, { signal } = {}) {
    const completion = await client.chat.completions.create(
      {
        model: "google/gemini-2.5-flash",
        messages: messages.map(inOpenAi),
        tools: tools.map((tool) => ({ type: "function" as const, function: tool })),
      },
      { signal },
    );
    const { message } = completion.choices[0];
    const toolCalls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => {
      return { id, name, arguments: parsed(text) };
    });
    return { text: message.content ?? "", toolCalls, finish: toolCalls.length > 0 ? "tool-calls" : "stop" };
  },
};

function inOpenAi(message) {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== "assistant" || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  const tool_calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  return { role: "assistant", content: message.content, tool_calls };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export default examOver("coach-by-openai-sdk", () => coachAsking(() => model));
