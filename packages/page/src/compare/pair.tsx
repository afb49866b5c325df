import { useContext } from "react";
import { plural } from "../../../vivavoce/src/base/plural.ts";
import { signed } from "../../../vivavoce/src/gate/policy.ts";
import { showInterval, showMeasure, showValue } from "../../../vivavoce/src/report/figures.ts";
import { Capable } from "../data/capabilities.ts";
import { address } from "../data/route.ts";
import { Verdict } from "../parts/mark.tsx";
import { WithCode } from "../parts/waiting.tsx";
import type { PairAnswer, ShownComparison, ShownRefusal } from "./answer.ts";
import { CasePlot } from "./case-plot.tsx";
import { Changes } from "./changes.tsx";
import { type Chosen, chosenPair, compareAddress } from "./chosen.ts";
import { Flips } from "./flips.tsx";
import { Measures } from "./measures.tsx";

interface PairProps {
  pair: PairAnswer;
  chosen: Chosen;
  alone: boolean;
  /** The run's own verdict stands above: another one beside it would be a second verdict on one run. */
  decided: boolean;
}

/** One suite, compared or refused. The verdict stands on top, in words. */
export function Pair({ pair, chosen, alone, decided }: PairProps) {
  const own = chosenPair(pair, chosen, alone);
  return (
    <section className="pair" aria-label={[pair.suite, pair.only.variant].filter(Boolean).join(", ")}>
      <h2>
        {alone ? pair.suite : <a href={compareAddress({ ...own, case: undefined })}>{pair.suite}</a>}
        <span className="sides">
          <Side of={pair} side="before" /> → <Side of={pair} side="after" />
        </span>
      </h2>
      {pair.refused ? <Refused pair={pair} /> : <Comparison pair={pair} chosen={own} decided={decided} />}
    </section>
  );
}

function Side({ of, side }: { of: PairAnswer; side: "before" | "after" }) {
  const { run, variant } = of[side];
  const { live, holds } = useContext(Capable);
  const choice = Object.entries(variant).map(([name, value]) => `${name} ${value}`);
  const words = [`run ${run}`, ...choice].join(" · ");
  // A run's report holds that run, which is the later one.
  const isHeld = live || (side === "after" && holds("run"));
  return isHeld && of.stored[side] ? <a href={address(["run", run])}>{words}</a> : <span>{words}</span>;
}

function Refused({ pair: { refused, remedy, changes, prompts, rewritten } }: { pair: ShownRefusal }) {
  return (
    <>
      <p className="verdict errored">
        <b>NOT COMPARABLE</b> <span>These two results come from different exams.</span>
      </p>
      <ul className="bullets">
        {refused.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>
        <WithCode text={remedy} />
      </p>
      <Changes changes={changes} prompts={prompts} rewritten={rewritten} />
    </>
  );
}

type ComparisonProps = Pick<PairProps, "chosen" | "decided"> & { pair: ShownComparison };

function Comparison({ pair, chosen, decided }: ComparisonProps) {
  const { decision, notes, paired, changes, prompts, rewritten } = pair;
  return (
    <>
      <p className="verdict">
        {decided ? undefined : <Verdict verdict={decision.verdict} />} <span>{decision.reason}</span>
      </p>
      {notes.warnings.map((line) => (
        <p className="warning" key={line}>
          {line}
        </p>
      ))}
      <p className="note">{plural(paired, "case")} in both</p>
      <Measures pair={pair} />
      <Flips pair={pair} chosen={chosen} />
      <CasePlot pair={pair} chosen={chosen} />
      <Changes changes={changes} prompts={prompts} rewritten={rewritten} />
      <Dimensions pair={pair} />
      <Tags pair={pair} />
      <Undecided pair={pair} />
      {[...notes.leftOut, ...notes.scope].length > 0 ? (
        <>
          <h3>Left out</h3>
          <ul className="note">
            {[...notes.leftOut, ...notes.scope].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : undefined}
    </>
  );
}

const changeWords = {
  better: "better",
  worse: "worse",
  noise: "may be noise",
  same: "the same",
  unknown: "not measured",
};
const shown = ({ mean }: { mean: number }) => showValue(mean);

function Dimensions({ pair: { dimensions, notes } }: { pair: ShownComparison }) {
  if (dimensions.length === 0) return undefined;
  return (
    <details className="fold">
      <summary>Dimensions, which do not decide ({dimensions.length})</summary>
      <ul className="rows lined">
        {dimensions.map(({ metric, id, means, max, difference, lo, hi, change }) => (
          <li className="row" key={`${metric} ${id}`}>
            <span className="name">
              <span className="note">{metric}</span> {id}
            </span>
            <span className="number">
              {showMeasure(means.before, shown)} → {showMeasure(means.after, (seen) => `${shown(seen)} of ${max}`)}
            </span>
            <span className="number">{showInterval(difference, { lo, hi }, signed)}</span>
            <span>{changeWords[change]}</span>
          </li>
        ))}
      </ul>
      <p className="note">{notes.dimensions}</p>
    </details>
  );
}

function Tags({ pair: { tags } }: { pair: ShownComparison }) {
  const differing = tags.filter(({ measures }) => measures.some(({ difference = 0 }) => difference !== 0));
  if (tags.length === 0) return undefined;
  return (
    <details className="fold">
      <summary>
        Tags: {differing.length} of {tags.length} differ
      </summary>
      <ul className="rows lined">
        {differing.map(({ tag, cases, measures }) => (
          <li className="row" key={tag}>
            <span className="name">{tag}</span>
            <span className="number">{plural(cases, "case")}</span>
            {measures.map(({ name, difference, lo, hi }) => (
              <span className="number" key={name}>
                {name} {showInterval(difference, { lo, hi }, signed)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Undecided({ pair: { undecided } }: { pair: ShownComparison }) {
  if (undecided.length === 0) return undefined;
  return (
    <details className="fold" open={undecided.length <= 10}>
      <summary>
        {undecided.length} not decided on one side; in the verdict {undecided.length === 1 ? "it counts" : "they count"}{" "}
        against the new run
      </summary>
      <ul>
        {undecided.map(({ caseId, before, after }) => (
          <li key={caseId}>
            <code>{caseId}</code> {before} → {after}
          </li>
        ))}
      </ul>
    </details>
  );
}
