import { plural } from "../../../vivavoce/src/base/plural.ts";
import { showMeasure, unknown } from "../../../vivavoce/src/report/figures.ts";
import { address } from "../data/route.ts";
import { sign, tone } from "../parts/variant.ts";
import type { SuiteTrend } from "./change.ts";
import { rangeOf, TrendPlot } from "./trend-plot.tsx";

/** The pass rate of each suite over its last runs. */
export function Trends({ suites, only }: { suites: readonly SuiteTrend[]; only: string | undefined }) {
  if (suites.length === 0) return undefined;
  // One scale for all: a suite that fell by a tenth must not look like one that fell by half.
  const range = rangeOf(suites.flatMap(({ variants }) => variants.flatMap(({ points }) => points)));
  return (
    <section className="trends" aria-label="pass rate over the last runs">
      {suites.map((trend) => (
        <Trend key={trend.suite} trend={trend} range={range} only={only === trend.suite} />
      ))}
    </section>
  );
}

function Trend({ trend, range, only }: { trend: SuiteTrend; range: ReturnType<typeof rangeOf>; only: boolean }) {
  const { suite, variants, leftOut } = trend;
  const breaks = new Map(
    variants.flatMap(({ points }) =>
      points.flatMap(({ run, breakBefore }) => (breakBefore === undefined ? [] : [[`${run}: ${breakBefore}`, run]])),
    ),
  );
  return (
    <figure className="trend">
      <figcaption>
        <a className="suite-name" href={address([], only ? {} : { suite })}>
          {suite}
        </a>
        <span className="facts"> pass rate{only ? " · show every suite" : ""}</span>
      </figcaption>
      <TrendPlot name={suite} variants={variants} range={range} />
      <ul>
        {variants.map(({ title, points }, index) => (
          <li key={title} className="number">
            <span className={tone(index)} aria-hidden="true">
              {sign(index)}
            </span>{" "}
            {variants.length > 1 ? `${title} ` : ""}
            {newest(points)}
            <span className="facts"> after {plural(points.length, "run")}</span>
          </li>
        ))}
      </ul>
      {breaks.size > 0 || leftOut.length > 0 ? (
        <details className="note">
          <summary>
            {[
              ...(breaks.size > 0 ? [plural(breaks.size, "break")] : []),
              ...(leftOut.length > 0 ? [`${plural(leftOut.length, "run")} left out`] : []),
            ].join(", ")}
          </summary>
          <ul>
            {[...breaks.keys()].map((words) => (
              <li key={words}>┊ before run {words}</li>
            ))}
            {leftOut.slice(0, 20).map(({ run, why }) => (
              <li key={run}>
                run {run} is left out: {why}
              </li>
            ))}
          </ul>
        </details>
      ) : undefined}
    </figure>
  );
}

function newest(points: SuiteTrend["variants"][number]["points"]): string {
  const point = points.findLast(({ observed }) => observed);
  return point ? showMeasure(point) : unknown;
}
