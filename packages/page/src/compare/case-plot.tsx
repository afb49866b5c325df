import { showValue } from "../../../vivavoce/src/report/figures.ts";
import type { ShownComparison } from "./answer.ts";
import { type Chosen, compareAddress } from "./chosen.ts";
import { Means } from "./measures.tsx";

type Paired = ShownComparison["values"][number];
/** A case with a value on both sides. */
type Value = Paired & { before: number; after: number };

const wide = 240;
const tall = 130;
const left = 34;
const high = (value: number) => Number((tall - 12 - value * (tall - 24)).toFixed(1));
const mostRows = 60;

/** The deciding measure case by case: a line from before to after, as thick as there are cases on it. */
export function CasePlot({ pair, chosen }: { pair: ShownComparison; chosen: Chosen }) {
  const { values: all, primary, flips } = pair;
  if (all.length === 0) return undefined;
  const isWhole = ({ before, after }: Paired) => before !== undefined && after !== undefined;
  const values = all.filter((one): one is Value => isWhole(one));
  const without = all.length - values.length;
  const change = ({ before, after }: Value) => after - before;
  const changed = values.filter((value) => Math.abs(change(value)) > 1e-9).sort((a, b) => change(a) - change(b));
  const worse = changed.filter((value) => change(value) < 0).length;
  const flipped = new Set(flips.map(({ caseId }) => caseId));
  return (
    <>
      <h3>
        Cases by {primary}{" "}
        <span className="note">
          {worse} worse, {changed.length - worse} better, {values.length - changed.length} the same
          {without > 0 ? `, ${without} without a value on one side` : ""}
        </span>
      </h3>
      <div className="case-plot">
        <Slopes values={values} />
        <ul className="dumbbells">
          {changed.slice(0, mostRows).map((value) => (
            <li key={value.caseId}>
              <span className="name">
                {flipped.has(value.caseId) ? (
                  <a href={compareAddress({ ...chosen, case: value.caseId })}>{value.caseId}</a>
                ) : (
                  value.caseId
                )}
                {value.missing > 0 ? <span className="note"> {value.missing} missing</span> : undefined}
              </span>
              <Means before={value.before} after={value.after} difference={change(value)} />
              <span className="number">
                {showValue(value.before)} → {showValue(value.after)}
              </span>
            </li>
          ))}
          {changed.length > mostRows ? <li className="note">… {changed.length - mostRows} more</li> : undefined}
        </ul>
      </div>
    </>
  );
}

function Slopes({ values }: { values: readonly Value[] }) {
  const rounded = (value: number) => Math.round(value * 50) / 50;
  const groups = [...Map.groupBy(values, ({ before, after }) => `${rounded(before)} ${rounded(after)}`)];
  const right = wide - left;
  const words = groups.map(([key, own]) => {
    const [before, after] = key.split(" ").map(Number) as [number, number];
    return { before, after, count: own.length, tone: after < before ? "worse" : after > before ? "better" : "same" };
  });
  return (
    <svg className="wide-picture" viewBox={`0 0 ${wide} ${tall}`} aria-hidden="true">
      {[0, 0.5, 1].map((value) => (
        <g key={value}>
          <line className="axis" x1={left} x2={right} y1={high(value)} y2={high(value)} />
          <text x={left - 6} y={high(value) + 3} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {words.map(({ before, after, count, tone }) => (
        <g className={tone} key={`${before} ${after}`}>
          <line
            className="way"
            x1={left}
            x2={right}
            y1={high(before)}
            y2={high(after)}
            strokeWidth={Math.min(9, 1 + Math.sqrt(count) * 0.8)}
          />
          <circle className="before" cx={left} cy={high(before)} r={3.5} />
          <circle className="after" cx={right} cy={high(after)} r={3.5} />
          {count > 1 ? (
            <text x={right + 8} y={high(after) + (tone === "worse" ? 9 : tone === "better" ? -3 : 3)}>
              {count}
            </text>
          ) : undefined}
        </g>
      ))}
    </svg>
  );
}
