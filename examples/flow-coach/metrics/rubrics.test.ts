import { describe, expect, test } from "vitest";
import { rubricNames } from "../case/shape.ts";
import { gtdGuide } from "../reference/gtd-guide.ts";
import { shippedCases } from "../testing/shipped-cases.ts";
import { coachingQuality } from "./coaching-quality.ts";
import { rubrics } from "./rubrics.ts";

describe("the named rubrics", () => {
  test("are those that a case may name", () => {
    expect(Object.keys(rubrics())).toEqual([...rubricNames]);
  });

  test("have a threshold of their own", () => {
    const thresholds = Object.entries(rubrics()).map(([name, { threshold }]) => [name, threshold]);
    expect(thresholds).toEqual([
      ["stalled-project", 0.8],
      ["weekly-review", 0.75],
      ["next-action-quality", 0.8],
    ]);
  });

  test("are made anew for whoever asks, so that nobody changes another's", () => {
    expect(rubrics()["weekly-review"]).toEqual(rubrics()["weekly-review"]);
    expect(rubrics()["weekly-review"]).not.toBe(rubrics()["weekly-review"]);
  });

  test("are each named by several cases", async () => {
    const named = (await shippedCases()).flatMap(({ expect: { criteria } }) => criteria?.rubrics ?? []);
    for (const name of rubricNames) expect(named.filter((one) => one === name).length, name).toBeGreaterThanOrEqual(2);
  });
});

describe("coaching quality", () => {
  test("has all its evaluation steps given, so that no judge has to write them", () => {
    const { steps = {}, prepare } = coachingQuality();
    expect(Object.keys(steps)).toEqual(["general", ...rubricNames]);
    expect(steps.general).toHaveLength(4);
    expect(prepare).toBeUndefined();
  });

  test("is the metric criteria, so that a gate can name it", () => {
    expect(coachingQuality()).toMatchObject({ name: "criteria", judged: true, gating: true });
  });
});

test("the guide is the text of reference/gtd.md", () => {
  expect(Object.keys(gtdGuide())).toEqual(["Guide to GTD"]);
  expect(gtdGuide()["Guide to GTD"]).toContain("A live project without either is **stalled**.");
});
