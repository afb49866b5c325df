import { isWrite, type ToolExpectation } from "../../../shape/index.ts";
import { listCalls, type MadeCall, quoteCall } from "../../evidence.ts";
import { bestAssignment } from "../../matching/index.ts";
import {
  inScope,
  isNamed,
  type Met,
  type Played,
  parameterProblems,
  right,
  stopAt,
  type Trail,
} from "./expected-call.ts";

/**
 * Finds the call that meets each expected one, one to one, so that the smallest score of all expectations is as large as
 * possible. Each pair is weighted by the loss without it: an unwanted call (0), then an unmet expectation or an extra
 * write (0.4), then wrong parameters (0.7).
 */
export function assignCalls(played: Played): Met {
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
  if (!inScope(expectation, made) || !isNamed(expectation, made)) return 0;
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

/** Some rows are already paired, while the columns are visited from the first to the last. */
interface State {
  total: number;
  /** The highest rank so far: rows of a lower rank can no longer be paired. */
  top: number;
  met: ReadonlySet<number>;
  pairs: Pair | undefined;
}
interface Pair {
  row: number;
  column: number;
  before: Pair | undefined;
}

/**
 * The best assignment of rows to columns in which rows that have a rank get ascending columns; equal ranks and rows
 * without one are free. The result is exact: of states with the same possible continuations, only the best is kept.
 */
export function orderedAssignment(
  weights: readonly (readonly number[])[],
  ranks: readonly (number | undefined)[],
): (number | undefined)[] {
  const free = bestAssignment(weights);
  if (keepsOrder(free, ranks)) return free;
  const columns = weights[0]?.length ?? 0;
  let states: State[] = [{ total: 0, top: -Infinity, met: new Set(), pairs: undefined }];
  for (let column = 0; column < columns; column += 1) {
    const next = new Map<string, State>();
    for (const state of states) {
      keepBetter(next, state, ranks);
      for (const [row, line] of weights.entries()) {
        const weight = line[column] ?? 0;
        const rank = ranks[row];
        if (weight <= 0 || state.met.has(row) || (rank !== undefined && rank < state.top)) continue;
        keepBetter(next, meet(state, { row, column, before: state.pairs }, weight, rank), ranks);
      }
    }
    states = [...next.values()];
  }
  return columnsOf(
    states.reduce((best, state) => (state.total > best.total ? state : best)),
    weights.length,
  );
}

function meet(state: State, pair: Pair, weight: number, rank: number | undefined): State {
  return {
    total: state.total + weight,
    top: rank === undefined ? state.top : Math.max(rank, state.top),
    met: new Set([...state.met, pair.row]),
    pairs: pair,
  };
}

function keepBetter(states: Map<string, State>, state: State, ranks: readonly (number | undefined)[]): void {
  // Rows under the top rank can never be paired again, so whether they were makes no difference.
  const open = [...state.met].filter((row) => (ranks[row] ?? Infinity) >= state.top).sort((a, b) => a - b);
  const key = `${state.top}|${open.join(",")}`;
  const known = states.get(key);
  if (!known || state.total > known.total) states.set(key, state);
}

function keepsOrder(assigned: readonly (number | undefined)[], ranks: readonly (number | undefined)[]): boolean {
  const met = assigned.flatMap((column, row) => {
    const rank = ranks[row];
    return column === undefined || rank === undefined ? [] : [{ column, rank }];
  });
  return met.every((a) => met.every((b) => a.rank >= b.rank || a.column < b.column));
}

function columnsOf(state: State, rows: number): (number | undefined)[] {
  const assigned = new Array<number | undefined>(rows).fill(undefined);
  for (let pair = state.pairs; pair; pair = pair.before) assigned[pair.row] = pair.column;
  return assigned;
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
  if (!inScope(ban, made) || !isNamed(ban, made)) return false;
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
