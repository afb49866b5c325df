/** The two ends of an interval. */
export interface Interval {
  /** The lower end. */
  lo: number;
  /** The upper end. */
  hi: number;
}

/** An estimate with as much on either side: centre ± halfWidth. */
export function around(centre: number, halfWidth: number): Interval {
  return { lo: centre - halfWidth, hi: centre + halfWidth };
}
