import type { Agent } from "vivavoce";
import { coachTools } from "../tools/index.ts";
import type { ProjectFilter } from "../vault/projects.ts";
import type { Vault } from "../vault/vault.ts";
import { type Conversation, converse } from "./loop.ts";
import { readPrompts, systemPrompt } from "./prompt.ts";

/**
 * The Flow coach: a chat that knows the user's vault and may change it, each change approved by the user.
 *
 * @example suite({ agent: ({ prompt }) => flowCoach({ prompt }), … })
 */
export function flowCoach({ prompt }: { prompt: string }): Agent<Vault> {
  return {
    name: "flow-coach",
    version: prompt,
    tools: coachTools.map(({ spec }) => spec),
    async open(context) {
      const prompts = await readPrompts(prompt);
      let review: ProjectFilter | undefined;
      const conversation: Conversation = {
        context,
        tools: coachTools,
        desk: {
          vault: context.world,
          startReview: (filter) => {
            review = filter;
          },
        },
        messages: [...context.case.history],
        systemPrompt: () => systemPrompt(prompts, context.world, review),
      };
      return {
        async reply(message, signal) {
          conversation.messages.push({ role: "user", content: message });
          await converse(conversation, signal);
        },
      };
    },
  };
}
