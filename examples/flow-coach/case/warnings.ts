import { z } from "zod";

type CaseWarning = { message: string; path: (string | number)[]; remedy: string };

/** As much of a case as the warnings look at; the schema has already accepted it. */
const written = z.object({
  actualTools: z.unknown().optional(),
  conversation: z.array(z.object({ actualTools: z.unknown().optional() })),
  expectations: z.object({
    toolUsage: z
      .array(
        z.object({
          shouldCallTool: z.boolean(),
          requiredParams: z.unknown().optional(),
          parameters: z.unknown().optional(),
        }),
      )
      .default([]),
  }),
});

/** Fields of a case that are accepted but say nothing, so that their author hears of it. */
export function coachCaseWarnings(input: unknown): CaseWarning[] {
  const { conversation, expectations, actualTools } = written.parse(input);
  return [
    ...(actualTools === undefined ? [] : [outputField(["actualTools"])]),
    ...conversation.flatMap((line, index) =>
      line.actualTools === undefined ? [] : [outputField(["conversation", index, "actualTools"])],
    ),
    ...expectations.toolUsage.flatMap((entry, index) => {
      if (entry.shouldCallTool) return [];
      const fields = (["requiredParams", "parameters"] as const).filter((field) => entry[field] !== undefined);
      return fields.map((field) => idleField(field, ["expectations", "toolUsage", index, field]));
    }),
  ];
}

function outputField(path: CaseWarning["path"]): CaseWarning {
  return {
    message: "actualTools is ignored: it is output, not part of a case",
    path,
    remedy: "Remove it; what was called stands in the transcript, exchange by exchange.",
  };
}

function idleField(field: string, path: CaseWarning["path"]): CaseWarning {
  return {
    message: `${field} beside shouldCallTool: false means nothing and is ignored`,
    path,
    remedy: `Remove ${field}, or expect the call.`,
  };
}
