import { showMeasure, showSpent } from "../../../vivavoce/src/report/figures.ts";
import type { AnswerOf } from "../data/load.ts";
import { address } from "../data/route.ts";
import { Interval } from "../parts/interval.tsx";
import { Verdict } from "../parts/mark.tsx";
import { Commit, kindsOf, When } from "../parts/run-facts.tsx";

export type Run = AnswerOf<"runs">["runs"][number];
type Suite = Run["suites"][number];

/** A run in the list: when, why, from what, and what came of it. */
export function RunLine({ run, chosen, choose }: { run: Run; chosen: boolean; choose(id: string): void }) {
  const { id, createdAt, note, commit, notice } = run;
  return (
    <li data-run={id} className="run">
      <div className="run-head">
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
        <span className="cost" title="the agent's cost">
          {costOf(run)}
        </span>
      </div>
      {run.live ? <Progress run={run} /> : undefined}
      {run.suites.map((suite) => (
        <SuiteLine key={suite.position} run={run} suite={suite} />
      ))}
      {notice === undefined ? undefined : <p className="note">{notice}</p>}
    </li>
  );
}

function SuiteLine({ run, suite }: { run: Run; suite: Suite }) {
  const { position, name, verdict, reason, variants } = suite;
  return (
    <div className="suite-line">
      <a
        className="suite-name"
        href={address(["run", run.id], { suite: position === 0 ? undefined : String(position) })}
      >
        {name}
      </a>
      <div className="rates">
        {variants.map(({ title, passRate }) => (
          <span className="rate number" key={title}>
            <Interval estimate={passRate.observed ?? {}} /> {showMeasure(passRate)}
            {title === "" ? undefined : <span className="facts"> {title}</span>}
          </span>
        ))}
      </div>
      <span className="decision">
        {/* A run that goes on has no verdict yet. */}
        {run.live ? "no verdict yet" : <Verdict verdict={verdict} />}{" "}
        {run.live ? undefined : <span className="facts">{reason}</span>}
      </span>
    </div>
  );
}

function Progress({ run }: { run: Run }) {
  const tallies = run.suites.flatMap(({ variants }) => variants.map(({ tally }) => tally));
  const sum = (of: (tally: (typeof tallies)[number]) => number) =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const [planned, pending, failed] = [sum((one) => one.planned), sum((one) => one.pending), sum((one) => one.failed)];
  const done = planned - pending;
  return (
    <div className="run-progress">
      <progress value={done} max={planned} aria-label={`progress of run ${run.id}`} />
      <span className="facts">
        {done} of {planned} trials{failed > 0 ? `, ${failed} failed` : ""}
      </span>
    </div>
  );
}

/** The cost of all suites. A suite whose cost is not known makes the sum unknown. */
function costOf({ suites }: Run): string {
  const variants = suites.flatMap((suite) => suite.variants);
  const costs = variants.map(({ cost }) => cost);
  const cost = costs.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);
  return showSpent({ cost, unpriced: variants.reduce((sum, { unpriced = 0 }) => sum + unpriced, 0) });
}
