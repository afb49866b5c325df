/** Narrower terminals are treated as this wide: below it, labels and figures leave no room for text. */
const leastColumns = 40;

/**
 * The width of a terminal, or of what `COLUMNS` says where there is none. A pipe or a file without it gets whole
 * lines, because a program such as grep reads them.
 */
export function columnsOf(
  stream: { isTTY?: boolean; columns?: number },
  { COLUMNS = "" }: Record<string, string | undefined>,
): number | undefined {
  const given = /^\d+$/.test(COLUMNS) ? Number(COLUMNS) : 0;
  const columns = stream.isTTY ? stream.columns || given || 80 : given;
  return columns > 0 ? Math.max(leastColumns, columns) : undefined;
}
