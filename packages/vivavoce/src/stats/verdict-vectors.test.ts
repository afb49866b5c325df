import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as stats from "./index.ts";

interface Vector {
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
}

const vectors = JSON.parse(
  readFileSync(new URL("./fixtures/verdicts.json", import.meta.url), "utf8"),
) as readonly Vector[];

const readings: Record<string, (inputs: never) => object | undefined> = {
  bounded: ({ values, ...options }: stats.BoundedMeanOptions & { values: number[] }) =>
    stats.boundedMean(values, options),
  noninf: ({ differences, ...options }: stats.NonInferiorMeanOptions & { differences: number[] }) =>
    stats.nonInferiorMean(differences, options),
  passhat: ({ cases, ...options }: stats.PassHatOptions & { cases: (number | null)[][] }) =>
    stats.passHat(cases, options),
  plan: ({ differences, ...goal }: stats.PlanGoal & { differences: number[] }) => stats.plan(differences, goal),
};

/** What the gate makes of several measures and of missing trials is tested where the gate is. */
const testedInGate = "decide";

describe("every vector of verdicts", () => {
  for (const { id, inputs, outputs } of vectors) {
    const kind = id.split(".")[0] ?? id;
    if (kind === testedInGate) continue;
    test(id, () => {
      const actual = readings[kind]?.(inputs as never) as Record<string, unknown>;
      expect(Object.keys(actual).sort()).toEqual(Object.keys(outputs).sort());
      for (const [name, expected] of Object.entries(outputs)) {
        if (typeof expected === "number") expect(actual[name], name).toBeCloseTo(expected, 11);
        else expect(actual[name], name).toBe(expected);
      }
    });
  }
});
