import type { ToolExpectation } from "../../case/index.ts";
import { listCalls, type MadeCall, quoteCall } from "../evidence.ts";
import { inScope, isNamed } from "./assign-calls.ts";
import type { Played } from "./expected-call.ts";
import { right, stopAt, type Trail } from "./trail.ts";

/**
 * Judges an expectation that nothing is called. Without a name it is about writes: in its exchange, or, without one,
 * in the exchanges that no expected call names. A call that meets an expected one is not held against it, unless the
 * expected call could have come anywhere and this exchange was ruled out by number.
 */
export function judgeUnwanted(expectation: ToolExpectation, { calls, expected, met }: Played): Trail {
  const namedExchanges = new Set(expected.map(({ turn }) => turn));
  const excused = excusedCalls(expectation, met);
  const hits = calls.filter(
    (made) =>
      inScope(expectation, made) &&
      isNamed(expectation, made) &&
      !excused.has(made) &&
      (expectation.tools || expectation.turn !== undefined || !namedExchanges.has(made.exchange)),
  );
  if (hits.length === 0) return { steps: [right("tool_decision", "nothing unwanted was called")], evidence: [] };
  return stopAt("tool_decision", `should not be called, but was: ${listCalls(hits)}`, [], hits.map(quoteCall));
}

function excusedCalls(unwanted: ToolExpectation, met: Played["met"]): Set<MadeCall> {
  const excusing = [...met].filter(([expected]) => unwanted.turn === undefined || expected.turn !== undefined);
  return new Set(excusing.map(([, made]) => made));
}
