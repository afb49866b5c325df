import { plural } from "../../../vivavoce/src/base/plural.ts";
import type { Column, Reasons } from "./columns.tsx";
import type { CaseRow } from "./use-rows.ts";

/** What the reader wants to see of a suite's cases; all of it stands in the address. */
export interface CaseFilter {
  text: string;
  status: string;
  tag: string;
  /** A metric that was missed in at least one trial. */
  missed: string;
  /** "" the most urgent first; "id"; or a column: ":brevity", of the second variant ":brevity@1". A leading "-" turns it round. */
  sort: string;
  /** "reason": cases that failed alike stand together. */
  group: string;
  /** The measures that are not shown, and the widths of those that were dragged: see `listIn`. */
  hide: string;
  size: string;
}

const names = ["text", "status", "tag", "missed", "sort", "group", "hide", "size"] as const;

export function filterOf(query: URLSearchParams): CaseFilter {
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as unknown as CaseFilter;
}

/** A list in an address, of names that may hold anything, each perhaps with a number: "why~60,%3Abrevity". */
export function listIn(text: string): Map<string, number> {
  const parts = text.split(",").filter((part) => part !== "");
  return new Map(parts.map((part) => [unquoted(part.replace(/~\d+$/, "")), Number(/~(\d+)$/.exec(part)?.[1] ?? 0)]));
}

export function listed(list: ReadonlyMap<string, number>): string {
  return [...list].map(([name, number]) => `${encodeURIComponent(name)}${number > 0 ? `~${number}` : ""}`).join();
}

function unquoted(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Rows with the words that can be searched at once. */
export interface SearchableRow {
  row: CaseRow;
  words: string;
}

export function searchable(rows: readonly CaseRow[]): SearchableRow[] {
  return rows.map((row) => ({ row, words: [row.id, row.title ?? "", ...row.tags].join("\n").toLowerCase() }));
}

/** Whether the variants that played a case ended differently. */
export function differs({ trials }: CaseRow): boolean {
  const ends = Map.groupBy(trials, ({ variant }) => variant).values();
  return new Set([...ends].map((own) => String(own.map(({ status }) => status).sort()))).size > 1;
}

interface Looked {
  metrics: readonly string[];
  found: ReadonlySet<string>;
  columns: readonly Pick<Column, "key" | "value">[];
}

/** The rows that fit, in the wanted order. `found` are the ids of cases whose conversation has the text. */
export function applyFilter(
  rows: readonly SearchableRow[],
  { text, status, tag, missed, sort }: CaseFilter,
  { metrics, found, columns }: Looked,
): CaseRow[] {
  const wanted = text.trim().toLowerCase();
  const metric = missed === "" ? -1 : metrics.indexOf(missed);
  const fitting = rows
    .filter(
      ({ row, words }) =>
        (status === "" || row.status === status || (status === "differ" && differs(row))) &&
        (tag === "" || row.tags.includes(tag)) &&
        (missed === "" || row.trials.some(({ marks }) => marks[metric] === "m")) &&
        (wanted === "" || words.includes(wanted) || found.has(row.id)),
    )
    .map(({ row }) => row);
  return sorted(fitting, sort, columns);
}

function sorted(rows: CaseRow[], sort: string, columns: Looked["columns"]): CaseRow[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const by = sort.replace(/^-/, "");
  if (by === "id") return rows.sort((a, b) => sign * (a.id < b.id ? -1 : 1));
  const column = columns.find(({ key }) => key === by);
  // The server has put the most urgent first.
  if (!column) return sign < 0 ? rows.reverse() : rows;
  const values = new Map(rows.map((row) => [row, column.value(row)]));
  // Cases without a value stay at the end, whichever way round.
  return rows.sort((a, b) => {
    const [left, right] = [values.get(a), values.get(b)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    return left === right ? 0 : sign * (left < right ? -1 : 1);
  });
}

/** Cases that failed for the same reason, under one line. */
export interface Group {
  heading: string;
}

/** The rows under lines that say what they have in common, the largest group first; those without a reason at the end. */
export function grouped(rows: readonly CaseRow[], reasons: Reasons): (CaseRow | Group)[] {
  const kindOf = ({ trials }: CaseRow) => trials.flatMap(({ position }) => reasons.get(position)?.kind ?? [])[0] ?? "";
  const groups = [...Map.groupBy(rows, kindOf)].sort(
    ([a, one], [b, other]) => Number(a === "") - Number(b === "") || other.length - one.length,
  );
  return groups.flatMap(([kind, own]) => [
    { heading: `${plural(own.length, "case")}: ${kind || "without a reason"}` },
    ...own,
  ]);
}

/** How many cases have each status and each tag. */
export function countsOf(rows: readonly CaseRow[]): { statuses: Map<string, number>; tags: Map<string, number> } {
  const [statuses, tags] = [new Map<string, number>(), new Map<string, number>()];
  for (const row of rows) {
    for (const one of differs(row) ? [row.status, "differ"] : [row.status])
      statuses.set(one, (statuses.get(one) ?? 0) + 1);
    for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  return { statuses, tags: new Map([...tags].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
