import { describe, expect, test } from "vitest";
import { flipEvidence } from "./flip-evidence.ts";
import { check, exchange, type MadeTrial, scored, storedSuiteRun } from "./stored-run.test-helper.ts";

async function evidenceOf(before: MadeTrial[], after: MadeTrial[], variant: Record<string, string> = {}) {
  const [a, b] = [await storedSuiteRun({ trials: before }), await storedSuiteRun({ trials: after })];
  const place = (run: string) => ({ run, suite: 0, variant });
  return flipEvidence(a.store, "a", { before: place(a.run.id), after: place(b.run.id) });
}

const said = (...texts: string[]) => ({
  exchanges: texts.map((text, index) => exchange(text, { number: index + 1 })),
});

describe("a line of each conversation of a flip", () => {
  test("the reason on the side that failed, the words where the two part on the side that passed", async () => {
    const scores = [scored("contains", 0, { checks: [check("greets", "no greeting was said")] })];
    const found = await evidenceOf(
      [{ id: "a", status: "passed", transcript: said("Hello.", "Good bye.") }],
      [{ id: "a", status: "failed", scores, transcript: said("Hello.", "Go away.") }],
    );
    expect(found).toMatchObject({
      before: "“Good bye.” (exchange 2)",
      after: "contains: greets: no greeting was said",
    });
  });

  test("of repeats one that failed is shown, of those that passed the first", async () => {
    const scores = [scored("contains", 0, { checks: [check("greets", "not the second time")] })];
    const found = await evidenceOf(
      [
        { id: "a", status: "passed", repeat: 1, transcript: said("First.") },
        { id: "a", status: "passed", repeat: 2, transcript: said("Second.") },
      ],
      [
        { id: "a", status: "passed", repeat: 1, transcript: said("Fine.") },
        { id: "a", status: "failed", repeat: 2, scores, transcript: said("Bad.") },
      ],
    );
    expect(found.before).toBe("“First.” (exchange 1)");
    expect(found.after).toContain("not the second time");
    expect(found.trials).toEqual({ before: [0, 1], after: [1, 0] });
  });

  test("the same words on both sides: the first reply", async () => {
    const one: MadeTrial[] = [{ id: "a", status: "passed", transcript: said("Same.") }];
    expect(await evidenceOf(one, one)).toMatchObject({ before: "“Same.” (exchange 1)", after: "“Same.” (exchange 1)" });
  });

  test("an agent that said nothing, and one that was never asked", async () => {
    const silent: MadeTrial[] = [
      { id: "a", status: "passed", transcript: { exchanges: [exchange("", { items: [] })] } },
    ];
    const none: MadeTrial[] = [{ id: "a", status: "passed", transcript: { exchanges: [] } }];
    expect(await evidenceOf(silent, none)).toMatchObject({ before: "(no text) (exchange 1)", after: undefined });
  });

  test("a side that is not in the store has none; another variant is not looked at", async () => {
    const { store, run } = await storedSuiteRun({
      variants: [{ variant: { p: "1" }, cases: 1, planned: 1 }],
      trials: [{ id: "a", status: "passed", variant: { p: "1" } }],
    });
    const place = { run: run.id, suite: 0, variant: { p: "1" } };
    expect(await flipEvidence(store, "a", { before: undefined, after: place })).toMatchObject({
      before: undefined,
      after: "“Yes.” (exchange 1)",
    });
    const other = { ...place, variant: { p: "2" } };
    expect(await flipEvidence(store, "a", { before: other, after: undefined })).toEqual({
      trials: { before: [], after: [] },
    });
  });
});
