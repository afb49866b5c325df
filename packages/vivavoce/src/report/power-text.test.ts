import { describe, expect, test } from "vitest";
import { powerText } from "./power-text.ts";

type PowerAnswer = Parameters<typeof powerText>[0];
const answer = (more: Partial<PowerAnswer>): PowerAnswer => ({
  measure: "criteria",
  goal: { margin: 0.05 },
  cases: 30,
  repeats: 1,
  from: { kind: "one run", run: "7f3a", plan: { variance: 0.1, from: 59, to: 314 } },
  ...more,
});
const plan = { variance: 0.145, varianceLo: 0.06, varianceHi: 0.25, cases: 436, from: 220, to: 694 };

describe("how many cases a comparison takes", () => {
  test("two runs promise a number, with its range", () => {
    expect(powerText(answer({ from: { kind: "two runs", runs: ["7f3a", "91bc"], plan } }))).toBe(
      `
  criteria: to settle a margin of 0.05
    with about 436 cases in all (220 to 694) a comparison passes four times out of five if nothing really changed
    from 30 cases in the runs 7f3a and 91bc`.slice(1),
    );
  });

  test("to see a change is another question", () => {
    const text = powerText(answer({ goal: { detect: 0.1 }, from: { kind: "two runs", runs: ["a", "b"], plan } }));
    expect(text).toContain(
      "to detect a change of 0.1\n    with about 436 cases in all (220 to 694) a comparison shows it four times out of five",
    );
  });

  test("one run only bounds it: between two numbers, or from one on where cases were repeated", () => {
    expect(powerText(answer({}))).toContain("    with 59 to 314 cases a comparison passes four times out of five");
    const repeated = { kind: "one run", run: "7f3a", plan: { variance: 0.1, from: 120, to: undefined } } as const;
    expect(powerText(answer({ repeats: 3, from: repeated }))).toContain(
      "    with at least 120 cases a comparison passes four times out of five",
    );
    expect(powerText(answer({ repeats: 3, from: repeated }))).toContain("from 30 cases × 3 repeats in run 7f3a alone");
  });

  test("where nothing can be promised there is a reason instead", () => {
    const reason = "more cases would rather show a failure";
    const text = powerText(answer({ from: { kind: "two runs", runs: ["a", "b"], plan: { reason } } }));
    expect(text).toContain(`    ${reason}\n`);
    expect(text).not.toContain("out of five");
  });
});
