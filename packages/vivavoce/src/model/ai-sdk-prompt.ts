import type { ChatMessage, ModelRequest } from "./types.ts";

/** A request as the AI SDK's models of specification 2, 3 and 4 take it; the parts used here are the same in all. */
export function aiSdkCall(request: ModelRequest, abortSignal: AbortSignal) {
  const { output, toolChoice, tools } = request;
  return {
    prompt: promptOf(request.messages),
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens,
    seed: request.seed,
    topP: request.topP,
    stopSequences: request.stop,
    ...(tools?.length && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function" as const,
        name,
        description,
        inputSchema: parameters,
      })),
    }),
    ...(toolChoice && { toolChoice: { type: toolChoice } }),
    ...(output && { responseFormat: { type: "json" as const, name: output.name, schema: output.schema } }),
    abortSignal,
  };
}
export type AiSdkCall = ReturnType<typeof aiSdkCall>;

type Part =
  | { type: "text"; text: string }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown }
  | {
      type: "tool-result";
      toolCallId: string;
      toolName: string;
      output: { type: "text" | "error-text"; value: string };
    };
type Turn = { role: "system"; content: string } | { role: "user" | "assistant" | "tool"; content: Part[] };

/** Tool results need their tool's name, and those that follow each other make one message. */
function promptOf(messages: readonly ChatMessage[]): Turn[] {
  const names = new Map<string, string>();
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "assistant") for (const { id, name } of message.toolCalls ?? []) names.set(id, name);
    const turn = turnOf(message, names);
    const last = turns.at(-1);
    if (turn.role === "tool" && last?.role === "tool") last.content.push(...turn.content);
    else turns.push(turn);
  }
  return turns;
}

function turnOf(message: ChatMessage, names: ReadonlyMap<string, string>): Turn {
  if (message.role === "system") return { role: "system", content: message.content };
  if (message.role === "user") return { role: "user", content: [{ type: "text", text: message.content }] };
  if (message.role === "tool") {
    const { toolCallId, content, isError } = message;
    const toolName = names.get(toolCallId) ?? "unknown";
    return {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId,
          toolName,
          output: { type: isError ? "error-text" : "text", value: content },
        },
      ],
    };
  }
  const text: Part[] = message.content ? [{ type: "text", text: message.content }] : [];
  const calls = (message.toolCalls ?? []).map(
    ({ id, name, arguments: input }): Part => ({ type: "tool-call", toolCallId: id, toolName: name, input }),
  );
  return { role: "assistant", content: [...text, ...calls] };
}
