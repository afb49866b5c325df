/** A mean from 0 to 1 with its 95 % interval. */
interface Estimate {
  mean?: number | undefined;
  lo?: number | undefined;
  hi?: number | undefined;
}

const width = 120;
const height = 14;
const margin = 5;
const at = (value: number) => Number((margin + value * (width - 2 * margin)).toFixed(1));

/** The interval drawn on a line from 0 to 1. The figures stand beside it, so the picture is for the eye only. */
export function Interval({ estimate }: { estimate: Estimate }) {
  const { mean, lo, hi } = estimate;
  const middle = height / 2;
  return (
    <svg className="interval" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <line className="axis" x1={at(0)} x2={at(1)} y1={middle} y2={middle} />
      <line className="axis" x1={at(0)} x2={at(0)} y1={3} y2={height - 3} />
      <line className="axis" x1={at(1)} x2={at(1)} y1={3} y2={height - 3} />
      {lo === undefined || hi === undefined ? undefined : (
        <line className="range" x1={at(lo)} x2={at(hi)} y1={middle} y2={middle} />
      )}
      {mean === undefined ? undefined : <circle cx={at(mean)} cy={middle} r={4} />}
    </svg>
  );
}
