import { z } from "zod";
import { exitCodes, InputError, type Problem, plural, safeText, shellWord, version } from "../../base/index.ts";
import { worst, worstVerdict } from "../../gate/index.ts";
import { findReference, type Reference } from "../../results/index.ts";
import type { Decision, SuiteDecision, Verdict } from "../../shape/index.ts";
import { compareRuns } from "../compared-runs.ts";
import { type PairAnswer, showPair } from "../shown-pair.ts";
import { parseVariantChoice } from "./variant-choice.ts";
import { name, type ViewContext, view } from "./view.ts";

/** Two runs compared, or what keeps them from it: what `viva compare` prints, a report holds and the page draws. */
export interface CompareAnswer extends ReturnType<typeof wholeVerdict> {
  before: ReturnType<typeof shownSide>;
  after: ReturnType<typeof shownSide>;
  suites: PairAnswer[];
  notCompared: string[];
  /** Why the sides cannot be paired, and what to choose. */
  problem?: Problem | undefined;
  commands: { compare: string; report: string };
}

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
      const compared = await compareRuns(context.store, [before, after], { suite: query.suite, variants });
      return safe(await compareAnswer(context, compared, query));
    } catch (error) {
      // The page offers what can be chosen instead.
      if (!(error instanceof InputError)) throw error;
      const [problem] = error.problems;
      const sides = { before: shownSide(before), after: shownSide(after), suites: [], notCompared: [] };
      const verdict = { verdict: "error" as const, exitCode: exitCodes.usage, ownGates: [], reason: undefined };
      return { ...sides, ...verdict, problem, commands: commandsFor(context, sides, query) };
    }
  },
});

interface Chosen {
  suite?: string | undefined;
  variant?: string | undefined;
}

/** A comparison as plain data. With more flips than `mostFlips` in a pair, the rest is listed without conversations. */
export async function compareAnswer(
  context: Pick<ViewContext, "store" | "invocation">,
  {
    before,
    after,
    pairs,
    notCompared,
    open,
    decisions,
  }: Awaited<ReturnType<typeof compareRuns>> & Pick<Whole, "decisions">,
  { mostFlips = 1_000, ...chosen }: Chosen & { mostFlips?: number | undefined } = {},
): Promise<CompareAnswer> {
  const suites: PairAnswer[] = [];
  for (const pair of pairs) suites.push(await showPair(context, pair, mostFlips));
  const sides = { before: shownSide(before), after: shownSide(after), suites, notCompared: [...notCompared] };
  return {
    ...sides,
    ...wholeVerdict({ suites, notCompared, open, decisions }),
    commands: commandsFor(context, sides, chosen),
  };
}

/** One side, and what it offers to compare. A run by its id, so that the name still holds tomorrow; a baseline by its name. */
function shownSide({ kind, name, results }: Reference) {
  const suites = [...Map.groupBy(results, ({ suite }) => suite)].map(([suite, own]) => {
    return { suite, run: own[0]?.run ?? "", variants: own.map(({ variant }) => variant) };
  });
  const times = results.map(({ createdAt }) => createdAt).toSorted();
  /** When its newest run began. */
  const createdAt = times.at(-1) ?? new Date(0).toISOString();
  return { kind, name: kind === "run" ? (results[0]?.run ?? name) : name, createdAt, suites };
}

/** A comparison for programs: what `viva compare --json` prints, and what `--report json` writes. */
export function comparisonJson(comparison: CompareAnswer) {
  const { before, after, verdict, exitCode, reason, notCompared, ownGates, suites } = comparison;
  return {
    format: 3,
    header: { viva: version, before, after, verdict, exitCode, reason, notCompared, ownGates },
    // What is only for the page, or can be made from the rest, is left out.
    suites: suites.map(({ only: _only, prompts: _prompts, rewritten: _rewritten, ...pair }) => pair),
  };
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
  { before, after }: Pick<CompareAnswer, "before" | "after">,
  { suite, variant = "" }: Chosen,
) {
  const words = [
    ...[before.name, after.name].map(shellWord),
    ...(suite === undefined ? [] : [`--suite ${shellWord(suite)}`]),
    ...variant.split(";").flatMap((choice) => (choice === "" ? [] : [`--variant ${shellWord(choice)}`])),
  ];
  const compare = `${invocation} compare ${words.join(" ")}`;
  return { compare, report: `${compare} --report html` };
}

