import { sha256, toJsonValue } from "../../base/index.ts";
import { checkScale, rate, ratingText, rules, type Scale, together, usualSamples } from "../../judge/index.ts";
import { type Case, type Check, check } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { refuseFaults } from "../known-options.ts";
import { type Metric, type MetricResult, scored, skipped } from "../types.ts";
import { isMet, judgeDetail, mean } from "./combine.ts";
import { type CriteriaOptions, groupsOf, stepsInUse } from "./criteria-groups.ts";
import { judgesOf, panelSize } from "./options.ts";

type RatedOptions = CriteriaOptions & { name: string; scale: Scale };

interface RatedGroup {
  group: ReturnType<typeof groupsOf>[number];
  /** The mean of the judges, in [0, 1]. */
  value: number;
  native: number;
  ratings: Awaited<ReturnType<typeof rate>>[];
}

/** Refuses a scale of one point, and options that have no meaning with a scale. */
function checkRated({ name, scale, temperature, budget, quotes, notApplicable }: RatedOptions): void {
  checkScale(scale);
  const idle = Object.entries({ temperature, budget, quotes, notApplicable }).flatMap(([option, value]) =>
    value === undefined ? [] : [option],
  );
  const message = `${idle.join(" and ")} mean nothing beside scale: the judge gives one number for all criteria, without quotes, in one call`;
  refuseFaults(name, [[idle.length > 0, message, "Leave them out, or leave scale out."]]);
}

/**
 * Criteria scored by probability: one number on a scale for each group of criteria. It is the expected value (the average
 * weighted by probability) over the score's token, or over several answers if the provider gives no log-probabilities.
 */
export function ratedCriteria(options: RatedOptions): Metric {
  const { name, threshold, report, title, criteria, rubrics, scale, samples, judges } = options;
  checkRated(options);
  const prompt = sha256(rules + ratingText({ name, instructions: ratingInstructions(title), items: [], scale }));
  const metric = defineMetric({
    name,
    threshold,
    report,
    judged: true,
    parts: { ...{ title, criteria, rubrics, scale, samples, judges }, steps: stepsInUse(options), prompt },
    score: (...given) => scoreRated(options, ...given),
  });
  // Only a call shows whether the provider gives log-probabilities; without them each group is sampled.
  const mostCalls = ({ expect }: Case) => {
    const { criteria: own = [], rubrics: named = [] } = expect.criteria ?? {};
    const groups = [own, criteria ?? []].filter((list) => list.length > 0).length + named.length;
    return groups * (samples ?? usualSamples) * panelSize(options);
  };
  return { ...metric, applies: (testCase) => mostCalls(testCase) > 0, mostCalls, judges };
}

type Given = Parameters<Metric["score"]>;

async function scoreRated(options: RatedOptions, ...given: Given): Promise<MetricResult> {
  const [transcript, testCase] = given;
  if (transcript.exchanges.length === 0) return skipped("nothing was said");
  const rated: RatedGroup[] = [];
  for (const group of groupsOf(options, testCase)) rated.push(await rateGroup(options, group, given));
  const [first] = rated;
  if (!first) return skipped("neither the case nor the suite has criteria");
  const [min, max] = options.scale;
  return scored(
    first.value,
    rated.map((one) => groupCheck(one, options.scale)),
    {
      threshold: first.group.threshold,
      passed: rated.every(({ value, group: { threshold } }) => isMet({ value, threshold })),
      native: { value: first.native, min, max },
      detail: detailOf(rated),
    },
  );
}

async function rateGroup(
  options: RatedOptions,
  group: RatedGroup["group"],
  [transcript, , judge]: Given,
): Promise<RatedGroup> {
  const { name, title, scale, samples } = options;
  const { items, steps } = group;
  const question = {
    name,
    instructions: ratingInstructions(title),
    steps,
    items,
    scale,
    world: "before-and-after",
  } as const;
  const ratings: RatedGroup["ratings"] = [];
  for (const model of judgesOf(options, judge)) {
    ratings.push(await rate(model, question, { transcript, repeat: judge.repeat }, { samples }));
  }
  const value = mean(ratings.map(({ unit }) => unit));
  return { group, value, native: mean(ratings.map((rating) => rating.value)), ratings };
}

function ratingInstructions(title: string | undefined): string {
  return `The items are criteria for the agent's part of the conversation${title ? ` (${title})` : ""}. All of them count the same. What the user says, what was said before the exam and the given facts only help to understand the conversation and are not judged.`;
}

function groupCheck({ group, value, native, ratings }: RatedGroup, [min, max]: Scale): Check {
  const { id, label, items, threshold } = group;
  const how = [...new Set(ratings.map(({ mode }) => modeWords[mode]))].join(" and ");
  const reason = `${native.toFixed(2)} on a scale from ${min} to ${max}, ${how}; at least ${threshold} of 1 is needed`;
  return check(id, isMet({ value, threshold }), reason, {
    label: `${label}: ${items.map(({ text }) => text).join("; ")}`,
    verdict: `${native.toFixed(2)} of ${max}`,
    value,
  });
}

const modeWords = {
  probability: "the average of the possible scores, weighted by their log-probabilities",
  sampled: "the mean of several answers, as the provider gives no log-probabilities that tell the score",
};

function detailOf(rated: readonly RatedGroup[]) {
  return toJsonValue({
    groups: rated.map(({ group, value, ratings: own }) => ({
      id: group.id,
      value,
      ratings: own.map(({ mode, value: native, mass, sd }) => ({ mode, value: native, mass, sd })),
    })),
    judge: judgeDetail(together(rated.flatMap(({ ratings }) => ratings))),
  });
}
