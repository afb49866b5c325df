import { describe, expect, test } from "vitest";
import { contains, defineMetric, scored } from "../metric/index.ts";
import { suite } from "./suite.ts";
import type { SuiteDefinition } from "./suite-definition.ts";

const definition = (gate: NonNullable<SuiteDefinition["gate"]>): SuiteDefinition => ({
  name: "exam",
  cases: [{ id: "one", script: [{ content: "Hello" }] }],
  agent: { name: "agent", version: "1", open: () => ({ reply: async () => {} }) },
  metrics: [contains(), defineMetric({ name: "tone", score: () => scored(1, []) })],
  gate,
});

describe("a gate names metrics that the suite has", () => {
  test("primary, secondary and floors", () => {
    expect(() => suite(definition({ primary: "contains", secondary: ["tone"], floors: { tone: 0.5 } }))).not.toThrow();
  });

  test.each([
    [{ primary: "charm" }, "gate.primary is charm"],
    [{ secondary: ["tone", "charm"] }, "gate.secondary is charm"],
    [{ floors: { charm: 0.5 } }, "gate.floors is charm"],
  ])("%o: refused, with those there are", (gate, message) => {
    expect(() => suite(definition(gate))).toThrow(`suite exam: ${message}, but the metrics are contains, tone`);
  });

  test("all that is wrong at once", () => {
    expect(() => suite(definition({ primary: "x", floors: { y: 1 } }))).toThrow(
      /gate\.primary is x[\s\S]*gate\.floors is y/,
    );
  });
});
