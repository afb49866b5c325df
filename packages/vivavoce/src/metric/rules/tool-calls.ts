import { showValue } from "../../base/index.ts";
import { inForm } from "../../case/index.ts";
import { type Case, type Check, calledName, check, inFormOf, type Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { butNeverRan, calledAndNot, type MadeCall, quoteCall, showCall } from "../evidence.ts";
import { type OptionFault, refuseFaults, refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { isMatcher, showExpected } from "../matching/expected.ts";
import { type Metric, type MetricOptions, type MetricResult, scored, skipped } from "../types.ts";
import { withLines } from "../with-lines.ts";
import {
  type CallExpectation,
  type CallMode,
  type CallRules,
  callModes,
  checkRules,
  isOfTool,
  matchCalls,
} from "./tool-calls/match-calls.ts";

/** Options of `toolCalls`. */
export interface ToolCallsOptions extends MetricOptions, CallRules {
  /** Used for cases without `expect.calls`. */
  expected?: readonly CallExpectation[] | undefined;
  /** How the calls that were made are compared with those expected; "oneToOne" if left out. */
  mode?: CallMode | undefined;
  /** A call with some wrong arguments counts by the share that is right. */
  partial?: boolean | undefined;
  /** Tools whose calls are not counted, such as ones that only read. */
  ignore?: readonly string[] | undefined;
}

const known = {
  ...usualOptions,
  expected: "list",
  mode: "any",
  partial: "flag",
  ignore: "texts",
  before: "list",
  atMost: "any",
  forbidden: "list",
} as const;

/**
 * Compares the calls made with those expected, by the best one-to-one assignment. Value by mode: `oneToOne` (default)
 * 2 × met / (expected + made), `contains` and `inOrder` the share of expected calls made, `exact` 1 or 0.
 * A call that could not run, or was never run, meets no expectation. A broken rule (`before`, `atMost`, `forbidden`) makes the value 0. Asks
 * no judge.
 *
 * @example toolCalls({ expected: [{ name: "book", arguments: { day: { oneOf: ["Mon", "Tue"] } } }], mode: "contains" })
 */
export function toolCalls(options: ToolCallsOptions = {}): Metric {
  refuseUnknownOptions<ToolCallsOptions>("toolCalls", options, known);
  const { name = "toolCalls", threshold = 1, report, mode = "oneToOne", partial = false, ...parts } = options;
  refuse(name, mode, options);
  const metricOf = (settings: Settings) =>
    defineMetric({
      name,
      version: 4,
      threshold,
      report,
      parts: { ...parts, mode, partial },
      // Rules say what must not happen; an agent that calls nothing keeps them all.
      watches: options.expected === undefined,
      tools: toolsNamed(options),
      applies: ({ expect }) => (expect.calls ?? options.expected) !== undefined || checkRules(options, []).length > 0,
      score: (transcript, testCase) => scoreToolCalls(transcript, testCase, settings),
    });
  const whole = { ...options, mode, partial };
  // Rules hold for the whole conversation: the call that has to come first may be in an earlier exchange.
  const ofLines = { ...whole, before: [], atMost: {}, forbidden: [] };
  return withLines(metricOf(whole), "calls", metricOf(ofLines));
}

type Matching = ReturnType<typeof matchCalls>;
type Settings = ToolCallsOptions & { mode: CallMode; partial: boolean };

function scoreToolCalls(transcript: Transcript, { expect }: Case, settings: Settings): MetricResult {
  const { calls, neverRan } = calledAndNot(transcript);
  const rules = checkRules(settings, calls);
  const rulesKept = rules.every(({ ok }) => ok);
  const expected: readonly CallExpectation[] | undefined =
    expect.calls ?? inForm(settings.expected, inFormOf(transcript));
  if (!expected && rules.length === 0) return skipped("no calls are expected and no rule is set");
  if (!expected) return scored(rulesKept ? 1 : 0, rules);
  const counted = calls.filter(({ call }) => !settings.ignore?.includes(call.name));
  const matching = matchCalls(expected, counted, settings);
  const counts = countCalls(matching);
  const checks = [
    ...expectationChecks(matching, neverRan),
    ...extraChecks(matching, settings.mode, counts.expected),
    ...countChecks(counts, settings.mode),
    ...rules,
  ];
  return scored(rulesKept ? callsValue(counts, settings.mode) : 0, checks, {
    detail: { ...counts, mode: settings.mode },
  });
}

function expectationChecks({ pairs }: Matching, neverRan: readonly MadeCall[]): Check[] {
  return pairs.map(({ expected, made, credit, why }, index) => {
    const base = { id: `call-${index + 1}`, label: showExpectation(expected), evidence: made ? [quoteCall(made)] : [] };
    if (made && credit === 1)
      return { ...base, verdict: "made", ok: true, value: 1, reason: `made in exchange ${made.exchange}` };
    if (expected.optional) return { ...base, verdict: "left out", ok: true, reason: "optional, and not made" };
    const never = neverRan.filter(({ call }) => isOfTool(expected, call));
    const reason = `${why}${butNeverRan(never)}`;
    return { ...base, verdict: made ? "partly" : "missing", ok: false, value: credit, reason };
  });
}

function extraChecks({ extra }: Matching, mode: CallMode, expected: number): Check[] {
  const free = (mode === "contains" || mode === "inOrder") && expected > 0;
  return extra.map((made, index) => {
    const reason = `in exchange ${made.exchange}, not expected${free ? ", which this mode allows" : ""}`;
    const row = { label: showCall(made.call), verdict: "extra", evidence: [quoteCall(made)] };
    return check(`extra-${index + 1}`, free, reason, row);
  });
}

function showExpectation({ name, agent, arguments: fields = {}, otherArguments, turn }: CallExpectation): string {
  const shown = Object.entries(fields).map(([field, value]) => `${field}: ${showExpected(value)}`);
  if (otherArguments === "forbid") shown.push("nothing else");
  return `${calledName({ name, agent })}(${shown.join(", ")})${turn === undefined ? "" : ` in exchange ${turn}`}`;
}

function toolsNamed({
  expected = [],
  ignore = [],
  before = [],
  atMost = {},
  forbidden = [],
}: ToolCallsOptions): string[] {
  const calls = [...expected, ...forbidden].map((one) => (typeof one === "string" ? one : one.name));
  return [...calls, ...ignore, ...before.flat(), ...Object.keys(atMost)];
}

function refuse(name: string, mode: CallMode, options: ToolCallsOptions): void {
  const { partial, atMost = {}, expected = [], forbidden = [], before = [] } = options;
  const named = [...expected, ...forbidden.filter((call) => typeof call !== "string")];
  refuseFaults(name, [
    ...named.map((call): OptionFault => {
      const remedy = 'Write { name: "book", arguments: { day: "Monday" } }.';
      return [typeof Object(call).name !== "string", `${showValue(call)} does not name a call`, remedy];
    }),
    ...before.map((pair): OptionFault => {
      const message = `before has ${showValue(pair)}, which is not a pair of tools`;
      return [!(Array.isArray(pair) && pair.length === 2), message, 'Write before: [["look_up", "book"]].'];
    }),
    [!callModes.includes(mode), `there is no mode ${mode}`, `Modes: ${callModes.join(", ")}.`],
    [mode === "exact" && partial, "exact calls get no partial credit", "Leave one of the two out."],
    ...Object.entries(atMost).map(([tool, limit]): OptionFault => {
      return [!Number.isInteger(limit) || limit < 0, `atMost ${tool} is ${limit}: give a whole number, at least 0`];
    }),
  ]);
  // Parsing each once reports a mistaken matcher now, and not in every trial.
  for (const { arguments: fields = {} } of expected) Object.values(fields).forEach(isMatcher);
}

/** The numbers that a mode's value is made from. Optional calls are in none of them. */
interface CallCounts {
  expected: number;
  made: number;
  /** How many expected calls were met; a call met in part counts in part. */
  met: number;
}

function countCalls({ pairs, extra }: Matching): CallCounts {
  const required = pairs.filter(({ expected }) => !expected.optional);
  return {
    expected: required.length,
    made: required.filter(({ made }) => made).length + extra.length,
    met: required.reduce((sum, { credit }) => sum + credit, 0),
  };
}

/** The value of the calls. If nothing is expected, in every mode: 1 if nothing was called, otherwise 0. */
function callsValue({ expected, made, met }: CallCounts, mode: CallMode): number {
  if (expected === 0) return made === 0 ? 1 : 0;
  switch (mode) {
    case "contains":
    case "inOrder":
      return met / expected;
    case "oneToOne":
      return (2 * met) / (expected + made);
    case "exact":
      return met === expected && made === expected ? 1 : 0;
  }
}

/** Recall (expected calls that were made) and precision (calls made that were expected), shown in every mode. Precision decides nothing if other calls are allowed. */
function countChecks(counts: CallCounts, mode: CallMode): Check[] {
  const othersAreFree = (mode === "contains" || mode === "inOrder") && counts.expected > 0;
  return [
    shareCheck("recall", counts.met, counts.expected, "expected calls were made", true),
    shareCheck("precision", counts.met, counts.made, "calls made were expected", !othersAreFree),
  ];
}

function shareCheck(id: string, part: number, whole: number, words: string, decides: boolean): Check {
  const verdict = `${Number(part.toFixed(2))} of ${whole}`;
  const ok = !decides || part === whole;
  const value = whole > 0 ? { value: part / whole } : {};
  return { id, label: id, verdict, ok, ...value, reason: `${verdict} ${words}`, evidence: [] };
}
