/**
 * The one-to-one assignment of rows to columns with the greatest total weight (Hungarian method, cubic time).
 * A weight of 0 means that the two cannot be paired. Returns each row's column, or undefined for a row without one.
 *
 * @example bestAssignment([[3, 2], [3, 0]]); // [1, 0]: the greedy choice would leave the second row alone
 */
export function bestAssignment(weights: readonly (readonly number[])[]): (number | undefined)[] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return weights.map(() => undefined);
  const weight = (row: number, column: number): number => weights[row]?.[column] ?? 0;
  const rowOfColumn = minimise(rows, Math.max(rows, columns), (row, column) => -weight(row, column));
  const assigned: (number | undefined)[] = weights.map(() => undefined);
  for (const [column, row] of rowOfColumn.entries()) {
    if (row !== undefined && weight(row, column) > 0) assigned[row] = column;
  }
  return assigned;
}

/**
 * Shortest augmenting paths with potentials, one row at a time; needs at least as many columns as rows. Column 0 of
 * the working arrays is the row being placed.
 */
function minimise(
  rows: number,
  columns: number,
  cost: (row: number, column: number) => number,
): (number | undefined)[] {
  const rowPotential = new Array<number>(rows + 1).fill(0);
  const columnPotential = new Array<number>(columns + 1).fill(0);
  const rowAt = new Array<number>(columns + 1).fill(0);
  for (let row = 1; row <= rows; row += 1) {
    rowAt[0] = row;
    const path = shortestPath({ rowAt, rowPotential, columnPotential, columns, cost });
    let column = path.end;
    while (column !== 0) {
      const before = path.from[column] ?? 0;
      rowAt[column] = rowAt[before] ?? 0;
      column = before;
    }
  }
  return rowAt.slice(1).map((row) => (row === 0 ? undefined : row - 1));
}

interface Search {
  rowAt: readonly number[];
  rowPotential: number[];
  columnPotential: number[];
  columns: number;
  cost: (row: number, column: number) => number;
}

/** Grows a tree of tight pairs until it reaches a free column; moves the potentials along. */
function shortestPath({ rowAt, rowPotential, columnPotential, columns, cost }: Search): {
  end: number;
  from: number[];
} {
  const from = new Array<number>(columns + 1).fill(0);
  const slack = new Array<number>(columns + 1).fill(Infinity);
  const used = new Array<boolean>(columns + 1).fill(false);
  let current = 0;
  do {
    used[current] = true;
    const row = rowAt[current] ?? 0;
    let next = 0;
    let step = Infinity;
    for (let column = 1; column <= columns; column += 1) {
      if (used[column]) continue;
      const reduced = cost(row - 1, column - 1) - at(rowPotential, row) - at(columnPotential, column);
      if (reduced < at(slack, column)) {
        slack[column] = reduced;
        from[column] = current;
      }
      if (at(slack, column) < step) {
        step = at(slack, column);
        next = column;
      }
    }
    for (let column = 0; column <= columns; column += 1) {
      if (used[column]) {
        const owner = at(rowAt, column);
        rowPotential[owner] = at(rowPotential, owner) + step;
        columnPotential[column] = at(columnPotential, column) - step;
      } else {
        slack[column] = at(slack, column) - step;
      }
    }
    current = next;
  } while (at(rowAt, current) !== 0);
  return { end: current, from };
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

/**
 * Pairs rows with columns in order, so that the total weight is as large as possible; rows and columns between are
 * skipped. A weight of 0 means that the two cannot be paired. Returns each row's column, or undefined.
 */
export function bestAlignment(weights: readonly (readonly number[])[]): (number | undefined)[] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  const weight = (row: number, column: number): number => weights[row]?.[column] ?? 0;
  // best[row][column]: the greatest total from that row and that column to the end.
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const total = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const paired = weight(row, column) > 0 ? weight(row, column) + total(row + 1, column + 1) : 0;
      const line = best[row];
      if (line) line[column] = Math.max(paired, total(row + 1, column), total(row, column + 1));
    }
  }
  const aligned: (number | undefined)[] = weights.map(() => undefined);
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (total(row, column) === total(row, column + 1)) column += 1;
    else if (total(row, column) === total(row + 1, column)) row += 1;
    else aligned[row++] = column++;
  }
  return aligned;
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
