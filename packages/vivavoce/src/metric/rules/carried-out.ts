import { safeLine, showValue } from "../../base/index.ts";
import { lineCases } from "../../case/index.ts";
import {
  type Case,
  type Check,
  check,
  type ExpectedCall,
  type Fate,
  fateOf,
  skippedCheck,
  type ToolCall,
  type ToolExpectation,
  type Transcript,
} from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { type MadeCall, madeCalls, quoteCall, showCall } from "../evidence.ts";
import { refuseFaults, refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { bestAssignment } from "../matching/assignment.ts";
import { type Metric, type MetricOptions, type MetricResult, scored, skipped } from "../types.ts";
import { argumentProblems, isOfTool } from "./tool-calls/match-calls.ts";
import { isMeant, parameterProblems, toolNames } from "./tool-use/expected-call.ts";

/** Options of `carriedOut`. */
export interface CarriedOutOptions extends MetricOptions {
  /** With "miss", a call whose end nobody can see counts as one that did not run. If left out, it is not counted. */
  unknown?: "miss" | undefined;
}

/** A call that a case expects, in its tools or in its calls. */
interface Wanted {
  label: string;
  outcome: ToolExpectation["outcome"];
  fits(made: MadeCall): boolean;
}

/**
 * Checks that every call that a case expects was carried out (`expect.tools`, `expect.calls`): it ran, or ended as the
 * case says with `outcome`. The value is the share of expected calls that did. A call whose end nobody can see is shown,
 * but not counted. Asks no judge.
 *
 * @example suite({ …, metrics: [toolUse(), carriedOut()] });
 */
export function carriedOut(options: CarriedOutOptions = {}): Metric {
  refuseUnknownOptions<CarriedOutOptions>("carriedOut", options, { ...usualOptions, unknown: "any" });
  const { name = "carriedOut", threshold = 1, report, unknown } = options;
  const message = `unknown should be "miss" or left out, found ${showValue(unknown)}`;
  const isOther = unknown !== undefined && unknown !== "miss";
  refuseFaults(name, [[isOther, message, 'Write carriedOut({ unknown: "miss" }).']]);
  return defineMetric({
    name,
    version: 1,
    threshold,
    report,
    parts: { unknown },
    applies: (testCase) => wantedCalls(testCase).length > 0,
    score: (transcript, testCase) => scoreCarriedOut(transcript, wantedCalls(testCase), unknown),
  });
}

function scoreCarriedOut(
  transcript: Transcript,
  groups: readonly Wanted[][],
  unknown: "miss" | undefined,
): MetricResult {
  if (groups.length === 0) return skipped("the case expects no call");
  const calls = madeCalls(transcript);
  const checks = groups
    .flatMap((group) => assigned(group, calls))
    .map(({ wanted, made }, index): Check => {
      const row = { id: `call-${index + 1}`, label: `${wanted.label} ${wished[wanted.outcome ?? "ran"]}` };
      if (!made) return check(row.id, false, "no such call was made", { ...row, verdict: "not called" });
      const fate = fateOf(made.call);
      const ok = isMet(wanted, made.call);
      const reason = `${showCall(made.call)} in exchange ${made.exchange} ${inWords(made.call, fate)}`;
      if (fate === "unknown" && !ok && unknown !== "miss") return skippedCheck({ ...row, reason });
      return check(row.id, ok, reason, { ...row, verdict: fate, evidence: [quoteCall(made)] });
    });
  const decided = checks.filter(({ status }) => status !== "skipped");
  const hidden = checks.length - decided.length;
  if (decided.length === 0) return skipped(`nobody can see what became of the calls: ${checks[0]?.reason}`);
  return scored(decided.filter(({ ok }) => ok).length / decided.length, checks, { detail: { unknown: hidden } });
}

/** Finds the call that does best for each expected one, one to one. */
function assigned(
  group: readonly Wanted[],
  calls: readonly MadeCall[],
): { wanted: Wanted; made: MadeCall | undefined }[] {
  const step = group.length + 1;
  const weights = group.map((one) => calls.map((made) => (one.fits(made) ? step ** merit(one, made) : 0)));
  const columns = bestAssignment(weights);
  return group.map((wanted, row) => {
    const column = columns[row];
    return { wanted, made: column === undefined ? undefined : calls[column] };
  });
}

const wished = { ran: "runs", failed: "fails", rejected: "is rejected", any: "is called" };

/** How well a call does for an expected one. */
function merit(wanted: Wanted, { call }: MadeCall): number {
  if (isMet(wanted, call)) return 2;
  return fateOf(call) === "unknown" ? 1 : 0;
}

/** A call that Viva itself made to fail ended as the case says. */
function isMet({ outcome }: Wanted, call: ToolCall): boolean {
  const fate = fateOf(call);
  if (outcome === "any") return fate !== "never-ran";
  return fate === (outcome ?? "ran") || (fate === "failed" && call.fault !== undefined);
}

function inWords(call: ToolCall, fate: Fate): string {
  const said = call.error?.message ?? (call.result === undefined ? undefined : JSON.stringify(call.result));
  switch (fate) {
    case "failed":
      return said === undefined ? "has no result: it never came back" : `failed: ${safeLine(said, 200)}`;
    case "never-ran":
      return "was proposed, but never run";
    case "rejected":
      return "was rejected by the user";
    case "unknown":
      return "was proposed; nobody can see whether it ran";
    case "ran":
      return "ran";
  }
}

/**
 * The calls that the case and its lines expect, list by list: one call may be expected in two of them. Optional ones need
 * not be made.
 */
function wantedCalls(testCase: Case): Wanted[][] {
  const lines = lineCases(testCase).map(({ exchange, case: { expect } }) => ({ expect, turn: exchange }));
  return [{ expect: testCase.expect, turn: undefined }, ...lines]
    .flatMap(({ expect, turn }) => [
      (expect.tools ?? []).filter(({ shouldCall }) => shouldCall).map((one) => ofTools({ turn, ...one })),
      (expect.calls ?? []).filter(({ optional }) => !optional).map((one) => ofCalls({ turn, ...one })),
    ])
    .filter((group) => group.length > 0);
}

function ofTools(one: ToolExpectation): Wanted {
  return {
    label: toolNames(one),
    outcome: one.outcome,
    fits: (made) => isMeant(one, made) && parameterProblems(one, asWritten(made.call)).length === 0,
  };
}

function ofCalls(one: ExpectedCall): Wanted {
  return {
    label: one.name,
    outcome: one.outcome,
    fits: ({ call, exchange }) =>
      isOfTool(one, call) && (one.turn ?? exchange) === exchange && argumentProblems(one, asWritten(call)).length === 0,
  };
}

/** Nobody looks for another call because a tool could not take this one: its fate says what came of it. */
function asWritten({ invalid: _invalid, error: _error, ...call }: ToolCall): ToolCall {
  return call;
}
