import { readPrompts, systemPrompt } from "../../examples/flow-coach/coach/prompt.ts";
import { coachTools } from "../../examples/flow-coach/tools/index.ts";
import type { ProjectFilter } from "../../examples/flow-coach/vault/projects.ts";
import type { Vault } from "../../examples/flow-coach/vault/vault.ts";

const prompts = await readPrompts("v2");

/** What is behind a coach whose loop runs elsewhere: its prompt for the vault as it stands, and its tools. One a trial. */
export function behindCoach() {
  let review: ProjectFilter | undefined;
  const startReview = (filter: ProjectFilter) => {
    review = filter;
  };
  return {
    specs: coachTools.map(({ spec }) => spec),
    tools: coachTools,
    deskOf: (vault: Vault) => ({ vault, startReview }),
    /** In the form that its model takes. */
    coach: (vault: Vault) => ({
      system: { role: "system", content: systemPrompt(prompts, vault, review) },
      tools: coachTools.map(({ spec: { effect: _, ...spec } }) => ({ type: "function", function: spec })),
      writes: coachTools.filter(({ spec }) => spec.effect === "write").map(({ spec }) => spec.name),
    }),
  };
}
