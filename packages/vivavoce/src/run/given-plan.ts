import { canonicalJson, type Problem, sha256 } from "../base/index.ts";
import type { CaseSet } from "../case/index.ts";
import { ending, expectsEnding } from "../metric/index.ts";
import type { GivenTrial, OwnCase, RunHeader } from "../shape/index.ts";
import { caseIndexes, type SuitePlan, type VariantPlan } from "./plan.ts";
import { isUnchecked, uncheckedCases, unreadExpectations } from "./plan-warnings.ts";
import { asTyped } from "./unknown-prices.ts";

/** A plan whose cases are those of the suite and these. */
export function withOwnCases(plan: SuitePlan, own: readonly OwnCase[]): SuitePlan {
  const { size } = plan.cases;
  const at = (index: number) => own[index - size];
  const cases: CaseSet = {
    ...plan.cases,
    size: size + own.length,
    total: plan.cases.total + own.length,
    id: (index) => at(index)?.case.id ?? plan.cases.id(index),
    hash: (index) => at(index)?.hash ?? plan.cases.hash(index),
    place: (index) => (at(index) ? { file: plan.loaded.file } : plan.cases.place(index)),
    read: async (index) => at(index)?.case ?? plan.cases.read(index),
  };
  const isEnding = plan.metrics.some(({ name }) => name === "ending");
  const metrics = isEnding || !own.some((one) => expectsEnding(one.case)) ? plan.metrics : [...plan.metrics, ending()];
  const unchecked = own.filter((one) => isUnchecked(metrics, one.case)).map((one) => one.case.id);
  const expected = new Set(own.flatMap((one) => Object.keys(one.case.expect)));
  const isNew = ({ message }: Problem) => !plan.warnings.some((warning) => warning.message === message);
  const named = { ...plan.loaded, file: asTyped(plan.loaded.file, process.cwd()) };
  const unread = unreadExpectations(named, expected).filter(isNew);
  return {
    ...plan,
    cases,
    metrics,
    warnings: [...plan.warnings, ...unread, ...uncheckedCases(named, unchecked)],
  };
}

interface GivenSettings {
  trials: readonly GivenTrial[];
  given: NonNullable<RunHeader["given"]>;
  /** The agent that the transcripts name, if they all name the same one. */
  agent: string | undefined;
  /** Names of metrics; empty: all. */
  metrics: readonly string[];
  /** Cases of the suite without a transcript are left out; otherwise they are pending. */
  onlyGiven: boolean;
}

/**
 * The plan of a run with given transcripts. If they belong to the suite's cases, a case without a transcript is pending:
 * an agent must not pass by leaving out the cases that it would fail.
 */
export function givenPlan(suite: SuitePlan, { trials, given, agent, metrics, onlyGiven }: GivenSettings): SuitePlan {
  const own = [...new Map(trials.flatMap((trial) => (trial.own ? [[trial.caseId, trial.own]] : []))).values()];
  const whole = withOwnCases(suite, own);
  const wanted = whole.metrics.filter(({ name }) => metrics.length === 0 || metrics.includes(name));
  const isExam = trials.some((trial) => !trial.own);
  const indexes = caseIndexes(whole);
  const ofSuite = Array.from({ length: suite.cases.size }, (_, index) => index);
  const groups = Map.groupBy(trials, ({ variant }) => canonicalJson(variant));
  const variants = [...groups.values()].map((group): VariantPlan => {
    const found = new Set(group.map(({ caseId }) => indexes.get(caseId) ?? -1));
    const missing = isExam ? ofSuite.filter((index) => !found.has(index)) : [];
    const planned = [...found, ...(onlyGiven ? [] : missing)].sort((a, b) => a - b);
    const variant = group[0]?.variant ?? {};
    const identity = { name: agent ?? "given transcripts", version: given.hash.slice(0, 12), variant };
    return {
      variant,
      identity: { ...identity, models: {}, tools: "", code: "", files: "", hash: given.hash },
      cases: Uint32Array.from(planned),
      withoutTape: 0,
      origin: "given transcripts",
      repeat: group.reduce((most, { repeat }) => Math.max(most, repeat), 1),
      ...(onlyGiven ? { withoutTranscript: missing.length } : {}),
    };
  });
  const used = [...new Set(variants.flatMap(({ cases }) => [...cases]))].sort((a, b) => a - b);
  const identity = sha256(used.map((index) => `${whole.cases.id(index)} ${whole.cases.hash(index)}\n`).join(""));
  return {
    ...whole,
    cases: { ...whole.cases, identity },
    metrics: wanted,
    variants,
    sources: undefined,
    planned: variants.reduce((sum, { cases, repeat = 1 }) => sum + cases.length * repeat, 0),
  };
}
