import { scores } from "./scores.ts";
import { drawnCases, drawnClusters, fixedCases, type World } from "./worlds.ts";

export const numbersOfCases = [5, 12, 30, 60, 100, 200];
const numbersOfRepeats = [1, 3, 5];
const rates = [0.5, 0.8, 0.95, 0.98, 1];
const margins = [0.05, 0.2];
const lopsided = [30, ...new Array<number>(9).fill(1)];

export interface Cell {
  world: World;
  margin: number;
}

/** The new run is worse by just the margin, or (with one repeat) nothing changed. In the same order in every thread. */
export function cells(): Cell[] {
  return [
    ...margins.flatMap((margin) => worldsOf(margin, numbersOfRepeats).map((world) => ({ world, margin }))),
    ...worldsOf(0, [1]).map((world) => ({ world, margin: 0.05 })),
  ];
}

function worldsOf(drop: number, repeatsTried: readonly number[]): World[] {
  const worlds = repeatsTried.flatMap((repeats) => [
    ...rates.flatMap((rate) =>
      numbersOfCases.flatMap((n) => {
        const setting = { n, repeats, rate, drop };
        return [...fixedCases(setting), ...drawnCases(setting), ...drawnClusters(setting, equalSizes(n), "clusters")];
      }),
    ),
    ...numbersOfCases.flatMap((n) => scores({ n, repeats, drop })),
    ...rates.flatMap((rate) => drawnClusters({ repeats, rate, drop }, lopsided, "30 + 9 × 1")),
  ]);
  // Where each case is sure of its outcome, repeats are copies.
  return worlds.filter(({ name, repeats }) => repeats === 1 || !name.endsWith("sure"));
}

function equalSizes(n: number): number[] {
  const size = n % 5 === 0 ? 5 : 4;
  return new Array<number>(n / size).fill(size);
}
