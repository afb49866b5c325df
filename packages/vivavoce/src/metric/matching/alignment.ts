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
