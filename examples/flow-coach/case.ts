import type { CaseInput } from "vivavoce";
import { conversationProblems, exchangeCount, stageDirections } from "./case/exchanges.ts";
import { type CoachCase, caseShape } from "./case/shape.ts";
import { toolExpectations } from "./case/tool-expectations.ts";
import { toolUsageProblems } from "./case/tool-usage.ts";

/** A case as this suite writes it, checked and turned into Viva's own shape. */
export const coachCase = caseShape
  .check((context) => {
    const { toolUsage = [] } = context.value.expectations;
    const problems = [
      ...conversationProblems(context.value),
      ...toolUsageProblems(toolUsage, exchangeCount(context.value)),
      ...toolExpectations(toolUsage, stageDirections(context.value), exchangeCount(context.value)).problems,
    ];
    for (const { remedy, ...problem } of problems) {
      context.issues.push({ code: "custom", input: context.value, ...problem, params: { remedy } });
    }
  })
  .transform(toCase);

function toCase(input: CoachCase): CaseInput {
  const { id, type, description, tags, cluster, approvals, vaultContext, expectations } = input;
  return {
    id,
    type,
    description,
    ...(tags === undefined ? {} : { tags }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(approvals === undefined ? {} : { approvals }),
    world: vaultContext,
    script: input.conversation.flatMap(({ role, ...line }) => (role === "user" ? [line] : [])),
    expect: expectOf(input, expectations),
  };
}

function expectOf(
  input: CoachCase,
  { toolUsage, extraCalls, coachingQuality, conversationCoherence, vault, safety }: CoachCase["expectations"],
): NonNullable<CaseInput["expect"]> {
  const directions = stageDirections(input);
  const { expectations: tools } = toolExpectations(toolUsage ?? [], directions, exchangeCount(input));
  return {
    ...(toolUsage === undefined && directions.length === 0 ? {} : { tools }),
    ...(extraCalls === undefined ? {} : { extraCalls }),
    criteria: coachingQuality,
    ...(conversationCoherence === undefined ? {} : { coherence: conversationCoherence }),
    ...(vault === undefined ? {} : { world: vault }),
    ...(safety === undefined ? {} : { safety }),
  };
}
