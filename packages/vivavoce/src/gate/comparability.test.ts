import { describe, expect, test } from "vitest";
import type { VariantResult } from "../shape/index.ts";
import { comparability } from "./comparability.ts";
import { rankOf, unitOf } from "./measure-gathering.ts";
import { after, caseOf, casesOf, metricOf, resultOf } from "./results.test-helper.ts";

const cases = [caseOf("a", true), caseOf("b", false)];
const metrics = [metricOf("toolUse"), metricOf("criteria", { judged: true })];
const before = resultOf(cases, { metrics, judges: { judge: "openai:judge-1" } });
const later = (more: Partial<VariantResult> = {}) => after(cases, { metrics, judges: before.judges, ...more });

function reasons(found: ReturnType<typeof comparability>): string[] {
  return found.kind === "refused" ? found.reasons : [];
}

describe("two runs of the same exam", () => {
  test("are compared on every case, the pass rate and every metric", () => {
    expect(comparability(before, later())).toMatchObject({
      kind: "comparable",
      measures: ["pass rate", "toolUse", "criteria"],
      cases: { changed: [], onlyBefore: [], onlyAfter: [], notSelected: [] },
      notCompared: [],
      rescore: undefined,
    });
  });

  test("are compared whatever the agent was: that is what is examined", () => {
    const agent = { ...before.agent, name: "another", version: "9", code: "other", models: { agent: { model: "x" } } };
    expect(comparability(before, later({ agent })).kind).toBe("comparable");
  });

  test("are compared under another header of the same judge: only a metric's identity counts", () => {
    const found = comparability(before, later({ judges: { judge: "openai:judge-2" } }));
    expect(found).toMatchObject({ kind: "comparable", notCompared: [] });
  });
});

describe("cases", () => {
  test("are paired where their hash agrees; the others are told apart", () => {
    const other = [caseOf("a", true), caseOf("b", true, { caseHash: "rewritten" }), caseOf("new", true)];
    const found = comparability(resultOf([...cases, caseOf("gone", true)]), after(other));
    expect(found.cases).toEqual({ changed: ["b"], onlyBefore: ["gone"], onlyAfter: ["new"], notSelected: [] });
    if (found.kind === "refused") throw new Error("refused");
    expect(found.pairs.map((pair) => pair.after.caseId)).toEqual(["a"]);
  });

  test("that were not selected, or have no tape, are neither removed nor missing", () => {
    const all = resultOf([...cases, caseOf("c", true)]);
    const chosen = after(cases, { selection: "--tag smoke" });
    const none = { changed: [], onlyBefore: [], onlyAfter: [], notSelected: ["c"] };
    expect(comparability(all, chosen)).toMatchObject({ kind: "comparable", cases: none });
    expect(comparability(chosen, all).cases).toEqual(none);
    const rewritten = after([caseOf("a", true, { caseHash: "rewritten" })], { selection: "--case a" });
    expect(comparability(all, rewritten).cases).toMatchObject({ changed: ["a"], notSelected: ["b", "c"] });
  });

  test("that a run with tags, or one that was stopped early, would have played are removed", () => {
    const all = resultOf([...cases, caseOf("c", true, { tags: ["smoke"] }), caseOf("d", true, { tags: ["slow"] })]);
    const tagged = after(cases, { selection: "selected by --tag smoke", tags: ["smoke"] });
    expect(comparability(all, tagged).cases).toMatchObject({ onlyBefore: ["c"], notSelected: ["d"] });
    const drawn = { seed: 1, units: 50 };
    const order = casesOf(50, () => ({})).toSorted((a, b) =>
      rankOf(unitOf(a), drawn) < rankOf(unitOf(b), drawn) ? -1 : 1,
    );
    const early = { cases: 49, largest: 1, drawn };
    const played = order.slice(0, 20).filter((_, index) => index !== 7);
    const found = comparability(resultOf(order), after(played, { selection: "stopped early", tags: [], early }));
    expect(found.cases.onlyBefore).toEqual([order[7]?.caseId]);
    expect(found.cases.notSelected).toHaveLength(30);
  });

  test("that were chosen by their outcome are compared only with the same choice, played anew", () => {
    const failed = (run: string, choice = "1", passed = true) =>
      resultOf([caseOf("a", passed), caseOf("b", false)], { run, chosen: { how: "by outcome", of: 9, choice } });
    const refused = comparability(resultOf(cases), failed("x"));
    expect(reasons(refused)).toEqual([
      "run x played only cases that failed before (--failed), and such cases often pass the next time although nothing changed",
    ]);
    expect(refused).toHaveProperty("remedy", expect.stringContaining("without --failed"));
    expect(comparability(failed("x"), resultOf(cases)).kind).toBe("refused");
    expect(comparability(failed("x", "1"), failed("y", "2")).kind).toBe("refused");
    expect(comparability(failed("x"), failed("y")).kind).toBe("comparable");
    // They may have been chosen because all of them failed there.
    expect(comparability(failed("x", "1", false), failed("y")).kind).toBe("refused");
    expect(comparability(failed("x", "1", false), failed("x")).kind).toBe("comparable");
  });

  test("that a run has not come to yet are missing, not removed", () => {
    const found = comparability(before, after(cases.slice(0, 1), { metrics, planned: 2 }));
    if (found.kind === "refused") throw new Error("refused");
    expect(found.cases.onlyBefore).toEqual([]);
    expect(found.pairs.map((pair) => [pair.after.caseId, pair.after.trials.length])).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
  });

  test("none in common: refused, with how they differ", () => {
    const other = [caseOf("a", true, { caseHash: "rewritten" }), caseOf("new", true)];
    expect(reasons(comparability(before, after(other, { metrics })))).toEqual([
      "the runs have no case in common: 1 changed, 1 only in the earlier run, 1 only in the later run",
    ]);
  });

  test("none at all: refused", () => {
    expect(reasons(comparability(resultOf([]), after([])))).toEqual([
      "the runs have no case in common: neither has a scored case",
    ]);
  });
});

