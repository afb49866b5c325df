import { describe, expect, test } from "vitest";
import type { Check, Scored } from "../shape/index.ts";
import { itemsOf } from "./review-items.ts";

const place = { suite: "coach", run: "r1", suitePosition: 0 };

function check(id: string, more: Partial<Check> = {}): Check {
  return { id, label: `words of ${id}`, verdict: "yes", ok: true, value: 1, reason: "", evidence: [], ...more };
}

function scored(metric: string, more: Partial<Scored> = {}): Scored {
  const common = { judged: true, gating: true, status: "scored", value: 1, threshold: 0.7, passed: true } as const;
  return { metric, ...common, checks: [], ...more };
}

function items(scores: Parameters<typeof itemsOf>[0]["scores"][number]["score"][], asks?: string) {
  const trial = { trial: "/a/1", caseId: "a", scores: scores.map((score) => ({ score, identity: "i" })) };
  const metrics = [{ name: "criteria", identity: "i", judged: true, gating: true, asks }];
  return itemsOf(trial, place, metrics).map(({ criterion, judged, disagreements, ...rest }) => ({
    ...{ criterion, judged, disagreements, words: rest.criterionText, version: rest.criterionVersion },
  }));
}

describe("what can be labelled", () => {
  test("is every check that a judge decided, with its verdict", () => {
    const also = [{ id: "suite", label: "for every case", value: 0.5, threshold: 0.7 }];
    const checks = [
      check("c1"),
      check("c2", { verdict: "partly", ok: false, value: 0.5 }),
      check("c3", { verdict: "not applicable", value: undefined }),
      check("c4", { verdict: "tie", ok: false, value: 0.5 }),
      check("suite", { verdict: "0.50", ok: false, value: 0.5 }),
      check("c5", { status: "skipped", value: undefined }),
      check("line-2.line", { verdict: "unsaid", ok: false, value: 0 }),
    ];
    const found = items([scored("criteria", { checks, detail: { also } })]);
    expect(found.map(({ criterion, judged }) => [criterion, judged])).toEqual([
      ["c1", "pass"],
      ["c2", "fail"],
      ["c3", "none"],
      ["c4", "none"],
    ]);
    expect(found[0]?.words).toBe("words of c1");
  });

  test("is the whole score if the judge gave one number only, and nothing without a value or by code", () => {
    const common = { metric: "criteria", judged: true, gating: true };
    const failed = items([scored("criteria", { passed: false })], "Is it kind?");
    expect(failed).toMatchObject([{ criterion: "", judged: "fail", words: "Is it kind?" }]);
    expect(items([{ ...common, status: "unscored", reason: "no answer" }])).toEqual([]);
    expect(items([scored("contains", { judged: false, checks: [check("a")] })])).toEqual([]);
  });

  test("has another version if its words or the metric's question change, and not otherwise", () => {
    const version = (label: string, asks?: string) =>
      items([scored("criteria", { checks: [check("c1", { label })] })], asks)[0]?.version;
    expect(version("kind", "Is it?")).toBe(version("kind", "Is it?"));
    expect(
      new Set([version("kind", "Is it?"), version("kinder", "Is it?"), version("kind", "Was it?"), version("kind")])
        .size,
    ).toBe(4);
  });

  test("is disputed if the judge's samples differ, or every metric of code says the opposite", () => {
    const detail = { samples: { votes: { c1: { yes: 2, no: 1 }, c2: { no: 3 } } } };
    const judged = scored("criteria", { checks: [check("c1"), check("c2", { ok: false })], detail });
    const code = (metric: string, passed: boolean) => scored(metric, { judged: false, passed });
    const disputes = (...scores: Scored[]) => items([judged, ...scores]).map(({ disagreements }) => disagreements);
    expect(disputes()).toEqual([["samples"], []]);
    expect(disputes(code("contains", true), code("tools", true))).toEqual([["samples"], ["code"]]);
    expect(disputes(code("contains", false))).toEqual([["samples", "code"], []]);
    expect(disputes(code("contains", true), code("tools", false))).toEqual([["samples"], []]);
  });
});
