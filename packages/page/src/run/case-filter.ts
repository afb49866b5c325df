import type { CaseRow } from "./use-rows.ts";

/** What the reader wants to see of a suite's cases; all of it stands in the address. */
export interface CaseFilter {
  text: string;
  status: string;
  tag: string;
  /** A metric that was missed in at least one trial. */
  missed: string;
  /** "" the most urgent first; "id"; or a metric's name behind a colon, ":brevity". A leading "-" turns it round. */
  sort: string;
}

export function filterOf(query: URLSearchParams): CaseFilter {
  const [text = "", status = "", tag = "", missed = "", sort = ""] = ["text", "status", "tag", "missed", "sort"].map(
    (name) => query.get(name) ?? "",
  );
  return { text, status, tag, missed, sort };
}

/** Rows with the words that can be searched at once. */
export interface SearchableRow {
  row: CaseRow;
  words: string;
}

export function searchable(rows: readonly CaseRow[]): SearchableRow[] {
  return rows.map((row) => ({ row, words: [row.id, row.title ?? "", ...row.tags].join("\n").toLowerCase() }));
}

/** The rows that fit, in the wanted order. `found` are the ids of cases whose conversation has the text. */
export function applyFilter(
  rows: readonly SearchableRow[],
  { text, status, tag, missed, sort }: CaseFilter,
  { metrics, found }: { metrics: readonly string[]; found: ReadonlySet<string> | undefined },
): CaseRow[] {
  const wanted = text.trim().toLowerCase();
  const metric = missed === "" ? -1 : metrics.indexOf(missed);
  const fitting = rows
    .filter(
      ({ row, words }) =>
        (status === "" || row.status === status) &&
        (tag === "" || row.tags.includes(tag)) &&
        (missed === "" || row.trials.some(({ marks }) => marks[metric] === "m")) &&
        (wanted === "" || words.includes(wanted) || found?.has(row.id) === true),
    )
    .map(({ row }) => row);
  return sorted(fitting, sort, metrics);
}

function sorted(rows: CaseRow[], sort: string, metrics: readonly string[]): CaseRow[] {
  const turned = sort.startsWith("-");
  const by = turned ? sort.slice(1) : sort;
  const metric = by.startsWith(":") ? metrics.indexOf(by.slice(1)) : -1;
  const sign = turned ? -1 : 1;
  if (by === "id") return rows.sort((a, b) => sign * (a.id < b.id ? -1 : 1));
  // The server has put the most urgent first.
  if (metric < 0) return turned ? rows.reverse() : rows;
  const values = new Map(rows.map((row) => [row, meanOf(row, metric)]));
  // Cases without a value stay at the end, whichever way round.
  return rows.sort((a, b) => {
    const [left, right] = [values.get(a), values.get(b)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
}

/** The mean of a case's values on a metric, over the trials of a variant, or of all. */
export function meanOf({ trials }: Pick<CaseRow, "trials">, metric: number, variant?: number): number | undefined {
  let sum = 0;
  let count = 0;
  for (const trial of trials) {
    const value = trial.values[metric];
    if (typeof value !== "number" || (variant !== undefined && trial.variant !== variant)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}

const letters: Record<string, string> = { s: "skipped", u: "unscored", e: "errored" };

/** A case's result on a metric under a variant: the mean of its repeats, or why there is none. */
export interface CaseCell {
  value: number | undefined;
  missed: boolean;
  /** Without a value: "skipped", "unscored", "errored", or "" if it was not scored at all. */
  without: string;
}

export function cellOf(row: Pick<CaseRow, "trials">, metric: number, variant: number): CaseCell {
  const marks = row.trials.filter((trial) => trial.variant === variant).map((trial) => trial.marks.charAt(metric));
  return {
    value: meanOf(row, metric, variant),
    missed: marks.includes("m"),
    without: letters[marks.find((mark) => letters[mark] !== undefined) ?? ""] ?? "",
  };
}

/** How many cases have each status and each tag. */
export function countsOf(rows: readonly CaseRow[]): { statuses: Map<string, number>; tags: Map<string, number> } {
  const [statuses, tags] = [new Map<string, number>(), new Map<string, number>()];
  for (const row of rows) {
    statuses.set(row.status, (statuses.get(row.status) ?? 0) + 1);
    for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  return { statuses, tags: new Map([...tags].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
