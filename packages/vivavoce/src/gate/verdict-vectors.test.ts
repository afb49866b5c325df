import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Cell, Verdict } from "../shape/index.ts";
import { effective } from "./policy.ts";
import { pairedUnits, testMeasure, worstVerdict } from "./test-measure.ts";

interface Side {
  before: (number | null)[][];
  after: (number | null)[][];
  planned: number;
}
interface Vector {
  id: string;
  inputs: { primary: Side; secondaries: Side[]; margin: number };
  outputs: {
    verdict: Verdict;
    /** Left out where too much is missing to test anything. */
    primary?: Verdict;
    secondaries?: Verdict[];
    pNotWorse?: number[];
    pWorse?: number[];
  };
}

const vectors: Vector[] = JSON.parse(
  readFileSync(new URL("../stats/fixtures/verdicts.json", import.meta.url), "utf8"),
).filter(({ id }: Vector) => id.startsWith("decide."));

function cells(rows: (number | null)[][], planned: number): Cell[][] {
  return rows.map((row) => Array.from({ length: planned }, (_, repeat) => row[repeat] ?? "missing"));
}

describe("the reference values of decisions", () => {
  test("are there", () => expect(vectors.length).toBeGreaterThan(5));

  test.each(vectors)("$id", ({ inputs, outputs }) => {
    const { margin, guard, maxUnscored } = effective({ margin: inputs.margin });
    const tested = [inputs.primary, ...inputs.secondaries].map(({ before, after, planned }, index) =>
      testMeasure(pairedUnits({ before: cells(before, planned), after: cells(after, planned) }, "like-these"), {
        margin: index === 0 ? margin : guard,
        maxUnscored,
      }),
    );
    const verdicts = tested.map((one) => one?.verdict ?? "inconclusive");
    if (outputs.primary) expect(verdicts).toEqual([outputs.primary, ...(outputs.secondaries ?? [])]);
    expect(worstVerdict(verdicts)).toBe(outputs.verdict);
    for (const name of ["pNotWorse", "pWorse"] as const) {
      for (const [index, expected] of (outputs[name] ?? []).entries()) {
        expect(Math.abs((tested[index]?.[name] ?? Number.NaN) - expected)).toBeLessThan(1e-9);
      }
    }
  });
});
