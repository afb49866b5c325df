import type { Agent, ToolSpec } from "./types.ts";

/**
 * Says one polite sentence and calls nothing. A case that it passes asks for no action; a suite in which it passes
 * more than those measures politeness.
 *
 * @example await play(nothingAgent(), testCase)
 */
export function nothingAgent(tools: ToolSpec[] = []): Agent {
  return {
    name: "nothing",
    version: "1",
    tools,
    open: (context) => {
      const reply = async () => context.record({ type: "text", text: "Thank you for telling me about this." });
      return { reply, greet: reply, silence: reply, interrupt: reply };
    },
  };
}
