/** A value from 0 to 1 with its 95 % interval. */
interface Estimate {
  mean?: number | undefined;
  lo?: number | undefined;
  hi?: number | undefined;
}

const [height, margin] = [16, 6];

interface IntervalProps {
  estimate: Estimate;
  /** That of people, above it. */
  people?: Estimate | undefined;
  width?: number;
}

/** The interval drawn on a line from 0 to 1. The figures stand beside it, so the picture is for the eye only. */
export function Interval({ estimate: { mean, lo, hi }, people, width = 120 }: IntervalProps) {
  const at = (value = 0) => Number((margin + Math.max(0, Math.min(1, value)) * (width - 2 * margin)).toFixed(1));
  const y = 10;
  return (
    <svg className="interval" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <line className="axis" x1={at(0)} x2={at(1)} y1={y} y2={y} />
      {[0, 0.5, 1].map((tick) => (
        <line className="axis" key={tick} x1={at(tick)} x2={at(tick)} y1={y - 3} y2={y + 3} />
      ))}
      {lo === undefined || hi === undefined ? undefined : (
        <line className="range" x1={at(lo)} x2={at(hi)} y1={y} y2={y} />
      )}
      {mean === undefined ? undefined : <circle cx={at(mean)} cy={y} r={4} />}
      {people ? (
        <>
          <line className="people" x1={at(people.lo)} x2={at(people.hi)} y1={3} y2={3} />
          <path className="people" d={`M${at(people.mean)} 0l3 3l-3 3l-3 -3z`} />
        </>
      ) : undefined}
    </svg>
  );
}
