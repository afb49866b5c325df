import { describe, expect, test } from "vitest";
import type { PowerBasis } from "../gate/index.ts";
import { powerText, visibleLine } from "./power-text.ts";

const basis = (more: Partial<PowerBasis> = {}): PowerBasis => {
  return {
    measure: "criteria",
    from: "cases",
    runs: ["7f3a"],
    cases: 40,
    repeats: 1,
    omega2: 0.1,
    sigma2: undefined,
    ...more,
  };
};

describe("how many cases a change takes", () => {
  test("without repeats: the cases, what there is to be seen now, and what that rests on", () => {
    expect(powerText(basis(), { detect: 0.05 })).toBe(
      `
  criteria: to see a change of 0.05 with 80 % power
    314 cases are needed
    the 40 cases there are see 0.14 or more; whether repeats would help shows once cases are repeated: --repeat 3
    from the spread of the cases in run 7f3a, taking two versions to agree by half`.slice(1),
    );
  });

  test("with repeats: a table, and how many would do", () => {
    const text = powerText(basis({ omega2: 0.005, sigma2: 0.05, cases: 60, from: "differences", runs: ["b", "a"] }), {
      detect: 0.05,
    });
    expect(text).toContain(
      "    repeats a case      1     2     3     5    10\n    cases needed      330   173   121    79    48",
    );
    expect(text).toContain("; 8 repeats a case would do");
    expect(text).toContain("from the differences between runs b, a");
  });

  test("where no number of repeats is enough", () => {
    expect(powerText(basis({ sigma2: 0.1 }), { detect: 0.05 })).toContain(
      "no number of repeats is enough, only more cases are",
    );
  });

  test("where there are enough already, no more is said", () => {
    expect(powerText(basis({ cases: 400 }), { detect: 0.05 })).toContain("the 400 cases there are see 0.04 or more\n");
  });

  test("the power that was asked for", () => {
    const text = powerText(basis(), { detect: 0.05, power: 0.95 });
    expect(text).toContain("with 95 % power");
    expect(text).toContain("520 cases are needed");
  });

  test("a guess is called one", () => {
    expect(powerText(basis({ from: "guess" }), { detect: 0.05 })).toContain("this is a cautious guess, from run 7f3a");
  });
});

test("what is too little to see anything is called so, and one case is one", () => {
  const guess = basis({ from: "guess", cases: 1, omega2: 0.25 });
  expect(powerText(guess, { detect: 0.05 })).toContain("    the 1 case there is can show none; ");
  expect(visibleLine(guess, { cases: 1, repeats: 1 })).toMatch(/^1 case can show no change in criteria \(/);
  expect(visibleLine(basis({ omega2: 0.01 }), { cases: 1, repeats: 1 })).toMatch(
    /^1 case sees a change of 0\.28 or more/,
  );
});

test("for a plan: what its cases and repeats will see", () => {
  const line = visibleLine(basis({ sigma2: 0.1 }), { cases: 100, repeats: 2 });
  expect(line).toBe(
    "100 cases see a change of 0.13 or more in criteria (from the spread of the cases in run 7f3a, taking two versions to agree by half)",
  );
});
