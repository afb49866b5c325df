import { useContext, useState } from "react";
import { showDuration } from "../../../vivavoce/src/report/figures.ts";
import { Capable } from "../data/capabilities.ts";
import type { AnswerOf } from "../data/load.ts";
import { useAnswer } from "../data/use-answer.ts";
import { CardLines } from "../judges/card-badge.tsx";
import { Fold } from "../parts/fold.tsx";
import { Verdict } from "../parts/mark.tsx";
import { Cases, seldomMs } from "./cases.tsx";
import { Dimensions } from "./dimensions.tsx";
import { MetricTable, type OutlinedSuite, type SuiteAnswer, VariantTitle } from "./metric-table.tsx";

interface SuiteSectionProps {
  run: AnswerOf<"outline">;
  suite: OutlinedSuite;
  /** Undefined while they are computed. */
  sums: SuiteAnswer | undefined;
  /** How far the run is, if it is not finished. */
  progress: string | undefined;
  query: URLSearchParams;
  /** Told when the first rows are here, or cannot be had. */
  onRows(): void;
}

/** A suite of a run: its figures in a line that stays in sight, its cases, and under them what the figures rest on. */
export function SuiteSection({ run, suite, sums, progress, query, onRows }: SuiteSectionProps) {
  const { holds } = useContext(Capable);
  const [loaded, setLoaded] = useState(!holds("rows"));
  const { id, live, updatedAt: version } = run;
  const { position, variants, file, mode, models } = suite;
  const { answer: measures } = useAnswer(
    "measures",
    // The reader waits for the rows, so they come first.
    loaded && sums ? { run: id, suite: position } : undefined,
    live ? Math.floor(version / seldomMs) : `done ${version}`,
  );
  const at = { run: id, suite: position };
  return (
    <section className="suite" aria-labelledby={`suite-${position}`}>
      <Summary {...{ run, suite, sums }} />
      <p className="verdict">
        {live ? (
          `No verdict yet: ${progress ?? "the run goes on"}.`
        ) : sums && progress !== undefined ? (
          <>
            {progress}. {sums.decision.reason}.{" "}
            {run.commands.resume ? (
              <>
                To play the rest: <code>{run.commands.resume}</code>
              </>
            ) : undefined}
          </>
        ) : sums ? (
          sums.decision.reason
        ) : (
          <span role="status">Computing the sums …</span>
        )}
      </p>
      {sums?.decision.note === undefined ? undefined : <p className="note">{sums.decision.note}</p>}
      {sums ? <Remarks sums={sums} /> : undefined}
      {holds("rows") ? (
        <Cases
          key={position}
          run={id}
          suite={suite}
          sums={sums}
          query={query}
          version={version}
          live={live}
          onFirst={onRows}
          onLoaded={() => setLoaded(true)}
        />
      ) : undefined}
      <div className="panels">
        <Fold name="metrics" title={<h3>Metrics</h3>}>
          <MetricTable suite={suite} sums={sums} measures={measures} />
          {sums ? <CardLines suite={sums} /> : undefined}
        </Fold>
        {measures?.dimensions.map((table) => (
          <Dimensions key={table.metric} table={table} titles={variants.map(({ title }) => title)} at={at} />
        ))}
      </div>
      <p className="facts">{[file, mode, ...models].join(" · ")}</p>
    </section>
  );
}

/** What came of a suite, in a line for each variant; it stays in sight while the reader goes through the rest. */
function Summary({ run, suite, sums }: Pick<SuiteSectionProps, "run" | "suite" | "sums">) {
  const { createdAt, finishedAt } = run;
  return (
    <div className="summary row">
      <h2 id={`suite-${suite.position}`}>
        {run.live || !sums ? undefined : <Verdict verdict={sums.decision.verdict} of={run} />} {suite.name}
      </h2>
      {finishedAt === undefined ? undefined : (
        <span className="facts" title="from the beginning of the run to its end">
          took {showDuration(finishedAt - createdAt)}
        </span>
      )}
      <div>
        {suite.variants.map(({ title }, index) => {
          const own = sums?.variants[index];
          return own ? (
            <Sums key={title} variant={own} index={index} several={suite.variants.length > 1} />
          ) : (
            <p className="sums row" key={title}>
              {title} …
            </p>
          );
        })}
      </div>
    </div>
  );
}

type VariantAnswer = SuiteAnswer["variants"][number];

function Sums({ variant, index, several }: { variant: VariantAnswer; index: number; several: boolean }) {
  const { title, tally, words } = variant;
  const { passRate, reliability, spent } = words;
  return (
    <>
      <p className="sums row">
        {title === "" ? undefined : <b>{several ? <VariantTitle index={index} title={title} /> : title}</b>}
        {reliability === undefined ? undefined : <b>{reliability}</b>}
        <span>
          pass rate <b>{passRate}</b>
        </span>
        <span>{words.tally}</span>
        <span className="facts">
          cost {spent.cost} · latency {spent.latency} · tokens {spent.tokens}
        </span>
      </p>
      {tally.pending > 0 ? (
        <progress value={tally.planned - tally.pending} max={tally.planned} aria-label={`progress ${title}`.trim()} />
      ) : undefined}
    </>
  );
}

/** What a pass rate does not show: the first remark, and the others on demand. */
function Remarks({ sums: { variants } }: { sums: SuiteAnswer }) {
  const remarks = variants.flatMap(({ title, words }) =>
    words.beyond.map((line) => (variants.length > 1 ? `${title}: ${line}` : line)),
  );
  const [first, ...others] = remarks;
  if (first === undefined) return undefined;
  if (others.length === 0) return <p className="note">{first}</p>;
  return (
    <Fold name="remarks" title={`${first} · ${others.length} more`} open={false}>
      {others.map((line) => (
        <p className="note" key={line}>
          {line}
        </p>
      ))}
    </Fold>
  );
}
