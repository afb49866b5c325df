import { showRate } from "../../../vivavoce/src/report/figures.ts";
import type { PlottedMeasure } from "../../../vivavoce/src/report/views/measures-view.ts";
import { keyed } from "../parts/keyed.tsx";
import { tone } from "../parts/variant.ts";

const [width, rowHeight, margin, barWidth] = [300, 20, 6, 6] as const;
const round = (value: number) => Number(value.toFixed(2));
const at = (value: number) => round(margin + value * (width - 2 * margin));

/** The scale above the plots. */
export function PlotScale() {
  return (
    <svg className="plot wide-picture" viewBox={`0 0 ${width} 12`} aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <text key={tick} x={at(tick)} y={10} textAnchor="middle">
          {tick}
        </text>
      ))}
    </svg>
  );
}

/** One measure: for each variant the mean as a dot, its interval as a line, and behind them where the cases lie. */
export function MetricPlot({ name, measures }: { name: string; measures: readonly PlottedMeasure[] }) {
  const height = rowHeight * measures.length;
  const threshold = measures.find((one) => one.threshold !== undefined)?.threshold;
  const said = measures.map(({ mean }) => (mean === undefined ? "no value" : showRate(mean))).join(", ");
  return (
    <svg className="plot wide-picture" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${name}: ${said}`}>
      {[0, 0.5, 1].map((tick) => (
        <line key={tick} className="axis" x1={at(tick)} x2={at(tick)} y1={0} y2={height} />
      ))}
      {threshold === undefined ? undefined : (
        <line className="threshold" x1={at(threshold)} x2={at(threshold)} y1={0} y2={height} />
      )}
      {keyed(measures, (measure, index) => (
        <g className={tone(index)}>
          <PlotRow measure={measure} top={index * rowHeight} />
        </g>
      ))}
    </svg>
  );
}

function PlotRow({ measure, top }: { measure: PlottedMeasure; top: number }) {
  const { mean, lo, hi, bins } = measure;
  if (mean === undefined) return undefined;
  const middle = top + rowHeight / 2;
  return (
    <>
      {bins ? <path className="shape" d={barsOf(bins, top + rowHeight - 1)} /> : undefined}
      {lo === undefined || hi === undefined ? undefined : (
        <line className="range" x1={at(lo)} x2={at(hi)} y1={middle} y2={middle} />
      )}
      <circle cx={at(mean)} cy={middle} r={4.5} />
    </>
  );
}

/** How many cases have about this value, as a shape behind the dot. */
export function barsOf(bins: readonly number[], bottom: number): string {
  const most = Math.max(...bins);
  return bins
    .map((count, bin) => {
      if (count === 0) return "";
      // A single case among thousands still shows.
      const height = round(Math.max(1.5, (count / most) * (rowHeight - 4)));
      return `M${round(at(bin / (bins.length - 1)) - barWidth / 2)} ${bottom}v-${height}h${barWidth}v${height}z`;
    })
    .join("");
}
