/** The cases of a suite as the reader last saw them listed, so that the page of a case can lead to the next one. */
let last: { run: string; suite: number; ids: readonly string[] } | undefined;

export function rememberOrder(run: string, suite: number, ids: readonly string[]): void {
  last = { run, suite, ids };
}

/** The case before and after this one in that list; nothing if it was never shown. */
export function neighbours(run: string, suite: number, id: string): { before?: string; after?: string } {
  if (last?.run !== run || last.suite !== suite) return {};
  const at = last.ids.indexOf(id);
  const [before, after] = at < 0 ? [] : [last.ids[at - 1], last.ids[at + 1]];
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
