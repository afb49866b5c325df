import { expect, test } from "vitest";
import * as metrics from "./index.ts";
import type { Metric } from "./types.ts";

type Maker = (options: { name?: string }) => Metric;
const needs: Record<string, object> = {
  dag: { root: metrics.dag.verdict(1) },
  rubric: { dimensions: [{ id: "a", description: "Good?", weight: 1, anchors: { 1: "no", 5: "yes" } }] },
};

/** Every function that makes a metric with an empty object or with what it cannot do without. */
const makers = Object.entries(metrics).flatMap(([exported, value]) => {
  if (typeof value !== "function") return [];
  try {
    const made: unknown = (value as Maker)({ ...needs[exported] });
    // Not a metric, and not to be waited for.
    if (made instanceof Promise) void made.catch(() => {});
    return (made as Metric | undefined)?.identity ? [[exported, value as Maker] as const] : [];
  } catch {
    return [];
  }
});

test("all metrics were found", () => {
  expect(makers.length).toBeGreaterThan(35);
  for (const name of ["criteria", "rubric", "dag", "toolUse", "spoken", "limits"])
    expect(makers.map(([found]) => found)).toContain(name);
});

test.each(makers.filter(([exported]) => exported !== "ending"))("%s keeps the name it is given", (exported, make) => {
  const metric = make({ ...needs[exported], name: "own" });
  expect(metric.name).toBe("own");
  expect(metric.identity.name).toBe("own");
  expect(metric.withDefaultThreshold?.(0.5).name ?? "own").toBe("own");
});

test("ending refuses a name, which it could not keep", () => {
  expect(() => (metrics.ending as Maker)({ name: "own" })).toThrow(/ending: name cannot be set/);
});
