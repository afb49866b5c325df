import { useContext, useState } from "react";
import { Capable } from "../data/capabilities.ts";
import { useAnswer } from "../data/use-answer.ts";
import { CardLines } from "../judges/card-badge.tsx";
import { Verdict } from "../parts/mark.tsx";
import { Cases } from "./cases.tsx";
import { Dimensions } from "./dimensions.tsx";
import { MetricTable, type OutlinedSuite, type SuiteAnswer } from "./metric-table.tsx";
import { SideBySide } from "./side-by-side.tsx";

interface SuiteSectionProps {
  run: string;
  live: boolean;
  suite: OutlinedSuite;
  /** Undefined while they are computed. */
  sums: SuiteAnswer | undefined;
  query: URLSearchParams;
  /** When the run was written last. */
  version: number;
  /** Told when the first rows are here, or cannot be had. */
  onRows(): void;
}

/** While a run goes on, the spread of its values is read anew only so often: that takes all of them. */
const seldomMs = 10_000;

/** A suite of a run: its verdict, its sums, its metrics, and its cases. */
export function SuiteSection({ run, live, suite, sums, query, version, onRows }: SuiteSectionProps) {
  const { holds } = useContext(Capable);
  const [loaded, setLoaded] = useState(!holds("rows"));
  const { position, name, variants, file, mode, models } = suite;
  const { answer: measures } = useAnswer(
    "measures",
    // The reader waits for the rows, so they come first.
    loaded && sums ? { run, suite: position } : undefined,
    live ? Math.floor(version / seldomMs) : `done ${version}`,
  );
  const at = { run, suite: position };
  return (
    <section className="suite" aria-labelledby={`suite-${position}`}>
      <h2 id={`suite-${position}`}>{name}</h2>
      <p className="verdict">
        {live ? (
          "No verdict yet: the run goes on."
        ) : sums ? (
          <>
            <Verdict verdict={sums.decision.verdict} /> {sums.decision.reason}
          </>
        ) : (
          <span role="status">Computing the sums …</span>
        )}
      </p>
      {sums?.decision.note === undefined ? undefined : <p className="note">{sums.decision.note}</p>}
      {variants.map(({ title }, index) => {
        const own = sums?.variants[index];
        return own ? (
          <Sums key={title} variant={own} />
        ) : (
          <p className="sums" key={title}>
            {title} …
          </p>
        );
      })}
      <p className="facts">{[file, mode, ...models].join(" · ")}</p>
      <MetricTable suite={suite} sums={sums} measures={measures} />
      {sums ? <CardLines suite={sums} /> : undefined}
      {measures?.sides ? <SideBySide sides={measures.sides} at={at} /> : undefined}
      {measures?.dimensions.map((table) => (
        <Dimensions key={table.metric} table={table} titles={variants.map(({ title }) => title)} at={at} />
      ))}
      {holds("rows") ? (
        <Cases
          key={position}
          run={run}
          suite={suite}
          sums={sums}
          query={query}
          version={version}
          onFirst={onRows}
          onLoaded={() => setLoaded(true)}
        />
      ) : undefined}
    </section>
  );
}

function Sums({ variant: { title, tally, words } }: { variant: SuiteAnswer["variants"][number] }) {
  const { passRate, reliability, spent, beyond } = words;
  return (
    <>
      <p className="sums">
        {title === "" ? undefined : (
          <>
            <b>{title}</b> ·{" "}
          </>
        )}
        {reliability === undefined ? undefined : (
          <>
            <b>{reliability}</b> ·{" "}
          </>
        )}
        pass rate <b>{passRate}</b> · {words.tally}{" "}
        <span className="facts">
          · agent: tokens {spent.tokens}, cost {spent.cost}, latency {spent.latency}
        </span>
      </p>
      {tally.pending > 0 ? (
        <progress value={tally.planned - tally.pending} max={tally.planned} aria-label={`progress ${title}`.trim()} />
      ) : undefined}
      {beyond.map((line) => (
        <p className="note" key={line}>
          {line}
        </p>
      ))}
    </>
  );
}
