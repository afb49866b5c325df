import { describe, expect, test } from "vitest";
import type { VariantResult } from "../shape/index.ts";
import { openStore } from "./store.test-helper.ts";

function resultOf(more: Partial<VariantResult> = {}): VariantResult {
  return {
    suite: "coach",
    variant: {},
    run: "run-1",
    createdAt: "2026-11-15T09:00:00.000Z",
    viva: "0.1.0",
    dataset: "d",
    origin: "live",
    agent: { name: "coach", version: "1", models: {}, tools: "", code: "", files: "" },
    judges: { judge: "x:judge" },
    metrics: [],
    gate: {},
    planned: 1,
    repeats: 1,
    cases: [
      {
        caseId: "a",
        caseHash: "h",
        tags: [],
        trials: [
          {
            repeat: 1,
            status: "passed",
            values: { m: 0.5 },
            hits: ["safety"],
            answers: { origin: "none" },
          },
        ],
      },
    ],
    ...more,
  };
}

describe("baselines", () => {
  test("are found by name, with their cases", async () => {
    const { baselines } = await openStore();
    await baselines.set("main", [resultOf()], 1_000);
    expect(await baselines.find("main")).toEqual([resultOf()]);
    expect(await baselines.find("other")).toEqual([]);
  });

  test("a name that is set again means the new run, for the suites that it holds", async () => {
    const { baselines } = await openStore();
    await baselines.set("main", [resultOf(), resultOf({ suite: "tutor" })], 1_000);
    await baselines.set("main", [resultOf({ run: "run-2" })], 2_000);
    const entries = (await baselines.list()).map(({ suite, run, createdAt }) => [suite, run, createdAt]);
    expect(entries).toEqual([
      ["coach", "run-2", 2_000],
      ["tutor", "run-1", 1_000],
    ]);
  });

  test("a variant that the new run lacks is gone with the old one", async () => {
    const { baselines } = await openStore();
    await baselines.set("main", [resultOf({ variant: { p: "1" } }), resultOf({ variant: { p: "2" } })], 1);
    await baselines.set("main", [resultOf({ variant: { p: "2" } })], 2);
    expect((await baselines.find("main")).map(({ variant }) => variant)).toEqual([{ p: "2" }]);
  });

  test("the same choice in another order is the same variant", async () => {
    const { baselines } = await openStore();
    await expect(
      baselines.set("main", [resultOf({ variant: { a: "1", b: "2" } }), resultOf({ variant: { b: "2", a: "1" } })], 1),
    ).rejects.toThrow(/unique/i);
    expect(await baselines.find("main")).toEqual([]);
  });

  test("are listed by suite and name, without their cases", async () => {
    const { baselines } = await openStore();
    await baselines.set("next", [resultOf()], 5);
    await baselines.set("main", [resultOf()], 6);
    const [first, second] = await baselines.list();
    expect([first?.name, second?.name]).toEqual(["main", "next"]);
    expect(first?.header).not.toHaveProperty("cases");
    expect(first?.header.judges).toEqual({ judge: "x:judge" });
  });

  test("outlive the run they were taken from, and can be forgotten", async () => {
    const { baselines, runs } = await openStore();
    await baselines.set("main", [resultOf({ run: "gone" })], 1);
    await runs.remove("gone");
    expect(await baselines.find("main")).toHaveLength(1);
    expect(await baselines.remove("main")).toBe(1);
    expect(await baselines.remove("main")).toBe(0);
  });

  test("of nothing are nothing", async () => {
    const { baselines } = await openStore();
    await baselines.set("main", [], 1);
    expect(await baselines.list()).toEqual([]);
  });
});
