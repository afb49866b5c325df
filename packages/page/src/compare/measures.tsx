import { plural } from "../../../vivavoce/src/base/plural.ts";
import { showP, signed } from "../../../vivavoce/src/gate/policy.ts";
import { showInterval, showMean } from "../../../vivavoce/src/report/figures.ts";
import { Verdict } from "../parts/mark.tsx";
import type { ShownComparison } from "./answer.ts";

type Measure = ShownComparison["measures"][number];

/** Every measure: both runs as they show themselves, and the paired difference with its interval beside the margin. */
export function Measures({ pair: { measures, decision, notes } }: { pair: ShownComparison }) {
  const verdictOf = (name: string) => decision.measures.find((one) => one.name === name);
  const reach = Math.max(
    0.1,
    ...measures.flatMap(({ lo = 0, hi = 0, margin }) => [Math.abs(lo), Math.abs(hi), margin]),
  );
  return (
    <>
      <h3>Measures</h3>
      <ul className="measures lined">
        {measures.map((measure) => {
          const decided = verdictOf(measure.name);
          return (
            <li key={measure.name} className={measure.role}>
              <span className="name">
                {measure.role === "primary" ? (
                  <span title="decides" className="decides">
                    ▸{" "}
                  </span>
                ) : undefined}
                {measure.name}
                {measure.role === "secondary" ? <span className="note"> secondary</span> : undefined}
              </span>
              <Means
                before={measure.means.before.observed?.mean}
                after={measure.means.after.observed?.mean}
                difference={measure.difference}
              />
              <Difference measure={measure} reach={reach} />
              <span className="number figures">
                <span>
                  {seen(measure.means.before)} → {seen(measure.means.after)}
                </span>
                <span>
                  {measure.difference === undefined
                    ? "no case has a value in both"
                    : `${showInterval(measure.difference, measure, signed)} in ${plural(measure.inBoth, "case")}`}
                </span>
                <span className="note bound">
                  bound: at worst {signed(measure.lower)}
                  {measure.difference === undefined ? "" : `, p ${showP(measure.adjustedP ?? measure.p)}`}
                </span>
              </span>
              {decided && decision.measures.length > 1 ? (
                <span className="decided facts">
                  <Verdict verdict={decided.verdict} /> {decided.reason}
                </span>
              ) : undefined}
            </li>
          );
        })}
      </ul>
      <p className="legend row">
        <span>○ before ● after</span>
        <span>line: the 95 % interval of the difference</span>
        <span>shaded: within the margin</span>
      </p>
      {notes.table.map((line) => (
        <p className="note" key={line}>
          {line}
        </p>
      ))}
    </>
  );
}

/** A run that did not play a measure's cases has no figure. */
const seen = (mean: Parameters<typeof showMean>[0]) =>
  `${showMean(mean)}${mean.observed ? "" : mean.pending > 0 ? " (not played)" : " (not measured)"}`;

const wide = 160;
const tall = 18;
const edge = 7;
const place = (share: number) => Number((edge + share * (wide - 2 * edge)).toFixed(1));

function tone(difference = 0): string {
  return Math.abs(difference) < 1e-9 ? "same" : difference < 0 ? "worse" : "better";
}

interface MeansProps {
  before: number | undefined;
  after: number | undefined;
  /** Its sign says whether it is worse or better. */
  difference: number | undefined;
}

/** Both values on a line from 0 to 1. */
export function Means({ before, after, difference }: MeansProps) {
  const [from, to] = [before, after].map((value) => (value === undefined ? undefined : place(value)));
  return (
    <svg className={`wide-picture ${tone(difference)}`} viewBox={`0 0 ${wide} ${tall}`} aria-hidden="true">
      <line className="axis" x1={place(0)} x2={place(1)} y1={9} y2={9} />
      {from === undefined || to === undefined ? undefined : <line className="way" x1={from} x2={to} y1={9} y2={9} />}
      {from === undefined ? undefined : <circle className="before" cx={from} cy={9} r={4.5} />}
      {to === undefined ? undefined : <circle className="after" cx={to} cy={9} r={4} />}
    </svg>
  );
}

/** The difference with its interval; zero is the line in the middle, and the margin is shaded. */
function Difference({ measure: { difference, lo, hi, margin }, reach }: { measure: Measure; reach: number }) {
  const at = (value: number) => place((Math.max(-reach, Math.min(reach, value)) / reach + 1) / 2);
  return (
    <svg className={`wide-picture difference ${tone(difference)}`} viewBox={`0 0 ${wide} ${tall}`} aria-hidden="true">
      <rect className="margin" x={at(-margin)} y={1} width={Math.max(1, at(0) - at(-margin))} height={tall - 2} />
      <line className="zero" x1={at(0)} x2={at(0)} y1={0} y2={tall} />
      {lo === undefined || hi === undefined ? undefined : (
        <line className="range" x1={at(lo)} x2={at(hi)} y1={9} y2={9} />
      )}
      {difference === undefined ? undefined : <circle className="after" cx={at(difference)} cy={9} r={4} />}
    </svg>
  );
}
