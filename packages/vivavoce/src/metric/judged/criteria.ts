import { isBlank } from "../../base/index.ts";
import type { Judge } from "../../judge/index.ts";
import { type OptionFault, refuseFaults, refuseUnknownOptions } from "../known-options.ts";
import { type Metric, skipped } from "../types.ts";
import { withLines } from "../with-lines.ts";
import { mean } from "./combine.ts";
import { type CriteriaOptions, type CriteriaRubric, groupsOf, missingSteps, stepsInUse } from "./criteria-groups.ts";
import type { JudgedAnswer, JudgedEntry, JudgedOutcome } from "./definition.ts";
import { judgedMetric } from "./judged-metric.ts";
import { checkOptions, judgedOptions } from "./options.ts";
import { ratedCriteria } from "./rated-criteria.ts";

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/**
 * What a threshold on the mean of some criteria means, in the verdicts that can be given:
 * "0.8 over three criteria of yes, partly, no: at least 2.5 of 3".
 */
function thresholdMeaning(threshold: number, count: number): { text: string; warning?: string } {
  // The sums that verdicts can give are half a point apart.
  const needed = Math.ceil(2 * (threshold * count - 1e-9)) / 2;
  const criteria = `${small[count] ?? count} ${count === 1 ? "criterion" : "criteria"}`;
  const text = `${threshold} over ${criteria} of yes, partly, no: at least ${Math.max(0, needed)} of ${count}`;
  return needed > 0 ? { text } : { text, warning: `the threshold ${threshold} can never be missed` };
}

const known = {
  ...judgedOptions,
  title: "text",
  criteria: "texts",
  steps: "texts",
  rubrics: "any",
  notApplicable: "flag",
  scale: "any",
} as const;

/**
 * G-Eval: the judge answers each criterion on its own with a quote (yes 1, partly 0.5, no 0), all in one call. The value
 * is the mean over the case's own criteria (`expect.criteria`), compared with the case's threshold. Criteria for every
 * case and the rubrics that a case names give further values, and all must pass. You give the evaluation steps for those,
 * or `prepare` makes them once for the suite. With `scale` the score comes from log-probabilities instead, without reasons.
 *
 * @example criteria({ title: "GTD coaching quality", criteria: ["keeps a supportive tone"], steps: ["Read all replies."] })
 * @example criteria(["names one concrete step"])
 */
export function criteria(given: CriteriaOptions | readonly string[] = {}): Metric {
  const options: CriteriaOptions = isList(given) ? { criteria: given } : given;
  refuseUnknownOptions<CriteriaOptions>("criteria", options, known);
  const { name = "criteria", threshold } = options;
  checkOptions({ ...options, name });
  checkRubrics(name, options.rubrics);
  refuseFaults(name, [[options.criteria?.some(isBlank), "a criterion is blank", fillIn]]);
  const missing = missingSteps(options);
  const applies: Metric["applies"] = (testCase) => groupsOf(options, testCase).some(({ items }) => items.length > 0);
  // The criteria for every case are about the whole conversation, and asked once.
  const ofLines = criteriaMetric({ ...options, criteria: undefined, steps: undefined, name });
  const metric: Metric = {
    ...withLines({ ...criteriaMetric({ ...options, name }), applies }, "criteria", ofLines),
    withDefaultThreshold: (fallback) =>
      threshold === undefined ? criteria({ ...options, threshold: fallback }) : metric,
    // The judge's instructions say more, but not about what is asked.
    asks: `Does the agent meet the criterion${options.title ? ` (${options.title})` : ""}?`,
    steps: stepsInUse(options),
    ...(missing && {
      withSteps: (steps) => criteria(missing.take(steps)),
      prepare: async (judge: Judge) => criteria(await missing.write(judge.model(name))),
    }),
  };
  return metric;
}

const fillIn = "Fill it in, or leave it out.";

/** Refuses unusable rubrics when the metric is made. */
function checkRubrics(metric: string, rubrics: Readonly<Record<string, CriteriaRubric>> = {}): void {
  const faults = Object.entries(rubrics).flatMap(([name, { criteria, threshold = 0 }]): OptionFault[] => [
    [!/^[\w.:-]+$/.test(name), `${JSON.stringify(name)} is not a name for a rubric: use letters, digits and _ . : -`],
    [name === "general", "a rubric cannot be called general: the criteria for every case are"],
    [criteria.length === 0, `the rubric ${name} has no criteria`],
    [criteria.some(isBlank), `the rubric ${name} has a blank criterion`, fillIn],
    [!(threshold >= 0 && threshold <= 1), `the threshold ${threshold} of the rubric ${name} is not from 0 to 1`],
  ]);
  refuseFaults(metric, faults);
}