/** What the verdict on a whole comparison is made from. */
interface Whole {
  /** Each pair with its decision, unless it was refused. */
  suites: readonly { suite: string; refused?: unknown; decision?: Decision }[];
  /** Suites and variants without a counterpart, in words. */
  notCompared: readonly string[];
  /** Something that was examined before is not compared now, and may have got worse. */
  open?: boolean;
  /** The verdicts on the later run's suites, where their own gates were asked too. */
  decisions?: readonly SuiteDecision[] | undefined;
}

/**
 * The verdict on the whole: the worst of all pairs, and of the suites' own gates where those were asked. What was
 * refused, or has no counterpart, never helps.
 */
export function wholeVerdict(whole: Whole) {
  const { suites, open, decisions: own = [] } = whole;
  const decisions: Pick<Decision, "verdict" | "exitCode" | "safetyHit">[] = [
    ...suites.map(({ decision }) => decision ?? { verdict: "error" as const, exitCode: exitCodes.usage }),
    ...own,
    ...(open ? [{ verdict: "inconclusive" as const, exitCode: exitCodes.inconclusive }] : []),
  ];
  return {
    verdict: worstVerdict(decisions.map(({ verdict }) => verdict)),
    exitCode: worst(decisions),
    /** Suites whose own gates decided otherwise than the comparison, such as a floor that the pass rate is under. */
    ownGates: ownGates(whole),
    /** What the verdict on the whole stands for, where there is more than one. */
    reason: wholeReason(whole),
  };
}

function ownGates({ suites, decisions = [] }: Whole): SuiteDecision[] {
  const said = new Set(suites.map(({ suite, decision }) => `${suite} ${decision?.reason}`));
  return decisions
    .filter(({ suite, verdict, reason }) => verdict !== "pass" && !said.has(`${suite} ${reason}`))
    .map(({ suite, verdict, exitCode, reasons, reason }) => ({ suite, verdict, exitCode, reasons, reason }));
}

const kinds = [
  ["fail", "", "failed"],
  ["error", "are ", "without a verdict"],
  ["refused", "are ", "not comparable"],
  ["inconclusive", "are ", "inconclusive"],
  ["pass", "", "passed"],
] as const;

/** "2 suites: 1 failed, 1 passed": what the verdict on the whole stands for; undefined if one pair's own says it all. */
function wholeReason(whole: Whole): string | undefined {
  const { suites, notCompared, decisions = [] } = whole;
  const names = new Set([...suites, ...decisions].map(({ suite }) => suite));
  const isBySuite = names.size > 1;
  const units = isBySuite
    ? [...names].map((name) => verdictOf(whole, name))
    : suites.map((pair) => verdictOf({ ...whole, suites: [pair] }));
  const open = notCompared.length > 0 ? ["not everything was compared"] : [];
  const counts = units.length > 1 ? [countsOf(units, isBySuite ? "suite" : "comparison")] : [];
  return [...counts, ...open].join("; ") || undefined;
}

function countsOf(units: readonly (Verdict | "refused")[], unit: string): string {
  const seen = kinds.flatMap(([kind, verb, words]) => {
    const count = units.filter((one) => one === kind).length;
    return count > 0 ? [{ count, verb, words }] : [];
  });
  const [only, second] = seen;
  if (only && !second) return `${only.count === 2 ? "both" : `all ${only.count}`} ${unit}s ${only.verb}${only.words}`;
  return `${plural(units.length, unit)}: ${seen.map(({ count, words }) => `${count} ${words}`).join(", ")}`;
}

/** The worst verdict on one suite, or on all. */
function verdictOf({ suites, decisions = [] }: Whole, name?: string): Verdict | "refused" {
  const isMeant = ({ suite }: { suite: string }) => name === undefined || suite === name;
  const own = suites.filter(isMeant);
  if (own.some(({ refused }) => refused)) return "refused";
  return worstVerdict([
    ...own.flatMap(({ decision }) => decision?.verdict ?? []),
    ...decisions.filter(isMeant).map(({ verdict }) => verdict),
  ]);
}
