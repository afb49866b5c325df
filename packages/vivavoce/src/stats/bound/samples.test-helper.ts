import fc from "fast-check";

export const manyDraws = { numRuns: 400 };

/** Pass or fail, thirds, scores near the ceiling, any score, and numbers at the edge of what a computer can hold. */
export const score = fc.oneof(
  fc.constantFrom(0, 1),
  fc.constantFrom(0, 1 / 3, 2 / 3, 1),
  fc.double({ min: 0.95, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(Number.MIN_VALUE, 1e-300, 1e-12, 1 - 2 ** -53),
);
export const difference = fc.tuple(score, score).map(([after, before]) => after - before);

export interface Sample {
  values: number[];
  clusters: (string | undefined)[] | undefined;
}

const name = fc.constantFrom(undefined, "large", "large", "large", "small", "other");

/** Values with clusters of any size, or with none. */
export function sampleOf(value: fc.Arbitrary<number>): fc.Arbitrary<Sample> {
  return fc.array(fc.tuple(value, name), { minLength: 1, maxLength: 40 }).chain((rows) =>
    fc.boolean().map((clustered) => ({
      values: rows.map(([one]) => one),
      clusters: clustered ? rows.map(([, cluster]) => cluster) : undefined,
    })),
  );
}
