import { expect, test } from "vitest";
import { caseOf } from "../../testing-transcript.test-helper.ts";
import { goalOf } from "./goal.ts";

const user = { persona: "Ana", goal: "A table.", opening: "Hello.", stop: { goalMet: "It is booked." } };
const simulated = (expectations = {}) => caseOf(expectations, { script: [], user });

test("the case's own goal comes first, then that of its simulated user, then the suite's", () => {
  expect(goalOf(simulated({ goal: "Ana sits." }), "Sold.")).toBe("Ana sits.");
  expect(goalOf(simulated(), "Sold.")).toBe("A table.");
  expect(goalOf(caseOf(), "Sold.")).toBe("Sold.");
  expect(goalOf(caseOf(), undefined)).toBeUndefined();
});
