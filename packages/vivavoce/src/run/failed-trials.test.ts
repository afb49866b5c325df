import { expect, test } from "vitest";
import { failedTrials } from "./failed-trials.ts";
import { failedBefore } from "./resumable.ts";
import { echo, planOf } from "./run.test-helper.ts";

const offered = { prompt: ["v2", "v1"], mode: ["calm", "brisk"] };
const inV1 = { prompt: "v1", mode: "calm" };
const first = { prompt: "v2", mode: "calm" };

test("each case belongs to the variants under which it failed", () => {
  const { cases, variants, plays } = failedTrials(offered, {}, [
    { caseId: "a", variant: inV1 },
    { caseId: "b", variant: { mode: "calm", prompt: "v2" } },
  ]);
  expect([...cases]).toEqual(["a", "b"]);
  expect(variants).toEqual([first, inV1]);
  expect([plays(inV1, "a"), plays(inV1, "b"), plays(first, "a"), plays(first, "b")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test("whoever asks for a variant gets every failed case under it", () => {
  const { variants, plays } = failedTrials(offered, { mode: ["brisk"] }, [{ caseId: "a", variant: inV1 }]);
  expect(variants).toEqual([{ prompt: "v2", mode: "brisk" }]);
  expect(plays({ prompt: "v2", mode: "brisk" }, "a")).toBe(true);
});

test("a variant that is no longer offered gives way to the first", () => {
  const { variants, plays } = failedTrials(offered, {}, [
    { caseId: "a", variant: { prompt: "v0" } },
    { caseId: "b", variant: {} },
  ]);
  expect(variants).toEqual([first]);
  expect([plays(first, "a"), plays(first, "b")]).toEqual([true, true]);
  expect(failedTrials(undefined, {}, [{ caseId: "a", variant: inV1 }]).variants).toEqual([{}]);
});

test("where nothing failed there is nothing to play", () => {
  const { cases, variants, plays } = failedTrials(offered, {}, []);
  expect([cases.size, variants, plays(first, "a")]).toEqual([0, [first], false]);
});

test("a plan's own trials, planned again, are the same", async () => {
  const definition = { variants: { prompt: ["v2", "v1"] }, agent: () => echo };
  const failed = [
    { caseId: "one", variant: { prompt: "v1" } },
    { caseId: "two", variant: { prompt: "v2" } },
  ];
  const plan = await planOf(definition, { failedBefore: failed });
  const kept = failedBefore([plan]);
  expect(kept).toEqual([
    { suite: "exam", caseId: "two", variant: { prompt: "v2" } },
    { suite: "exam", caseId: "one", variant: { prompt: "v1" } },
  ]);
  expect(failedBefore([await planOf(definition, { failedBefore: kept })])).toEqual(kept);
});
