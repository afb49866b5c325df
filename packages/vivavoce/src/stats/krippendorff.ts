/** One rating of one unit; null, undefined and NaN are ratings that were not given. */
export type Rating = number | string | null | undefined;

/** How ratings differ: only whether (nominal), by rank (ordinal), or by distance (interval). */
export type MeasurementLevel = "nominal" | "ordinal" | "interval";

/** A value, and how often it was given in units that have at least two ratings. */
interface Category {
  value: number | string;
  count: number;
}

/**
 * Krippendorff's α (2011) for any number of raters with gaps: 1 − D_o/D_e over the pairs of ratings within units.
 * Each unit is an array of ratings; units with fewer than two drop out. The difference is 0/1 (nominal), the squared
 * distance in ranks (ordinal) or in values (interval). Undefined without pairs or when all values are equal.
 *
 * @example krippendorffAlpha([[1, 1], [2, 3], [3, 3, null]], "ordinal"); // 0.7778
 */
export function krippendorffAlpha(units: readonly (readonly Rating[])[], level: MeasurementLevel): number | undefined {
  if (level !== "nominal" && level !== "ordinal" && level !== "interval") {
    throw new RangeError(
      `krippendorffAlpha: level is ${JSON.stringify(level)}: pass "nominal", "ordinal" or "interval"`,
    );
  }
  const pairable = units.map((unit) => unit.filter(isGiven)).filter((unit) => unit.length > 1);
  if (level !== "nominal") requireNumeric(pairable);
  const categories = categoriesOf(pairable);
  if (level !== "nominal") categories.sort((left, right) => Number(left.value) - Number(right.value));
  const difference = differences[level](categories);
  const index = new Map(categories.map(({ value }, position) => [value, position]));

  let expected = 0;
  for (const [left, { count }] of categories.entries()) {
    for (const [right, other] of categories.entries()) expected += count * other.count * difference(left, right);
  }
  if (expected === 0) return undefined;

  let observed = 0;
  for (const unit of pairable) {
    const positions = unit.map((value) => index.get(value) ?? 0);
    let sum = 0;
    for (const left of positions) for (const right of positions) sum += difference(left, right);
    observed += sum / (unit.length - 1);
  }
  const n = pairable.flat().length;
  return 1 - ((n - 1) * observed) / expected;
}

type Difference = (left: number, right: number) => number;

const differences: Record<MeasurementLevel, (categories: readonly Category[]) => Difference> = {
  nominal: () => (left, right) => (left === right ? 0 : 1),
  ordinal: (categories) => {
    const ranks = middleRanks(categories);
    return (left, right) => ((ranks[left] ?? 0) - (ranks[right] ?? 0)) ** 2;
  },
  interval: (categories) => {
    const values = categories.map(({ value }) => Number(value));
    return (left, right) => ((values[left] ?? 0) - (values[right] ?? 0)) ** 2;
  },
};

/** Σ of the counts up to a category, its own by half: their distance is (n_c + … + n_k) − (n_c + n_k)/2. */
function middleRanks(categories: readonly Category[]): number[] {
  let below = 0;
  return categories.map(({ count }) => {
    const rank = below + count / 2;
    below += count;
    return rank;
  });
}

function categoriesOf(units: readonly (readonly (number | string)[])[]): Category[] {
  const counts = new Map<number | string, number>();
  for (const value of units.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}

function isGiven(rating: Rating): rating is number | string {
  return rating !== null && rating !== undefined && !Number.isNaN(rating);
}

function requireNumeric(units: readonly (readonly (number | string)[])[]): void {
  for (const value of units.flat()) {
    if (typeof value === "number" && Number.isFinite(value)) continue;
    throw new RangeError(
      `krippendorffAlpha: a rating is ${JSON.stringify(value)}: pass numbers, or the level "nominal"`,
    );
  }
}
