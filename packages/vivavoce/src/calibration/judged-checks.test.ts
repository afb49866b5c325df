import { describe, expect, test } from "vitest";
import type { Check, Scored } from "../shape/index.ts";
import { judgedChecks } from "./judged-checks.ts";

const check = (id: string, more: Partial<Check> = {}): Check => {
  return { id, label: `words of ${id}`, verdict: "yes", ok: true, value: 1, reason: "", evidence: [], ...more };
};
const asked = (checks: Check[], more: Partial<Scored> = {}) =>
  judgedChecks({
    ...{ metric: "m", judged: true, gating: true, status: "scored", value: 1, threshold: 0.7, passed: true, checks },
    ...more,
  }).map(({ id, judge }) => [id, judge]);

describe("a judge was asked about", () => {
  test("each check that it decided, and gave none where it is divided or the criterion does not apply", () => {
    const checks = [check("a"), check("b", { ok: false }), check("c", { verdict: "tie" }), check("d")];
    expect(asked([...checks, { ...check("e"), value: undefined }])).toEqual([
      ["a", "pass"],
      ["b", "fail"],
      ["c", "none"],
      ["d", "pass"],
      ["e", "none"],
    ]);
  });

  test("nothing that code decided, also where a rubric puts the points before the reason", () => {
    const reasons = ["by code: short", "3 of 5: by code: long", "1.5 of 5, under its floor of 2: by code: long"];
    expect(asked(reasons.map((reason, index) => check(`${index}`, { reason })))).toEqual([]);
    expect(asked([check("a", { status: "skipped" }), check("b", { verdict: "unsaid" }), check("c")])).toEqual([
      ["c", "pass"],
    ]);
    expect(asked([check("a"), check("sum")], { detail: { also: [{ id: "sum" }] } })).toEqual([["a", "pass"]]);
  });

  test("the metric as a whole, where it gave a number only, or answered the questions of a graph", () => {
    expect(asked([])).toEqual([["", "pass"]]);
    const path = { graph: {}, path: ["asks", "leaf"], judge: { asks: {} } };
    expect(asked([check("asks", { ok: false })], { passed: false, detail: path })).toEqual([["", "fail"]]);
    expect(asked([check("asks")], { detail: { ...path, judge: {} } })).toEqual([]);
  });
});
