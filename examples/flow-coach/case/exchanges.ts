import type { CaseProblem, CoachCase, ExpectedTool } from "./shape.ts";

/** What a stage direction says the coach should do in one exchange. */
export interface StageDirection {
  exchange: number;
  /** Where it stands in the case. */
  path: PropertyKey[];
  tools: ExpectedTool[];
}

/** How many exchanges the case has: one for each user line. */
export function exchangeCount({ conversation }: Pick<CoachCase, "conversation">): number {
  return conversation.filter(({ role }) => role === "user").length;
}

/** The stage directions that say something about tools, each with the exchange it belongs to. */
export function stageDirections({ conversation }: Pick<CoachCase, "conversation">): StageDirection[] {
  let exchange = 0;
  return conversation.flatMap((line, index) => {
    if (line.role === "user") exchange += 1;
    if (line.role === "user" || line.expectedTools === undefined) return [];
    return [{ exchange, path: ["conversation", index, "expectedTools"], tools: line.expectedTools }];
  });
}

/** What is wrong with the lines as a conversation. */
export function conversationProblems(input: Pick<CoachCase, "conversation" | "type">): CaseProblem[] {
  const problems: CaseProblem[] = [];
  const count = exchangeCount(input);
  if (count > 0 && (count === 1) !== (input.type === "single-turn")) {
    const right = count === 1 ? "single-turn" : "multi-turn";
    const often = count === 1 ? "once" : `${count} times`;
    const remedy = `write "${right}", or change the number of user lines`;
    problems.push({ path: ["type"], message: `the user speaks ${often}, so the type is "${right}"`, remedy });
  }
  input.conversation.forEach((line, index, lines) => {
    if (line.role === "user" || lines[index - 1]?.role === "user") return;
    const message = "an assistant line is a stage direction for the user line before it, and here there is none";
    problems.push({ path: ["conversation", index], message, remedy: "put it after a user line, or take it out" });
  });
  return problems;
}
