import { type CaseValues, passRateName, type TrialValues, type VariantResult } from "../shape/index.ts";
import { rankOf, unitOf } from "./measure-gathering.ts";

/** One case as both runs played it; an unfinished run may not have reached it. */
export interface CasePair {
  before: CaseValues;
  after: CaseValues;
}

/** How the cases of two runs differ, by id. */
type CaseDifferences = {
  changed: string[];
  onlyBefore: string[];
  onlyAfter: string[];
  /** Left out by --case, --tag or --failed, or because there is no tape. */
  notSelected: string[];
};

/** The run whose stored transcripts to score again, so that the runs become comparable. */
type Rescoring = {
  run: string;
  /** The judge to ask, if the runs had different ones. */
  judge: string | undefined;
};

type Comparability = {
  cases: CaseDifferences;
  notCompared: { measure: string; why: string }[];
  rescore: Rescoring | undefined;
} & (
  | {
      kind: "comparable";
      pairs: CasePair[];
      measures: string[];
      /** The cases that the new run no longer has, or has in other words: as recorded before, and failed now. */
      removed: CasePair[];
    }
  | { kind: "refused"; reasons: string[]; remedy?: string | undefined }
);

/**
 * Whether two results can be compared, and on what: the cases whose hash agrees and the metrics whose identity, which
 * covers the judge, agrees. Refused if no case is left, or if the deciding measure is not comparable.
 */
export function comparability(before: VariantResult, after: VariantResult, primary = passRateName): Comparability {
  const { pairs, cases } = pairCases(before, after);
  const names = [...new Set([...before.metrics, ...after.metrics].map(({ name }) => name))];
  const metrics = names.map((name) => ({ measure: name, why: whyNot(name, before, after) }));
  const rate = { measure: passRateName, why: whyNoPassRate(metrics, before, after) };
  const all = [rate, ...metrics];
  const notCompared = all.flatMap(({ measure, why }) => (why === undefined ? [] : [{ measure, why }]));
  const findings = { cases, notCompared, rescore: rescoring(names, before, after) };
  const unfair = chosenByOutcome(before, after);
  const reasons = [
    ...(unfair ? [unfair.reason] : []),
    ...(pairs.length === 0 ? [noPairs(cases)] : []),
    ...notCompared.filter(({ measure }) => measure === primary).map(({ measure, why }) => `${measure}: ${why}`),
    ...(all.some(({ measure }) => measure === primary) ? [] : [`${primary}: neither run has this metric`]),
  ];
  if (reasons.length > 0) return { kind: "refused", reasons, remedy: unfair?.remedy, ...findings };
  const measures = all.filter(({ why }) => why === undefined).map(({ measure }) => measure);
  const gone = new Set([...cases.changed, ...cases.onlyBefore]);
  const lost = before.cases.filter(({ caseId }) => gone.has(caseId));
  const removed = lost.map((one) => ({ before: one, after: failedNow(one) }));
  return { kind: "comparable", pairs, measures, removed, ...findings };
}

/**
 * Cases that failed once often pass the next time although nothing changed. Only runs that played the same choice anew are
 * fair to each other. If nothing passed in an earlier run of the same cases, they may have been chosen because of that run.
 */
function chosenByOutcome(before: VariantResult, after: VariantResult) {
  const chosen = [before, after].filter((side) => side.chosen?.how === "by outcome");
  const runs = [...new Set(chosen.map(({ run }) => run))];
  const isSame = before.chosen?.choice !== undefined && before.chosen.choice === after.chosen?.choice;
  const hasPassed = before.cases.some(({ trials }) => trials.some(({ status }) => status === "passed"));
  if (runs.length === 0 || (isSame && (before.run === after.run || hasPassed))) return undefined;
  return {
    reason: `run ${runs.join(" and ")} played only cases that failed before (--failed), and such cases often pass the next time although nothing changed`,
    remedy:
      "Play the whole suite, without --failed, and compare that run. Without a baseline, --failed is decided by its own gates.",
  };
}

/**
 * Pairs cases by id and hash. If only one run has a case, it is missing from the other if that one is unfinished, not
 * selected if that one played a selection, and otherwise added or removed.
 */
function pairCases(before: VariantResult, after: VariantResult) {
  const kept = before.cases.filter(({ caseId }) => !before.retired?.includes(caseId));
  const earlier = new Map(kept.map((values) => [values.caseId, values]));
  const pairs: CasePair[] = [];
  const cases: CaseDifferences = { changed: [], onlyBefore: [], onlyAfter: [], notSelected: [] };
  const sides = { before: dueIn(before), after: dueIn(after) };
  const alone = (values: CaseValues, other: "before" | "after", list: string[]): boolean => {
    if (pendingOf(other === "before" ? before : after) > 0) return true;
    (sides[other](values) ? list : cases.notSelected).push(values.caseId);
    return false;
  };
  for (const values of after.cases) {
    const match = earlier.get(values.caseId);
    earlier.delete(values.caseId);
    if (match && match.caseHash !== values.caseHash) cases.changed.push(values.caseId);
    else if (match) pairs.push({ before: match, after: values });
    else if (alone(values, "before", cases.onlyAfter)) pairs.push({ before: unplayed(values), after: values });
  }
  for (const values of earlier.values()) {
    if (alone(values, "after", cases.onlyBefore)) pairs.push({ before: values, after: unplayed(values) });
  }
  return { pairs, cases };
}

