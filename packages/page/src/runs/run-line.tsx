import {
  showCount,
  showDuration,
  showMeasure,
  showSpent,
  showValue,
  unknown,
} from "../../../vivavoce/src/report/figures.ts";
import { urgency } from "../../../vivavoce/src/report/status-marks.ts";
import type { AnswerOf } from "../data/load.ts";
import { address } from "../data/route.ts";
import { Interval } from "../parts/interval.tsx";
import { Mark, Verdict } from "../parts/mark.tsx";
import { Commit, kindsOf, When } from "../parts/run-facts.tsx";
import { tone } from "../parts/variant.ts";
import { type Baseline, baselineOf, type Change, changeIn, type SuiteTrend } from "./change.ts";

export type Run = AnswerOf<"runs">["runs"][number];
type Suite = Run["suites"][number];

interface RunLineProps {
  run: Run;
  chosen: boolean;
  choose(id: string): void;
  trends?: readonly SuiteTrend[] | undefined;
  baselines?: readonly Baseline[];
}

/** A run in the list: when, why, from what, and what came of it. */
export function RunLine({ run, chosen, choose, trends = [], baselines = [] }: RunLineProps) {
  const { id, createdAt, finishedAt, note, commit, notice } = run;
  return (
    <li data-run={id} className="run">
      <div className="run-head row">
        <input type="checkbox" aria-label={`compare run ${id}`} checked={chosen} onChange={() => choose(id)} />
        <a className="id" href={address(["run", id])} data-step="">
          {id}
        </a>
        <When at={createdAt} />
        {kindsOf(run).map((kind) => (
          <span className="badge" key={kind}>
            {kind}
          </span>
        ))}
        <Commit commit={commit} />
        {note ? <span className="run-note">{note}</span> : undefined}
        <span className="cost facts number end-of-row">
          {finishedAt === undefined ? "" : `took ${showDuration(finishedAt - createdAt)} · `}cost {costOf(run)}
        </span>
      </div>
      {run.progress ? (
        <div className="run-progress row">
          <progress value={run.progress.finished} max={run.progress.planned} aria-label={`progress of run ${id}`} />
          <span className="facts">{run.progress.text}</span>
        </div>
      ) : undefined}
      {run.suites.map((suite) => (
        <SuiteLine
          key={suite.position}
          {...{ run, suite, baselines }}
          trend={trends.find((one) => one.suite === suite.name)}
        />
      ))}
      {notice === undefined ? undefined : <p className="note">{notice}</p>}
    </li>
  );
}

/** What stands in the columns below. */
export function ColumnHeads() {
  return (
    <div className="suite-line run-columns facts" aria-hidden="true">
      <span>suite</span>
      <div className="rates">
        <div className="rate">
          <span />
          <span>pass rate [95 %]</span>
          <span>trials</span>
          <span>run before</span>
          <span>baseline</span>
        </div>
      </div>
      <span className="decision">verdict</span>
    </div>
  );
}

interface SuiteLineProps {
  run: Run;
  suite: Suite;
  trend: SuiteTrend | undefined;
  baselines: readonly Baseline[];
}

function SuiteLine({ run, suite, trend, baselines }: SuiteLineProps) {
  const { position, name, verdict, reason, variants } = suite;
  const baseline = baselineOf(baselines, name);
  const marks = baselines.filter((one) => one.run === run.id && one.suite === name).map((one) => one.name);
  return (
    <div className="suite-line">
      <div>
        <a
          className="suite-name"
          href={address(["run", run.id], { suite: position === 0 ? undefined : String(position) })}
        >
          {name}
        </a>
        {[...new Set(marks)].map((mark) => (
          <span className="badge" key={mark}>
            baseline {mark}
          </span>
        ))}
      </div>
      <div className="rates">
        {variants.map(({ title, passRate, tally }, index) => (
          <div className="rate number" key={title}>
            <span className={tone(placeIn(trend, title) ?? index)}>
              <Interval estimate={passRate.observed ?? {}} />
            </span>
            <span>
              {showMeasure(passRate)}
              {title === "" ? undefined : <span className="facts"> {title}</span>}
            </span>
            <Counts tally={tally} />
            <Changed change={changeIn(trend, { run: run.id, title })} run={run.id} what="the run before" />
            <Changed
              change={baseline && changeIn(trend, { run: run.id, title, from: baseline.run })}
              run={run.id}
              what={`baseline ${baseline?.name}`}
            />
          </div>
        ))}
      </div>
      <span className="decision">
        {/* A run that goes on has no verdict yet. */}
        {run.live ? "no verdict yet" : <Verdict verdict={verdict} of={run} />}{" "}
        {run.live ? undefined : <span className="facts">{reason}</span>}
      </span>
    </div>
  );
}

/** A variant has the colour that it has in its suite's history. */
function placeIn(trend: SuiteTrend | undefined, title: string): number | undefined {
  const place = trend?.variants.findIndex((one) => one.title === title) ?? -1;
  return place < 0 ? undefined : place;
}

/** How many trials ended how, without zeros. */
function Counts({ tally }: { tally: Suite["variants"][number]["tally"] }) {
  return (
    <span className="counts row">
      {urgency
        .filter((status) => tally[status] > 0)
        .map((status) => (
          <span key={status}>
            <Mark status={status} />
            {showCount(tally[status])}
          </span>
        ))}
    </span>
  );
}

/** A difference of pass rates, which leads to the comparison with its interval. */
function Changed({ change, run, what }: { change: Change | undefined; run: string; what: string }) {
  if (!change) return <span className="facts">{unknown}</span>;
  if ("why" in change)
    return (
      <span className="facts" title={`Not comparable with ${what}, run ${change.from}: ${change.why}`}>
        not comparable
      </span>
    );
  const words = `${change.by < 0 ? "−" : "+"}${showValue(Math.abs(change.by))}`;
  return (
    <a
      href={address(["compare", change.from, run])}
      title={`against ${what}, run ${change.from}`}
      className={change.by < 0 ? "change-down" : undefined}
    >
      {words}
      <span className="unseen"> against {what}</span>
    </a>
  );
}

/** The cost of all suites. A suite whose cost is not known makes the sum unknown. */
function costOf({ suites }: Run): string {
  const variants = suites.flatMap((suite) => suite.variants);
  const costs = variants.map(({ cost }) => cost);
  const cost = costs.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
  return showSpent({ cost, unpriced: variants.reduce((sum, { unpriced = 0 }) => sum + unpriced, 0) });
}
