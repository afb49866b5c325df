import { bestAssignment } from "../../matching/index.ts";

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
