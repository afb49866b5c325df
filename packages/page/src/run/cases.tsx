import { useContext, useEffect, useMemo } from "react";
import { Capable } from "../data/capabilities.ts";
import { rememberOrder } from "../data/case-order.ts";
import { address, changeQuery } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Fold } from "../parts/fold.tsx";
import { useTyped } from "../parts/use-typed.ts";
import { Problem } from "../parts/waiting.tsx";
import {
  applyFilter,
  type CaseFilter,
  countsOf,
  filterOf,
  grouped,
  listed,
  listIn,
  searchable,
} from "./case-filter.ts";
import { CaseTable } from "./case-table.tsx";
import { measuresOf, shortNames } from "./columns.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { HeatLegend, HeatMap } from "./heat-map.tsx";
import type { OutlinedSuite, SuiteAnswer } from "./metric-table.tsx";
import { useRows } from "./use-rows.ts";

interface CasesProps {
  run: string;
  suite: OutlinedSuite;
  sums: SuiteAnswer | undefined;
  query: URLSearchParams;
  version: number;
  live: boolean;
  /** Told when the first rows are here, or cannot be had. */
  onFirst(): void;
  /** Told when all rows are here, or cannot be had. */
  onLoaded(): void;
}

/** While a run goes on, what takes long to read is read anew only so often. */
export const seldomMs = 10_000;
/** Larger maps are drawn when the reader asks for them. */
const mostAtOnce = 600;
const mostOnMap = 3_000;

/** The cases of a suite: narrowed by what the address says, as a picture and as a table. */
export function Cases({ run, suite, sums, query, version, live, onFirst, onLoaded }: CasesProps) {
  const { rows, total, loading, error } = useRows(run, suite.position, version);
  const { filter, change } = useFilter(query);
  const text = filter.text.trim();
  // Ids, titles and tags are searched at once, the conversations a moment later.
  const found = useAnswer("search", text === "" ? undefined : { run, suite: suite.position, text }, version);
  const foundIds = useMemo(() => new Set(found.answer?.cases), [found.answer]);
  const names = useMemo(() => suite.metrics.map(({ name }) => name), [suite.metrics]);
  const { holds } = useContext(Capable);
  // The reader waits for the rows, so they come first; and while a run goes on, reasons are read anew only so often.
  const { answer: why } = useAnswer(
    "reasons",
    loading || !holds("reasons") ? undefined : { run, suite: suite.position },
    live ? Math.floor(version / seldomMs) : `done ${version}`,
  );
  const reasons = useMemo(() => new Map(why?.reasons.map((one) => [one.trial, one])), [why]);
  const measures = useMemo(() => measuresOf({ suite, sums, rows, reasons }), [suite, sums, rows, reasons]);
  const words = useMemo(() => searchable(rows), [rows]);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const { hidden, sizes } = useMemo(
    () => ({ hidden: listIn(filter.hide), sizes: listIn(filter.size) }),
    [filter.hide, filter.size],
  );
  const lines = useMemo(() => {
    const columns = measures.flatMap((measure) => measure.columns);
    const fitting = applyFilter(words, filter, { metrics: names, found: foundIds, columns });
    return filter.group === "reason" ? grouped(fitting, reasons) : fitting;
  }, [words, filter, names, foundIds, measures, reasons]);
  const shown = useMemo(() => lines.flatMap((line) => ("heading" in line ? [] : [line])), [lines]);
  const none = loading && rows.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    if (!none) onFirst();
  }, [none]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    if (!loading) onLoaded();
  }, [loading]);
  useEffect(() => {
    rememberOrder(
      run,
      suite.position,
      shown.map(({ id }) => id),
    );
  }, [run, suite.position, shown]);
  const href = (id: string) => address(["case", run, suite.position, id]);
  if (error !== undefined && rows.length === 0) return <Problem>{`Viva could not load the cases: ${error}`}</Problem>;
  return (
    <section className="case-section" aria-label={`cases of ${suite.name}`}>
      <h3 className="unseen">Cases</h3>
      {error === undefined ? undefined : <Problem>{`These cases may be out of date: ${error}`}</Problem>}
      <FilterBar
        {...{ filter, change, counts, loading }}
        metrics={names}
        measures={measures}
        shown={shown.length}
        total={loading ? total : rows.length}
        search={text === "" || found.answer ? "done" : found.error === undefined ? "searching" : "failed"}
      />
      {!loading && rows.length < total ? (
        <p className="note">
          These are {rows.length} of {total} cases, failures first. The others are in the store and in the JSON report.
        </p>
      ) : undefined}
      {shown.length > 0 ? (
        <CaseTable
          lines={lines}
          measures={measures.filter(({ key }) => !hidden.has(key))}
          variants={shortNames(suite.variants.map(({ title }) => title))}
          sort={filter.sort}
          onSort={(sort) => change({ sort })}
          sizes={sizes}
          onSize={(key, width) => change({ size: listed(new Map([...sizes, [key, width]])) })}
          href={href}
          filter={JSON.stringify([run, suite.position, { ...filter, hide: "", size: "" }])}
        />
      ) : (
        <Nothing loading={loading} any={rows.length > 0} clear={() => change(all)} />
      )}
      {rows.length > 0 && names.length > 0 ? (
        // Whether a large map was opened is remembered apart: it takes a while.
        <Fold
          key={suite.position}
          name={total <= mostAtOnce ? "picture" : "large-picture"}
          title={<h3>Picture of these cases by metric</h3>}
          open={total <= mostAtOnce}
        >
          <HeatMaps suite={suite} rows={shown} names={names} href={href} />
        </Fold>
      ) : undefined}
    </section>
  );
}

const all = { text: "", status: "", tag: "", missed: "" };

function Nothing({ loading, any, clear }: { loading: boolean; any: boolean; clear(): void }) {
  if (loading) return <p className="waiting">Loading the cases …</p>;
  if (!any) return <p className="waiting">No case has been played yet.</p>;
  return (
    <p className="waiting">
      No case fits these filters.{" "}
      <button type="button" onClick={clear}>
        show all
      </button>
    </p>
  );
}

interface HeatMapsProps {
  suite: OutlinedSuite;
  rows: Parameters<typeof HeatMap>[0]["rows"];
  names: readonly string[];
  href(id: string): string;
}

function HeatMaps({ suite, rows, names, href }: HeatMapsProps) {
  return (
    <>
      {suite.variants.map(({ title }, variant) => (
        <div key={title}>
          {suite.variants.length > 1 ? <p className="facts">{title}</p> : undefined}
          <HeatMap rows={rows.slice(0, mostOnMap)} metrics={names} variant={variant} title={title} href={href} />
        </div>
      ))}
      {rows.length > mostOnMap ? <p className="note">The first {mostOnMap} of these cases.</p> : undefined}
      <HeatLegend />
    </>
  );
}

/** The filter, which stands in the address. Text is applied at once. */
function useFilter(query: URLSearchParams): { filter: CaseFilter; change(part: Partial<CaseFilter>): void } {
  const written = query.toString();
  const inAddress = useMemo(() => filterOf(new URLSearchParams(written)), [written]);
  const [text, type] = useTyped(inAddress.text, (text) => changeQuery({ text }));
  const filter = useMemo(() => ({ ...inAddress, text }), [inAddress, text]);
  const change = ({ text: wanted, ...rest }: Partial<CaseFilter>) => {
    if (wanted !== undefined) type(wanted);
    if (Object.keys(rest).length > 0) changeQuery(rest);
  };
  return { filter, change };
}
