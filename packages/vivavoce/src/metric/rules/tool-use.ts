import { lineCases } from "../../case/index.ts";
import { type Case, type Check, lastExchange, type ToolExpectation, type Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { calledAndNot, type MadeCall } from "../evidence.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { type MetricResult, scored, skipped } from "../result.ts";
import type { Metric, MetricOptions } from "../types.ts";
import { withLines } from "../with-lines.ts";
import { assignCalls, judgeUnwanted } from "./tool-use/assign-calls.ts";
import type { Played } from "./tool-use/expected-call.ts";
import { judgeExpected, type Trail, toolNames, trailScore, wrongNode } from "./tool-use/expected-call.ts";

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
  return withLines(defineMetric({ name, version: 4, threshold, report, applies, score: scoreToolUse }), "tools");
}

function scoreToolUse(transcript: Transcript, testCase: Case): MetricResult {
  // Copies, so that an object that a case uses twice is two expectations.
  const expectations = (testCase.expect.tools ?? []).map((expectation) => ({ ...expectation }));
  if (expectations.length === 0) return skipped("the case expects nothing of the agent's tools");
  const { calls, neverRan } = calledAndNot(transcript);
  const played: Played = {
    ...demandsAndBans(expectations),
    extraCalls: testCase.expect.extraCalls,
    calls,
    neverRan,
    hungUpIn: endedBy(transcript) === "agent" ? lastExchange(transcript) : undefined,
    ofLines: expectedByLines(testCase, calls),
  };
  const met = assignCalls(played);
  const judged = expectations.map((expectation, index) => ({
    id: `expectation-${index + 1}`,
    expectation,
    trail: (expectation.shouldCall ? judgeExpected : judgeUnwanted)(expectation, met, played),
  }));
  const smallest = Math.min(...judged.map(({ trail }) => trailScore(trail)));
  return scored(smallest, judged.map(checkOf), {
    detail: {
      smallest: judged.filter(({ trail }) => trailScore(trail) === smallest).map(({ id }) => id),
      trails: judged.map(({ id, trail }) => ({ id, score: trailScore(trail), steps: trail.steps })),
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

function endedBy({ outcome }: Transcript): string | undefined {
  return outcome.kind === "completed" ? outcome.ended?.by : undefined;
}

/** What is wrong at each node of the tree, in a reader's words. */
const verdicts = { tool_decision: "wrong", tool_types: "another tool", tool_params: "wrong arguments" } as const;

function checkOf({ id, expectation, trail }: { id: string; expectation: ToolExpectation; trail: Trail }): Check {
  const wrong = wrongNode(trail);
  return {
    id,
    label: labelOf(expectation),
    verdict: wrong === undefined ? "right" : verdicts[wrong],
    ok: wrong === undefined,
    value: trailScore(trail),
    reason: trail.steps.at(-1)?.reason ?? "",
    evidence: trail.evidence,
  };
}

/** "exchange 2: calls show_card or start_review" */
function labelOf(expectation: ToolExpectation): string {
  const where = expectation.turn === undefined ? "" : `exchange ${expectation.turn}: `;
  return `${where}${expectation.shouldCall ? "calls" : "does not call"} ${toolNames(expectation)}`;
}