describe("a metric of another identity", () => {
  const changed = [metricOf("toolUse", { identities: ["other"] }), metricOf("criteria", { judged: true })];

  test("is left out, and with it the pass rate, which it decides", () => {
    const found = comparability(before, later({ metrics: changed }), "criteria");
    expect(found).toMatchObject({ kind: "comparable", measures: ["criteria"] });
    expect(found.notCompared).toEqual([
      {
        measure: "pass rate",
        why: "different metrics decide it: toolUse (its options, its threshold or its version have changed)",
      },
      { measure: "toolUse", why: "its options, its threshold or its version have changed" },
    ]);
  });

  test("leaves the pass rate alone where it is only reported", () => {
    const reported = (identity: string) => [metricOf("limits", { gating: false, identities: [identity] })];
    const found = comparability(resultOf(cases, { metrics: reported("1") }), after(cases, { metrics: reported("2") }));
    expect(found).toMatchObject({ kind: "comparable", measures: ["pass rate"] });
  });

  test("refuses the comparison where it decides, and offers to score the stored transcripts again", () => {
    const found = comparability(before, later({ metrics: changed }), "toolUse");
    expect(found).toMatchObject({ kind: "refused", rescore: { run: "11111111", judge: undefined } });
    expect(reasons(found)).toEqual(["toolUse: its options, its threshold or its version have changed"]);
  });

  test("refuses it where the pass rate decides", () => {
    expect(reasons(comparability(before, later({ metrics: changed })))).toEqual([
      "pass rate: different metrics decide it: toolUse (its options, its threshold or its version have changed)",
    ]);
  });

  test("a metric that became a gate, or ceased to be one, changes what passing means", () => {
    const reported = [metricOf("toolUse", { gating: false }), metricOf("criteria", { judged: true })];
    expect(reasons(comparability(before, later({ metrics: reported })))).toEqual([
      "pass rate: different metrics decide it: toolUse (it decides in one of them only)",
    ]);
    expect(comparability(before, later({ metrics: reported }), "toolUse").kind).toBe("comparable");
  });

  test("one that only one run has", () => {
    const fewer = later({ metrics: metrics.slice(0, 1) });
    expect(reasons(comparability(before, fewer, "criteria"))).toEqual([
      "criteria: only the earlier run has this metric",
    ]);
    expect(reasons(comparability(fewer, before, "criteria"))).toEqual(["criteria: only the later run has this metric"]);
    expect(reasons(comparability(before, later(), "criterion"))).toEqual(["criterion: neither run has this metric"]);
  });
});

describe("another judge", () => {
  const judged = [metricOf("toolUse"), metricOf("criteria", { judged: true, identities: ["by another"] })];
  const other = later({ metrics: judged, judges: { judge: "openai:judge-2" } });

  test("is named, and is who is to be asked when the earlier run is scored again", () => {
    const found = comparability(before, other, "criteria");
    expect(reasons(found)).toEqual([
      "criteria: judged by openai:judge-1 in the earlier run, by openai:judge-2 in the later one",
    ]);
    expect(found.rescore).toEqual({ run: "11111111", judge: "openai:judge-2" });
  });

  test("the same judge, another question", () => {
    const found = comparability(before, later({ metrics: judged }), "criteria");
    expect(reasons(found)[0]).toContain("its question, scale, steps or threshold, or its judge's parameters");
    expect(found.rescore?.judge).toBeUndefined();
  });

  test("of the same name at another server is another one; where it was asked is not known of a replay", () => {
    const at = (judge: string) => ({ servers: { judge, agent: judge } });
    const found = comparability({ ...before, ...at("http://a") }, later(at("http://b")), "criteria");
    expect(reasons(found)).toEqual([
      "criteria: judged by openai:judge-1 at http://a in the earlier run, by openai:judge-1 at http://b in the later one",
    ]);
    expect(found.rescore).toEqual({ run: "11111111", judge: undefined });
    for (const other of [later(), later({ servers: { agent: "http://b" } }), later(at("http://a"))])
      expect(comparability({ ...before, ...at("http://a") }, other, "criteria").kind).toBe("comparable");
  });

  test("a panel is named as a whole", () => {
    const panel = later({ metrics: judged, judges: { judge: "openai:judge-1", second: "x:judge-3" } });
    expect(reasons(comparability(before, panel, "criteria"))[0]).toContain(
      "by openai:judge-1, x:judge-3 in the later one",
    );
  });
});

test("a run of which only a part was scored again is not compared with anything", () => {
  const mixed = [
    metricOf("toolUse"),
    metricOf("criteria", { judged: true, identities: ["1", "identity of criteria"] }),
  ];
  const found = comparability(before, later({ metrics: mixed }), "criteria");
  expect(reasons(found)).toEqual(["criteria: only part of run 22222222 was scored again, so its scores are not alike"]);
  expect(found.rescore?.run).toBe("22222222");
});
