import { z } from "zod";
import { InputError, type Problem, safeText, shellWord } from "../../base/index.ts";
import { findReference, type Reference } from "../../results/index.ts";
import { type ComparedRuns, compareRuns, type ShownRuns, shownSide, showRuns } from "../compared-runs.ts";
import { parseVariantChoice } from "./variant-choice.ts";
import { name, type ViewContext, view } from "./view.ts";

/** Two runs compared, or what keeps them from it. */
export interface CompareAnswer extends ShownRuns {
  /** Why the sides cannot be paired, and what to choose. */
  problem?: Problem | undefined;
  commands: { compare: string; report: string };
}

/** With more flips than this, the rest is listed without their conversations. */
const mostFlips = 1_000;

export const compareView = view({
  about: "Two runs or baselines, paired by case: the verdict, every measure, the flips with evidence, what changed.",
  query: z.object({ before: name, after: name, suite: name.optional(), variant: name.optional() }),
  async answer(context, query): Promise<CompareAnswer> {
    const [before, after] = [await sideOf(context, query.before), await sideOf(context, query.after)];
    const variants = query.variant === undefined ? {} : parseVariantChoice(query.variant);
    try {
      if (!variants)
        throw new InputError({
          message: `${query.variant} does not choose a variant`,
          remedy: "Write NAME=VALUE, or NAME=BEFORE,AFTER.",
        });
      return safe(await compareAnswer(context, compareRuns(before, after, { suite: query.suite, variants }), query));
    } catch (error) {
      // The page offers what can be chosen instead.
      if (!(error instanceof InputError)) throw error;
      const [problem] = error.problems;
      const sides = { before: shownSide(before), after: shownSide(after), suites: [], notCompared: [], ownGates: [] };
      return { ...sides, verdict: "error", exitCode: 64, problem, commands: commandsFor(context, sides, query) };
    }
  },
});

/** What the page gets for a comparison, from the server or in a report. */
export async function compareAnswer(
  context: Pick<ViewContext, "store" | "invocation">,
  compared: ComparedRuns,
  chosen: { suite?: string | undefined; variant?: string | undefined } = {},
): Promise<CompareAnswer> {
  const shown = await showRuns(context, compared, mostFlips);
  return { ...shown, commands: commandsFor(context, shown, chosen) };
}

/** Without characters that hide text or turn it round. A case's id stays: the page asks for the case by it. */
function safe(answer: CompareAnswer): CompareAnswer {
  return JSON.parse(JSON.stringify(answer), (key, value) =>
    typeof value === "string" && key !== "caseId" ? safeText(value) : value,
  );
}

async function sideOf({ store }: ViewContext, name: string): Promise<Reference> {
  const found = await findReference(store, name);
  if (found) return found;
  throw new InputError({
    message: `there is no run or baseline ${name}`,
    remedy: "`viva list` shows the runs, `viva baseline list` the baselines there are.",
  });
}

function commandsFor(
  { invocation }: Pick<ViewContext, "invocation">,
  { before, after }: Pick<ShownRuns, "before" | "after">,
  { suite, variant = "" }: { suite?: string | undefined; variant?: string | undefined },
) {
  const words = [
    ...[before.name, after.name].map(shellWord),
    ...(suite === undefined ? [] : [`--suite ${shellWord(suite)}`]),
    ...variant.split(";").flatMap((choice) => (choice === "" ? [] : [`--variant ${shellWord(choice)}`])),
  ];
  const compare = `${invocation} compare ${words.join(" ")}`;
  return { compare, report: `${compare} --report html` };
}