function criteriaMetric(options: CriteriaOptions & { name: string }): Metric {
  const { scale } = options;
  return scale ? ratedCriteria({ ...options, scale }) : reasonedCriteria(options);
}

const menu: readonly JudgedEntry[] = [
  { verdict: "yes", meaning: "the agent meets the criterion, clearly and fully", value: 1 },
  { verdict: "partly", meaning: "the agent meets it in part, in some places only, or half-heartedly", value: 0.5 },
  { verdict: "no", meaning: "the agent does not meet it", value: 0, evidence: "required-or-absent" },
];
/** The second half is there so that an agent which leaves something undone does not pass. */
const doesNotApply: JudgedEntry = {
  verdict: "not applicable",
  meaning:
    'the situation that the criterion is about did not come up; if the agent did not do what it asks for, that is "no"',
  evidence: "none",
};

function reasonedCriteria(options: CriteriaOptions & { name: string }): Metric {
  const { title, criteria: list, rubrics, notApplicable, steps: _steps, scale: _scale, ...judged } = options;
  return judgedMetric({
    ...judged,
    instructions: instructionsFor(title),
    menu: notApplicable ? [...menu, doesNotApply] : menu,
    world: "before-and-after",
    steps: (_transcript, testCase) => groupedSteps(groupsOf(options, testCase)),
    items(_transcript, testCase) {
      const items = groupsOf(options, testCase).flatMap((group) => group.items);
      return items.length > 0 ? items : skipped("neither the case nor the suite has criteria");
    },
    formula: (answers, _transcript, testCase) => groupValues(answers, groupsOf(options, testCase), options),
    parts: { title, criteria: list, rubrics, steps: stepsInUse(options), formula: "mean of each group" },
  });
}

function instructionsFor(title: string | undefined): string {
  return `Each item is a criterion for the agent's part of the conversation${title ? ` (${title})` : ""}. Decide separately for each whether the agent's replies and tool calls meet it. What the user says, what was said before the exam and the given facts only help to understand the conversation and are not judged. A criterion that forbids something is met if that does not happen: quote the passage where it could have happened.`;
}

type Groups = ReturnType<typeof groupsOf>;

/** "For g1 to g4: read every reply." */
function groupedSteps(groups: Groups): string[] {
  return groups.flatMap(({ items, steps }) => {
    const ids = items.map(({ id }) => id);
    const range = ids.length === 1 ? ids[0] : `${ids[0]} to ${ids.at(-1)}`;
    return steps.map((step) => (groups.length === 1 ? step : `For ${range}: ${step}`));
  });
}

/** The first group with a criterion that applies gives the value. The other groups must pass as well. */
function groupValues(answers: readonly JudgedAnswer[], groups: Groups, options: CriteriaOptions): JudgedOutcome {
  const applies = new Set(answers.flatMap(({ id, value }) => (value === undefined ? [] : [id])));
  const applying = groups
    .map((group) => ({ ...group, items: group.items.filter(({ id }) => applies.has(id)) }))
    .filter(({ items }) => items.length > 0);
  const values = applying.map(({ id, label, items, threshold }) => {
    const own = answers.filter((answer) => items.some((item) => item.id === answer.id));
    return { id, label, threshold, value: mean(own.map(({ value }) => value ?? 0)) };
  });
  const [first, ...also] = values;
  if (!first) return { skip: "the judge says that none of the criteria applies" };
  const single = (options.samples ?? 1) === 1 && (options.judges?.length ?? 1) === 1;
  return { ...first, also, detail: single ? meaningOf(applying) : {} };
}

function meaningOf(groups: Groups): Record<string, unknown> {
  const meanings = groups.map(({ id, items, threshold }) => {
    return { id, ...thresholdMeaning(threshold, items.length) };
  });
  const warnings = meanings.flatMap(({ id, warning }) => (warning === undefined ? [] : [`${id}: ${warning}`]));
  const thresholds = Object.fromEntries(meanings.map(({ id, text }) => [id, text]));
  return { thresholds, ...(warnings.length === 0 ? {} : { warnings }) };
}

function isList(given: CriteriaOptions | readonly string[]): given is readonly string[] {
  return Array.isArray(given);
}