/**
 * Whether a run would have played a case that its suite had: all of them, or those with its tags, and, if it was stopped
 * early, those before its last one in its random order.
 */
function dueIn({ selection, chosen, tags, early, cases }: VariantResult): (one: CaseValues) => boolean {
  if (selection === undefined && !chosen) return () => true;
  if (!tags || chosen) return () => false;
  const drawn = early?.drawn;
  const rank = (one: CaseValues) => (drawn ? rankOf(unitOf(one), drawn) : "");
  const last = cases.map(rank).reduce((a, b) => (a > b ? a : b), "");
  return (one) => rank(one) <= last && (tags.length === 0 || tags.some((tag) => one.tags.includes(tag)));
}

function unplayed({ means: _means, ...facts }: CaseValues): CaseValues {
  return { ...facts, trials: [] };
}

function failedNow({ trials, means, ...facts }: CaseValues): CaseValues {
  const failed = trials.map((trial): TrialValues => {
    const { repeat, status, values, skipped } = trial;
    const result = { repeat, status: status === "skipped" ? status : ("failed" as const), values: zeros(values) };
    return skipped ? { ...result, skipped } : result;
  });
  return { ...facts, trials: failed, ...(means ? { means: zeros(means) } : {}) };
}

function zeros(values: TrialValues["values"]): TrialValues["values"] {
  return Object.fromEntries(Object.keys(values).map((name) => [name, 0]));
}

/** Trials that were planned and have no result yet. */
export function pendingOf({ planned, cases }: Pick<VariantResult, "planned" | "cases">): number {
  return Math.max(0, planned - cases.reduce((sum, { trials }) => sum + trials.length, 0));
}

function noPairs({ changed, onlyBefore, onlyAfter, notSelected }: CaseDifferences): string {
  const parts = [
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(onlyBefore.length > 0 ? [`${onlyBefore.length} only in the earlier run`] : []),
    ...(onlyAfter.length > 0 ? [`${onlyAfter.length} only in the later run`] : []),
    ...(notSelected.length > 0 ? [`${notSelected.length} not selected in one of them`] : []),
  ];
  return `the runs have no case in common: ${parts.join(", ") || "neither has a scored case"}`;
}

function whyNot(name: string, before: VariantResult, after: VariantResult): string | undefined {
  const [a, b] = [metricOf(before, name), metricOf(after, name)];
  if (!a) return "only the later run has this metric";
  if (!b) return "only the earlier run has this metric";
  const mixed = [before, after].find((result) => (metricOf(result, name)?.identities.length ?? 0) > 1);
  if (mixed) return `only part of run ${mixed.run} was scored again, so its scores are not alike`;
  const judges = a.judged && b.judged ? judgesDiffer(before, after) : undefined;
  if (a.identities[0] === b.identities[0] && judges?.how !== "server") return undefined;
  if (judges) return `judged by ${judges.before} in the earlier run, by ${judges.after} in the later one`;
  return a.judged
    ? "its question, scale, steps or threshold, or its judge's parameters, have changed"
    : "its options, its threshold or its version have changed";
}

/** The pass rate is comparable if the same metrics, unchanged, decide it. */
function whyNoPassRate(
  metrics: readonly { measure: string; why: string | undefined }[],
  before: VariantResult,
  after: VariantResult,
) {
  const gates = ({ measure }: { measure: string }) =>
    Boolean(metricOf(before, measure)?.gating || metricOf(after, measure)?.gating);
  const isOtherwise = ({ measure, why }: (typeof metrics)[number]) =>
    why !== undefined || metricOf(before, measure)?.gating !== metricOf(after, measure)?.gating;
  const changed = metrics.filter((metric) => gates(metric) && isOtherwise(metric));
  const named = changed.map(({ measure, why = "it decides in one of them only" }) => `${measure} (${why})`);
  return changed.length === 0 ? undefined : `different metrics decide it: ${named.join("; ")}`;
}

/** Which run to score again to make the metrics comparable: one that was scored in part, or else the earlier one. */
function rescoring(names: readonly string[], before: VariantResult, after: VariantResult): Rescoring | undefined {
  const differing = names.filter((name) => whyNot(name, before, after) !== undefined);
  const [first] = differing;
  if (first === undefined) return undefined;
  const mixed = [before, after].find(({ metrics }) => metrics.some(({ identities }) => identities.length > 1));
  const judged = differing.some((name) => metricOf(before, name)?.judged);
  return {
    run: (mixed ?? before).run,
    judge: judged && judgesDiffer(before, after)?.how === "model" ? after.judges.judge : undefined,
  };
}

/** Other models, or the same ones where another server answers by their name. */
function judgesDiffer(before: VariantResult, after: VariantResult) {
  const show = (judges: readonly string[]) => [...new Set(judges)].sort().join(", ") || "nobody";
  const [a, b] = [show(Object.values(before.judges)), show(Object.values(after.judges))];
  if (a !== b) return { how: "model", before: a, after: b } as const;
  const [one, other] = [before.servers ?? {}, after.servers ?? {}];
  const roles = Object.keys(before.judges).filter((role) => one[role] && other[role] && one[role] !== other[role]);
  const at = (servers: Readonly<Record<string, string>>) =>
    show(roles.map((role) => `${before.judges[role]} at ${servers[role]}`));
  return roles.length === 0 ? undefined : ({ how: "server", before: at(one), after: at(other) } as const);
}

function metricOf({ metrics }: VariantResult, name: string): VariantResult["metrics"][number] | undefined {
  return metrics.find((metric) => metric.name === name);
}
