import { useEffect, useMemo, useRef, useState } from "react";
import { rememberOrder } from "../data/case-order.ts";
import { address, go } from "../data/route.ts";
import { Fold } from "../parts/fold.tsx";
import { Problem } from "../parts/waiting.tsx";
import { applyFilter, type CaseFilter, countsOf, filterOf, searchable } from "./case-filter.ts";
import { CaseTable } from "./case-table.tsx";
import type { MetricColumn } from "./column-head.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { HeatLegend, HeatMap } from "./heat-map.tsx";
import type { OutlinedSuite, SuiteAnswer } from "./metric-table.tsx";
import { useFound } from "./use-found.ts";
import { useRows } from "./use-rows.ts";

interface CasesProps {
  run: string;
  suite: OutlinedSuite;
  sums: SuiteAnswer | undefined;
  query: URLSearchParams;
  version: number;
  /** Told when the first rows are here, or cannot be had. */
  onFirst(): void;
  /** Told when all rows are here, or cannot be had. */
  onLoaded(): void;
}

/** Larger maps are drawn when the reader asks for them. */
const mostAtOnce = 600;
const mostOnMap = 3_000;

/** The cases of a suite: narrowed by what the address says, as a picture and as a table. */
export function Cases({ run, suite, sums, query, version, onFirst, onLoaded }: CasesProps) {
  const { rows, total, loading, error } = useRows(run, suite.position, version);
  const { filter, change } = useFilter(query);
  const found = useFound(run, suite.position, filter.text, version);
  const names = useMemo(() => suite.metrics.map(({ name }) => name), [suite.metrics]);
  const columns = suite.metrics.map(({ name, judged, gating }, metric): MetricColumn => {
    const binary = (sums?.variants ?? []).every((variant) => variant.metrics[metric]?.binary !== false);
    return { name, judged, gating, binary };
  });
  const words = useMemo(() => searchable(rows), [rows]);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const shown = useMemo(
    () => applyFilter(words, filter, { metrics: names, found: found.ids }),
    [words, filter, names, found.ids],
  );
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
  if (error !== undefined && rows.length === 0) return <Problem>{`Viva could not load the cases. ${error}`}</Problem>;
  return (
    <section className="case-section" aria-label={`cases of ${suite.name}`}>
      <h3 className="unseen">Cases</h3>
      {error === undefined ? undefined : <Problem>{`These cases may be out of date. ${error}`}</Problem>}
      <FilterBar
        {...{ filter, change, counts, loading }}
        metrics={names}
        shown={shown.length}
        total={loading ? total : rows.length}
        found={found.state}
      />
      {!loading && rows.length < total ? (
        <p className="note">
          These are {rows.length} of {total} cases, failures first. The others are in the store and in the JSON report.
        </p>
      ) : undefined}
      {shown.length > 0 ? (
        <CaseTable
          rows={shown}
          metrics={columns}
          variants={suite.variants.length}
          sort={filter.sort}
          onSort={(sort) => change({ sort })}
          href={href}
          filter={JSON.stringify([run, suite.position, filter])}
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

/** How long the address waits for the next letter: browsers limit how often it may change. */
const pauseMs = 250;

/** The filter, which stands in the address. Text is applied at once and written into the address when the reader pauses. */
function useFilter(query: URLSearchParams): { filter: CaseFilter; change(part: Partial<CaseFilter>): void } {
  const written = query.toString();
  const inAddress = useMemo(() => filterOf(new URLSearchParams(written)), [written]);
  const [text, setText] = useState(inAddress.text);
  const typed = useRef(false);
  // The way back in the browser's history changes the text too.
  useEffect(() => {
    if (!typed.current) setText(inAddress.text);
  }, [inAddress.text]);
  useEffect(() => {
    if (!typed.current) return;
    const timer = setTimeout(() => {
      typed.current = false;
      write({ text });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const filter = useMemo(() => ({ ...inAddress, text }), [inAddress, text]);
  const change = ({ text: wanted, ...rest }: Partial<CaseFilter>) => {
    if (wanted !== undefined) {
      typed.current = true;
      setText(wanted);
    }
    if (Object.keys(rest).length > 0) write(rest);
  };
  return { filter, change };
}

/** Writes parts of the filter into the address of this page. */
function write(parts: Partial<CaseFilter>): void {
  const [path = "#/", words = ""] = location.hash.split("?", 2);
  const query = { ...Object.fromEntries(new URLSearchParams(words)), ...parts };
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams(given).toString();
  go(search === "" ? path : `${path}?${search}`, { replace: true });
}
