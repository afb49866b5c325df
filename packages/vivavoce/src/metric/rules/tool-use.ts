import { lineCases } from "../../case/index.ts";
import { type Case, isWrite, lastExchange, type ToolExpectation, type Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { calledAndNot, listCalls, type MadeCall, quoteCall } from "../evidence.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { orderedAssignment } from "../matching/assignment.ts";
import { type Metric, type MetricOptions, type MetricResult, scored, skipped } from "../types.ts";
import { withLines } from "../with-lines.ts";
import { isMeant, judgeExpected, parameterProblems, passed, stopAt, toolNames } from "./tool-use/expected-call.ts";

type Trail = ReturnType<typeof judgeExpected>;
type Played = Parameters<typeof judgeExpected>[2];

/**
 * Checks what a case expects of the agent's tools, exchange by exchange (`expect.tools`). Each expectation goes down a
 * tree: called or not called wrongly (0), wrong tool (0.4), wrong parameters (0.7), all right (1); the smallest counts.
 * A call counts once it is proposed, unless it was never run, but has wrong parameters if its tool could not take them.
 * Tools that only read, display or control count only if they are named. Asks no judge. Threshold 0.8.
 *
 * @example suite({ …, metrics: [toolUse()] });
 */
export function toolUse(options: MetricOptions = {}): Metric {
  refuseUnknownOptions<MetricOptions>("toolUse", options, usualOptions);
  const { name = "toolUse", threshold = 0.8, report } = options;
  const applies = ({ expect }: Case) => (expect.tools ?? []).length > 0;
  return withLines(defineMetric({ name, version: 5, threshold, report, applies, score: scoreToolUse }), "tools");
}

function scoreToolUse(transcript: Transcript, testCase: Case): MetricResult {
  // Copies, so that an object that a case uses twice is two expectations.
  const expectations = (testCase.expect.tools ?? []).map((expectation) => ({ ...expectation }));
  if (expectations.length === 0) return skipped("the case expects nothing of the agent's tools");
  const { calls, neverRan } = calledAndNot(transcript);
  const { outcome } = transcript;
  const hungUp = outcome.kind === "completed" && outcome.ended?.by === "agent";
  const played: Played = {
    ...demandsAndBans(expectations),
    extraCalls: testCase.expect.extraCalls,
    calls,
    neverRan,
    hungUpIn: hungUp ? lastExchange(transcript) : undefined,
    ofLines: expectedByLines(testCase, calls),
  };
  const met = assignCalls(played);
  const judged = expectations.map((expectation, index) => ({
    id: `expectation-${index + 1}`,
    expectation,
    trail: (expectation.shouldCall ? judgeExpected : judgeUnwanted)(expectation, met, played),
  }));
  const smallest = Math.min(...judged.map(({ trail }) => trail.score));
  return scored(smallest, judged.map(checkOf), {
    detail: {
      smallest: judged.filter(({ trail }) => trail.score === smallest).map(({ id }) => id),
      trails: judged.map(({ id, trail }) => ({ id, score: trail.score, steps: trail.steps })),
    },
  });
}

function demandsAndBans(expectations: readonly ToolExpectation[]): Pick<Played, "expected" | "unwanted"> {
  return {
    expected: expectations.filter(({ shouldCall }) => shouldCall),
    unwanted: expectations.filter(({ shouldCall }) => !shouldCall),
  };
}

/** The calls that single lines expect, and their exchanges. Each line is also scored by itself. */
function expectedByLines(testCase: Case, calls: readonly MadeCall[]): Played["ofLines"] {
  const lines = lineCases(testCase).map(({ exchange, case: { expect } }) => {
    const sides = demandsAndBans(expect.tools ?? []);
    return { exchange, played: { ...sides, extraCalls: expect.extraCalls, calls } };
  });
  const demanding = lines.filter(({ played: { expected } }) => expected.length > 0);
  return {
    exchanges: new Set(demanding.map(({ exchange }) => exchange)),
    calls: new Set(demanding.flatMap(({ played }) => [...assignCalls(played).values()])),
  };
}

/** What is wrong at each node of the tree, in a reader's words. */
const verdicts = { tool_decision: "wrong", tool_types: "another tool", tool_params: "wrong arguments" } as const;

function checkOf({ id, expectation, trail }: { id: string; expectation: ToolExpectation; trail: Trail }) {
  const { wrong, steps, score: value, evidence } = trail;
  const verdict = wrong === undefined ? "right" : verdicts[wrong];
  const reason = steps.at(-1)?.reason ?? "";
  return { id, label: labelOf(expectation), verdict, ok: wrong === undefined, value, reason, evidence };
}

/** "exchange 2: calls show_card or start_review" */
function labelOf(expectation: ToolExpectation): string {
  const where = expectation.turn === undefined ? "" : `exchange ${expectation.turn}: `;
  return `${where}${expectation.shouldCall ? "calls" : "does not call"} ${toolNames(expectation)}`;
}

/**
 * Finds the call that meets each expected one, one to one, so that the smallest score of all expectations is as large as
 * possible. Each pair is weighted by the loss without it: an unwanted call (0), then an unmet expectation or an extra
 * write (0.4), then wrong parameters (0.7).
 */
function assignCalls(played: Played): Map<ToolExpectation, MadeCall> {
  const { expected, calls } = played;
  const weights = expected.map((expectation) => calls.map((made) => weigh(expectation, made, played)));
  const assigned = orderedAssignment(
    weights,
    expected.map(({ order }) => order),
  );
  const met = new Map<ToolExpectation, MadeCall>();
  for (const [row, expectation] of expected.entries()) {
    const column = assigned[row];
    const made = column === undefined ? undefined : calls[column];
    if (made) met.set(expectation, made);
  }
  return met;
}

function weigh(expectation: ToolExpectation, made: MadeCall, played: Played): number {
  if (!isMeant(expectation, made)) return 0;
  const bans = played.unwanted.filter((ban) => isUnwanted(ban, made, played));
  const merits = [
    bans.length > 0 && bans.every((ban) => excuses(expectation, ban)),
    true,
    isWrite(made.call) && played.extraCalls !== "allow",
    parameterProblems(expectation, made.call).length === 0,
  ];
  // One number with a digit for each merit, so that all lower merits together never outweigh a higher one.
  return merits.reduce((weight, merit) => weight * (played.expected.length + 1) + (merit ? 1 : 0), 0);
}

/**
 * Whether a call should not be made. If the expectation names no tool, that is any write: in its exchange or, without
 * one, in the exchanges that no expected call names, in the case or in a line.
 */
function isUnwanted(
  ban: ToolExpectation,
  made: MadeCall,
  { expected, ofLines }: Pick<Played, "expected" | "ofLines">,
): boolean {
  if (!isMeant(ban, made)) return false;
  if (ban.tools !== undefined || ban.turn !== undefined) return true;
  return !ofLines?.exchanges.has(made.exchange) && expected.every(({ turn }) => turn !== made.exchange);
}

/**
 * Whether a call is excused because it meets an expectation. A call that could have been made in any exchange is not
 * excused in an exchange that the case rules out by number.
 */
function excuses(expectation: ToolExpectation, ban: ToolExpectation): boolean {
  return ban.turn === undefined || expectation.turn !== undefined;
}

function judgeUnwanted(ban: ToolExpectation, met: ReturnType<typeof assignCalls>, played: Played): Trail {
  const { turn } = ban;
  // Hanging up before the exchange does not count as making no call.
  if (turn !== undefined && played.hungUpIn !== undefined && turn > played.hungUpIn) {
    const reason = `the agent hung up in exchange ${played.hungUpIn}, so exchange ${turn} was not played`;
    return stopAt("tool_decision", reason, [], []);
  }
  const excused = new Set([...met].filter(([expectation]) => excuses(expectation, ban)).map(([, made]) => made));
  const hits = played.calls.filter((made) => isUnwanted(ban, made, played) && !excused.has(made));
  if (hits.length === 0)
    return passed([{ node: "tool_decision", ok: true, reason: "nothing unwanted was called" }], []);
  return stopAt("tool_decision", `called ${listCalls(hits)}, but no such call is expected`, [], hits.map(quoteCall));
}
