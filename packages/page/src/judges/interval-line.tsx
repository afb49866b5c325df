interface Drawn {
  value: number;
  lo: number;
  hi: number;
}

const width = 240;
const height = 16;
const margin = 6;
const at = (value: number) => Number((margin + Math.max(0, Math.min(1, value)) * (width - 2 * margin)).toFixed(1));

/** An interval on a line from 0 to 1, and above it that of people. The figures stand beside it as text. */
export function IntervalLine({ figure, ceiling }: { figure: Drawn; ceiling?: Drawn | undefined }) {
  const y = 10;
  return (
    <svg className="line" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <line className="axis" x1={at(0)} x2={at(1)} y1={y} y2={y} />
      {[0, 0.5, 1].map((tick) => (
        <line className="axis" key={tick} x1={at(tick)} x2={at(tick)} y1={y - 3} y2={y + 3} />
      ))}
      <line className="range" x1={at(figure.lo)} x2={at(figure.hi)} y1={y} y2={y} />
      <circle cx={at(figure.value)} cy={y} r={4} />
      {ceiling ? (
        <>
          <line className="people" x1={at(ceiling.lo)} x2={at(ceiling.hi)} y1={3} y2={3} />
          <path className="people" d={`M${at(ceiling.value)} 0l3 3l-3 3l-3 -3z`} />
        </>
      ) : undefined}
    </svg>
  );
}
