import { signed } from "../../../vivavoce/src/gate/policy.ts";
import { showDuration, showInterval, showMean, showSpent } from "../../../vivavoce/src/report/figures.ts";
import type { AnswerOf } from "../data/load.ts";
import { address } from "../data/route.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Verdict } from "../parts/mark.tsx";
import { Wide } from "../parts/wide.tsx";
import type { CompareAnswer, ShownComparison } from "./answer.ts";
import { type Chosen, compareAddress } from "./chosen.ts";

type Runs = AnswerOf<"runs">["runs"];

/** Runs by figures: the first is the reference, each of the others has its paired difference from it below its mean. */
export function Several({ chosen, shown, version }: Omit<OtherProps, "run" | "runs">) {
  const { answer } = useAnswer("runs", {}, version);
  if (!answer) return undefined;
  return (
    <Wide label="the runs side by side">
      <table className="several">
        <caption className="unseen">The chosen runs, each compared with the first</caption>
        <thead>
          <tr>
            <th scope="col">run</th>
            <th scope="col">against the first</th>
            <th scope="col">cost of the agent</th>
            <th scope="col">took</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <RunCell run={chosen.before} />
            <td>the reference</td>
            <Spent run={chosen.before} runs={answer.runs} suite={chosen.suite} />
          </tr>
          {chosen.others.map((run) => (
            <Other run={run} runs={answer.runs} chosen={chosen} shown={shown} version={version} key={run} />
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function RunCell({ run }: { run: string }) {
  return (
    <th scope="row">
      <a href={address(["run", run])}>{run}</a>
    </th>
  );
}

interface OtherProps {
  run: string;
  runs: Runs;
  chosen: Chosen;
  /** The comparison that stands below. */
  shown: CompareAnswer | undefined;
  version: number;
}

function Other({ run, runs, chosen, shown, version }: OtherProps) {
  const { before, suite, variant } = chosen;
  const isShown = run === chosen.after;
  // What stands below is not asked for twice.
  const asked = useAnswer("compare", isShown ? undefined : { before, after: run, suite, variant }, version);
  const { answer, error } = isShown ? { answer: shown, error: undefined } : asked;
  return (
    <tr className={isShown ? "here" : undefined}>
      <RunCell run={run} />
      <td>
        {isShown ? undefined : (error ?? answer?.problem?.message)}
        {answer?.suites.map((pair) => (
          <div key={`${pair.suite} ${pair.only.variant}`}>
            {pair.suite}: {pair.refused ? `not comparable: ${pair.refused.join("; ")}` : <Deciding pair={pair} />}
          </div>
        ))}
        {isShown ? (
          <span className="note">shown below</span>
        ) : (
          <a href={compareAddress({ ...chosen, after: run })}>show below</a>
        )}
      </td>
      <Spent run={run} runs={runs} suite={suite} />
    </tr>
  );
}

/** The deciding measure of a suite: both means, and the paired difference. */
function Deciding({ pair: { measures, primary, decision } }: { pair: ShownComparison }) {
  const measure = measures.find(({ name }) => name === primary);
  if (!measure) return <>not measured</>;
  return (
    <>
      <Verdict verdict={decision.verdict} /> {measure.name} {showMean(measure.means.before)} →{" "}
      {showMean(measure.means.after)}, {showInterval(measure.difference, measure, signed)}
    </>
  );
}

/** What the run cost and how long it took; a baseline and an older run than the list has do not say. */
function Spent({ run, runs, suite }: { run: string; runs: Runs; suite: string | undefined }) {
  const found = runs.find(({ id }) => id === run);
  if (!found) return <td colSpan={2}>not in the list of runs</td>;
  const variants = found.suites.filter(({ name }) => !suite || name === suite).flatMap((one) => one.variants);
  const costs = variants.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length === 0 ? undefined : costs.reduce((sum, one) => sum + one, 0);
  const unpriced = variants.reduce((sum, one) => sum + (one.unpriced ?? 0), 0);
  return (
    <>
      <td className="number">{showSpent({ cost, unpriced })}</td>
      <td className="number">
        {found.finishedAt === undefined ? "not finished" : showDuration(found.finishedAt - found.createdAt)}
      </td>
    </>
  );
}
