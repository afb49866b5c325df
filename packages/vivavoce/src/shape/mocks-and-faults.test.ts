import { expect, test } from "vitest";
import { type CaseInput, caseSchema } from "./case.ts";

const parsed = (more: object) => caseSchema.safeParse({ id: "c", script: [{ content: "go" }], ...more } as CaseInput);
const faultsOf = (...faults: object[]) => parsed({ faults });

test("a case without mocks and faults does not have the fields, so that it stays the same case", () => {
  expect(Object.keys(parsed({}).data ?? {})).not.toEqual(expect.arrayContaining(["faults"]));
  expect(parsed({}).data).not.toHaveProperty("mocks");
});

test.each([
  { tool: "add", kind: "error", message: "locked", calls: [1, 3] },
  { tool: "add", kind: "half-done" },
  { tool: "add", kind: "slow", ms: 300 },
  { tool: "list", kind: "stale" },
])("%j is a fault", (fault) => {
  expect(faultsOf(fault).success).toBe(true);
});

test.each([
  { tool: "add", kind: "broken" },
  { kind: "error" },
  { tool: "add" },
  { tool: "add", kind: "stale", message: "never seen by anyone" },
  { tool: "add", kind: "error", ms: 5 },
  { tool: "add", kind: "error", calls: [] },
  { tool: "add", kind: "error", calls: [0] },
])("%j is not", (fault) => {
  expect(faultsOf(fault).success).toBe(false);
});

test.each([[{ result: null }], [{ error: "no" }], [[{ result: 1 }, { error: "no" }]]])("%j is a mock", (add) => {
  expect(parsed({ mocks: { add } }).success).toBe(true);
});

test.each([[{}], [[]], ["text"], [{ result: 1, error: "both" }], [{ error: "" }]])("%j is not", (add) => {
  expect(parsed({ mocks: { add } }).success).toBe(false);
});

test("two faults over the same call are refused: one of them would never strike", () => {
  const fault = (kind: string, ...calls: number[]) => ({ tool: "add", kind, ...(calls.length > 0 ? { calls } : {}) });
  expect(faultsOf(fault("error", 1), fault("stale", 2), { tool: "list", kind: "error" }).success).toBe(true);
  for (const second of [fault("timeout"), fault("timeout", 1, 2)]) {
    expect(faultsOf(fault("error", 1), second).error?.issues).toMatchObject([{ path: ["faults", 1] }]);
  }
  expect(faultsOf(fault("error"), fault("timeout", 2)).error?.issues[0]?.message).toMatch(
    /one fault: give each its own `calls`/,
  );
});
