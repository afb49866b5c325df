import type { ReactNode } from "react";
import { showMeasure } from "../../../vivavoce/src/report/figures.ts";
import type { AnswerOf } from "../data/load.ts";
import { keyed } from "../parts/keyed.tsx";
import { sign, tone } from "../parts/variant.ts";
import { Wide } from "../parts/wide.tsx";
import { MetricPlot, PlotScale } from "./metric-plot.tsx";

export type SuiteAnswer = AnswerOf<"run">["suites"][number];
export type OutlinedSuite = AnswerOf<"outline">["suites"][number];
export type Measures = AnswerOf<"measures">;
type Sum = SuiteAnswer["variants"][number]["passRate"];

/** The names of variants above their figures. */
export function VariantTitles({ titles }: { titles: readonly string[] }) {
  if (titles.length < 2) return <th scope="col">mean [95 %]</th>;
  return titles.map((title, index) => (
    <th scope="col" key={title}>
      <VariantTitle index={index} title={title} />
    </th>
  ));
}

/** A variant's name in its colour, with its sign. */
export function VariantTitle({ index, title }: { index: number; title: string }) {
  return (
    <span className={tone(index)}>
      <span aria-hidden="true">{sign(index)}</span> {title}
    </span>
  );
}

interface MetricTableProps {
  suite: OutlinedSuite;
  /** Undefined while they are computed; the table keeps their place. */
  sums: SuiteAnswer | undefined;
  measures: Measures | undefined;
}

/** The pass rate and every metric with their intervals, one column of figures for each variant. */
export function MetricTable({ suite, sums, measures }: MetricTableProps) {
  const { metrics, variants } = suite;
  const row = (metric: number) =>
    variants.map((_, variant) => ({
      sum: sums?.variants[variant]?.metrics[metric] ?? nothing,
      bins: measures?.bins[variant]?.[metric],
      threshold: measures?.thresholds[metric] ?? undefined,
    }));
  return (
    <>
      <Wide label="metrics">
        <table className="plots">
          <thead>
            <tr>
              <td />
              <td>
                <PlotScale />
              </td>
              <VariantTitles titles={variants.map(({ title }) => title)} />
            </tr>
          </thead>
          <tbody>
            <MeasureRow
              name="pass rate"
              sums={variants.map((_, variant) => ({ sum: sums?.variants[variant]?.passRate ?? nothing }))}
            >
              <b>pass rate</b>
            </MeasureRow>
            {metrics.map(({ name, judged, gating }, index) => (
              <MeasureRow key={name} name={name} sums={row(index)}>
                {gating ? name : `(${name})`}
                {judged ? (
                  <span className="facts" title="scored by a judge">
                    °
                  </span>
                ) : undefined}
              </MeasureRow>
            ))}
          </tbody>
        </table>
      </Wide>
      <p className="note">
        The dot is the mean over cases, the line its 95 % interval, the shape behind it where the cases lie, the dashed
        line the threshold. ° scored by a judge, the others by code. (In brackets: reported, decides nothing.)
      </p>
    </>
  );
}

const nothing: Figured = { observed: undefined, cases: 0, missed: 0, missing: 0, pending: 0 };
type Figured = Pick<Sum, "observed" | "cases" | "missed" | "missing" | "pending">;
type Plotted = { sum: Figured; bins?: readonly number[] | undefined; threshold?: number | undefined };

function MeasureRow({ name, sums, children }: { name: string; sums: readonly Plotted[]; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td>
        <MetricPlot
          name={name}
          measures={sums.map(({ sum, ...shape }) => ({ ...unplotted, ...sum.observed, ...shape }))}
        />
      </td>
      {keyed(sums, ({ sum }) => (
        <Figures sum={sum} />
      ))}
    </tr>
  );
}

const unplotted = { mean: undefined, lo: undefined, hi: undefined };

function Figures({ sum }: { sum: Figured }) {
  const { observed, missed } = sum;
  const [value, rest = ""] = showMeasure(sum).split(/(?= \[|,)(.*)/);
  return (
    <td className="number">
      {value}
      <small>{rest}</small>
      {observed ? <small> · {missed > 0 ? `${missed} of ${observed.cases} miss` : observed.cases}</small> : undefined}
    </td>
  );
}
