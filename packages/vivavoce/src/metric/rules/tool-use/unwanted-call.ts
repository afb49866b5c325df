import type { ToolExpectation } from "../../../shape/index.ts";
import { listCalls, type MadeCall, quoteCall } from "../../evidence.ts";
import { inScope, isNamed, type Met, type Played } from "./scope.ts";
import { right, stopAt, type Trail } from "./trail.ts";

/**
 * Whether a call should not be made. If the expectation names no tool, that is any write: in its exchange or, without
 * one, in the exchanges that no expected call names, in the case or in a line.
 */
export function isUnwanted(
  ban: ToolExpectation,
  made: MadeCall,
  { expected, ofLines }: Pick<Played, "expected" | "ofLines">,
): boolean {
  if (!inScope(ban, made) || !isNamed(ban, made)) return false;
  if (ban.tools !== undefined || ban.turn !== undefined) return true;
  return !ofLines?.exchanges.has(made.exchange) && expected.every(({ turn }) => turn !== made.exchange);
}

/**
 * Whether a call is excused because it meets an expectation. A call that could have been made in any exchange is not
 * excused in an exchange that the case rules out by number.
 */
export function excuses(expectation: ToolExpectation, ban: ToolExpectation): boolean {
  return ban.turn === undefined || expectation.turn !== undefined;
}

export function judgeUnwanted(ban: ToolExpectation, met: Met, played: Played): Trail {
  const { turn } = ban;
  // Hanging up before the exchange does not count as making no call.
  if (turn !== undefined && played.hungUpIn !== undefined && turn > played.hungUpIn) {
    const reason = `the agent hung up in exchange ${played.hungUpIn}, so exchange ${turn} was not played`;
    return stopAt("tool_decision", reason, [], []);
  }
  const excused = new Set([...met].filter(([expectation]) => excuses(expectation, ban)).map(([, made]) => made));
  const hits = played.calls.filter((made) => isUnwanted(ban, made, played) && !excused.has(made));
  if (hits.length === 0) return { steps: [right("tool_decision", "nothing unwanted was called")], evidence: [] };
  return stopAt("tool_decision", `called ${listCalls(hits)}, but no such call is expected`, [], hits.map(quoteCall));
}
