import { sha256 } from "../../base/index.ts";
import { ask, type Judge, type Question, questionText, rules } from "../../judge/index.ts";
import type { Case, Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { type OptionKinds, refuseUnknownOptions } from "../known-options.ts";
import { type Metric, type MetricResult, scored, skipped } from "../types.ts";
import { combine, itemChecks, mean, quotedItems, quotedMenu } from "./combine.ts";
import type { JudgedAnswer, JudgedDefinition, JudgedItem, JudgedOutcome } from "./definition.ts";
import { checkOptions, judgedOptions, judgesOf, panelSize } from "./options.ts";

const known: OptionKinds<JudgedDefinition> = {
  ...judgedOptions,
  version: "number",
  instructions: "text",
  steps: "any",
  menu: "list",
  evidence: "any",
  sources: "any",
  world: "any",
  applies: "any",
  reads: "texts",
  items: "any",
  checks: "any",
  facts: "any",
  formula: "any",
  parts: "any",
};

/**
 * Makes a metric from a question: items made by code, a menu of verdicts and what each counts, and a formula. A score takes
 * one judge call for any number of exchanges; more only for samples, a panel, windows, and answers that are invalid.
 *
 * @example
 * export const greets = ({ name = "greets", ...options }: JudgedOptions = {}) =>
 *   judgedMetric({
 *     name,
 *     ...options,
 *     instructions: "Each item is a reply of the agent. Does it greet the user?",
 *     menu: [
 *       { verdict: "yes", meaning: "it greets", value: 1 },
 *       { verdict: "no", meaning: "it does not", value: 0, evidence: "required-or-absent" },
 *     ],
 *     items: (transcript) => replyItems(transcript),
 *   });
 */
export function judgedMetric(definition: JudgedDefinition): Metric {
  refuseUnknownOptions<JudgedDefinition>(definition.name, definition, known);
  checkOptions(definition);
  const { name, version, threshold, report, applies, reads } = definition;
  const metric: Metric = {
    ...defineMetric({
      name,
      version,
      threshold,
      report,
      judged: true,
      applies,
      reads,
      parts: questionIdentity(definition),
      score: (transcript, testCase, judge) => scoreJudged(definition, transcript, testCase, judge),
    }),
    calls: (definition.samples ?? 1) * panelSize(definition),
    judges: definition.judges,
    asks: definition.instructions,
    withDefaultThreshold: (fallback) =>
      threshold === undefined ? judgedMetric({ ...definition, threshold: fallback }) : metric,
  };
  return metric;
}

async function scoreJudged(
  definition: JudgedDefinition,
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
): Promise<MetricResult> {
  if (transcript.exchanges.length === 0) return skipped("nothing was said");
  const items = definition.items(transcript, testCase);
  if ("status" in items) return items;
  const question = questionOf(definition, items, transcript, testCase);
  const { samples, temperature, budget } = definition;
  const models = judgesOf(definition, judge);
  const judgement = await ask(models, question, { transcript, repeat: judge.repeat }, { samples, temperature, budget });
  const formula: NonNullable<JudgedDefinition["formula"]> = definition.formula ?? ((answers) => meanOfValues(answers));
  const outcomes = judgement.samples.map(({ verdicts }) =>
    formula(answersOf(verdicts, items, definition), transcript, testCase),
  );
  const combined = combine(outcomes, judgement, definition);
  if (combined.skip !== undefined) return skipped(combined.skip);
  const checks = [
    ...(definition.checks?.(transcript, testCase) ?? []),
    ...itemChecks(judgement.agreements, items, definition),
    ...combined.checks,
  ];
  const { value, threshold, native, passed, detail } = combined;
  return scored(value, checks, { threshold, native, passed, detail });
}

function questionOf(
  definition: JudgedDefinition,
  items: readonly JudgedItem[],
  transcript: Transcript,
  testCase: Case,
): Question {
  const { name, instructions, evidence = "required", sources, world } = definition;
  const steps = typeof definition.steps === "function" ? definition.steps(transcript, testCase) : definition.steps;
  const facts = definition.facts?.(transcript, testCase);
  const menu = quotedMenu(definition.menu, definition);
  return {
    ...{ name, instructions, steps, menu, facts, evidence, sources, world },
    items: quotedItems(items, definition),
  };
}

function answersOf(
  verdicts: readonly Omit<JudgedAnswer, "item" | "value">[],
  items: readonly JudgedItem[],
  { menu }: JudgedDefinition,
): JudgedAnswer[] {
  return verdicts.flatMap((verdict) => {
    const item = items.find(({ id }) => id === verdict.id);
    if (!item) return [];
    const entry = (item.menu ?? menu).find((one) => one.verdict === verdict.verdict);
    return [{ ...verdict, item, value: entry?.value }];
  });
}

/** The mean over the verdicts that count; `none` says why there is no score if none does. */
export function meanOfValues(
  answers: readonly Partial<Pick<JudgedAnswer, "value">>[],
  none = "none of the items applies",
): JudgedOutcome {
  const values = answers.flatMap(({ value }) => value ?? []);
  return values.length === 0 ? { skip: none } : { value: mean(values) };
}

/** Everything in a judged metric that can change a score: the question, its words, how often it is asked, the formula. */
function questionIdentity(definition: JudgedDefinition): { readonly [name: string]: unknown } {
  const { name, instructions, evidence = "required", sources, world = "none", steps } = definition;
  const { samples = 1, temperature, judges, budget, items, facts, formula, parts } = definition;
  const menu = quotedMenu(definition.menu, definition);
  const prompt = promptHash({ name, instructions, menu, evidence, sources, items: [] });
  return {
    ...{ instructions, menu, evidence, sources, world, steps, prompt },
    ...{ samples, temperature, judges, budget, items, facts, formula },
    ...parts,
  };
}

/** The words of a question, without its items and its menu. */
export function promptHash(question: Question): string {
  return sha256(rules + questionText(question));
}
