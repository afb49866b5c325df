import type { Agent, ToolSpec } from "./types.ts";

/**
 * Says one polite sentence and calls nothing. It should pass only cases that ask for no action; if it passes more, the
 * suite measures politeness.
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
