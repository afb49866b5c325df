import { withoutThoughts } from "./thinking.ts";
import type { ModelAnswer, ModelRequest } from "./types.ts";

/** What an answer holds besides the parts that Viva reads. */
interface Besides {
  /** What the model thought, if the server sends that separately. */
  reasoning?: string | undefined;
  /** The name in an answer of the older form, `function_call`. */
  functionCall?: string | undefined;
  /** Tool calls that name no tool. */
  nameless?: number | undefined;
}

/** What the reader should know about how an answer came, because a server's habits can look like the model's mistakes. */
export function answerWarnings(
  answer: Pick<ModelAnswer, "text" | "toolCalls" | "finish">,
  request: ModelRequest,
  { reasoning = "", functionCall, nameless = 0 }: Besides = {},
): string[] {
  const { text, toolCalls, finish } = answer;
  const silent = text.trim() === "" && toolCalls.length === 0;
  const thought = silent && reasoning.trim() !== "";
  const warnings: string[] = [];
  if (finish === "length") {
    const when = thought ? ", while the model was still thinking" : silent ? ", before it said anything" : "";
    warnings.push(
      `the answer was cut off at the limit of its length${when} (finish_reason: length): raise maxTokens, or the server's own limit`,
    );
  } else if (thought) {
    warnings.push(
      "the model answered only in reasoning_content, which counts as thinking and not as an answer: turn its thinking off, or check the server's reasoning format",
    );
  }
  if (functionCall !== undefined) {
    warnings.push(
      `the server answered with function_call, the older form of a tool call; it was read as ${functionCall}()`,
    );
  }
  if (nameless > 0) warnings.push("the server sent a tool call without a name, which was left out");
  if (toolCalls.length === 0 && isToolCallAsText(text, request)) {
    warnings.push(
      "the model wrote a tool call as text, so it was not run: the server does not read this model's tool calls (llama.cpp: start it with --jinja; vLLM: --enable-auto-tool-choice and --tool-call-parser)",
    );
  }
  return warnings;
}

/** How models mark a call in text: Qwen and Hermes, Mistral, Llama, DeepSeek, Kimi, Phi, Gemma, gpt-oss, MiniMax. */
const callMark =
  /<\|?tool_calls?\|?>|\[TOOL_CALLS\]|<function=|<function_calls?>|<\|python_tag\|>|<｜tool▁calls?▁begin｜>|<\|tool_calls?(?:_section)?_begin\|>|\bfunctools\[|<start_function_call>|\bto=functions\.|<(?:minimax:tool_call|invoke name=)/;

/** Only if tools were offered: an agent that reads calls from text itself offers no tools to the server. */
function isToolCallAsText(text: string, { tools }: ModelRequest): boolean {
  if (!tools?.length) return false;
  const spoken = withoutThoughts(text);
  if (!("text" in spoken)) return false;
  if (callMark.test(spoken.text)) return true;
  // JSON counts as a call if it names an offered tool; other JSON may be the answer.
  const named = [...spoken.text.matchAll(/"(?:name|function|tool|tool_name)"\s*:\s*"([^"]{1,200})"/g)];
  const hasArguments = /"(?:arguments|parameters|args|input|tool_input)"\s*:/.test(spoken.text);
  return hasArguments && named.some(([, name]) => tools.some((tool) => tool.name === name));
}
