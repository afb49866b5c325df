import { InputError, nearest } from "../../base/index.ts";
import type { Item, Scale } from "../../judge/index.ts";
import type { Case } from "../../shape/index.ts";
import { usualThreshold } from "./combine.ts";
import type { JudgedItem, JudgedOptions } from "./definition.ts";

/** Criteria that a case may refer to by name. */
export interface CriteriaRubric {
  /** Sentences that should be true of the conversation. */
  criteria: readonly string[];
  /** 0.7 if left out. */
  threshold?: number | undefined;
  /** Evaluation steps. If left out, the judge writes them once for the suite. */
  steps?: readonly string[] | undefined;
}

/** Options of `criteria`. */
export interface CriteriaOptions extends JudgedOptions {
  /** What the criteria are about, such as "GTD coaching quality". The judge is told. */
  title?: string | undefined;
  /** Criteria for every case, beside the case's own. `threshold` is theirs, and the case's if it names none. */
  criteria?: readonly string[] | undefined;
  /** Evaluation steps for those. If left out, the judge writes them once for the suite; `[]` means none. */
  steps?: readonly string[] | undefined;
  /** Lists of criteria that a case may name in `expect.criteria.rubrics`. */
  rubrics?: Readonly<Record<string, CriteriaRubric>> | undefined;
  /** Lets the judge say that a criterion does not apply; it then does not count. False if left out. */
  notApplicable?: boolean | undefined;
  /** Scores by log-probabilities on this scale, without reasons: one call for the case's criteria, one for the general ones, one per rubric. */
  scale?: Scale | undefined;
}

/** Criteria that make one value together. */
export interface CriteriaGroup {
  id: string;
  label: string;
  items: JudgedItem[];
  threshold: number;
  steps: readonly string[];
}

/** The criteria for one case: its own, those for every case, and the rubrics it names, in this order. */
export function groupsOf(options: CriteriaOptions, { expect }: Case): CriteriaGroup[] {
  const usual = options.threshold ?? usualThreshold;
  const { criteria: own = [], threshold = usual, rubrics = [] } = expect.criteria ?? {};
  const groups = [
    { id: "own", label: "the case's own criteria", items: itemsOf("c", own), threshold, steps: [] },
    {
      id: "general",
      label: options.title ? `general criteria (${options.title})` : "general criteria",
      items: sharedItems("g", options.criteria ?? []),
      threshold: usual,
      steps: options.steps ?? [],
    },
    ...rubrics.map((name) => rubricGroup(name, options.rubrics ?? {})),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Criteria that are the same in many cases. */
function sharedItems(prefix: string, criteria: readonly string[]): JudgedItem[] {
  return itemsOf(prefix, criteria).map((item) => ({ ...item, dimension: item.text }));
}

function itemsOf(prefix: string, criteria: readonly string[]): Item[] {
  return criteria.map((text, index) => ({ id: `${prefix}${index + 1}`, text }));
}

function rubricGroup(name: string, rubrics: Readonly<Record<string, CriteriaRubric>>): CriteriaGroup {
  const rubric = Object.hasOwn(rubrics, name) ? rubrics[name] : undefined;
  if (!rubric) throw unknownRubric(name, Object.keys(rubrics));
  const { criteria, threshold = usualThreshold, steps = [] } = rubric;
  return {
    id: `rubric.${name}`,
    label: `rubric ${name}`,
    items: sharedItems(`r.${name}.`, criteria),
    threshold,
    steps,
  };
}

function unknownRubric(name: string, known: readonly string[]): InputError {
  const meant = nearest(name, known);
  const choice = known.length === 0 ? "the suite names none" : `the suite has ${known.join(", ")}`;
  return new InputError({
    message: `the case refers to the rubric ${JSON.stringify(name)}, but ${choice}`,
    remedy: meant ? `Did you mean ${meant}?` : "Give it to criteria({ rubrics: { … } }).",
  });
}

/** Refuses unusable rubrics when the metric is made. */
export function checkRubrics(metric: string, rubrics: Readonly<Record<string, CriteriaRubric>> = {}): void {
  const problems = Object.entries(rubrics).flatMap(([name, { criteria, threshold = 0 }]) => [
    ...(/^[\w.:-]+$/.test(name)
      ? []
      : [`${JSON.stringify(name)} is not a name for a rubric: use letters, digits and _ . : -`]),
    ...(name === "general" ? ["a rubric cannot be called general: the criteria for every case are"] : []),
    ...(criteria.length > 0 ? [] : [`the rubric ${name} has no criteria`]),
    ...(threshold >= 0 && threshold <= 1
      ? []
      : [`the threshold ${threshold} of the rubric ${name} is not from 0 to 1`]),
  ]);
  if (problems.length > 0) throw new InputError(problems.map((message) => ({ message: `${metric}: ${message}` })));
}
