import { describe, expect, test } from "vitest";
import { type Judged, judge, readCorpora } from "./lines.test-helper.ts";

describe.each(readCorpora())("the corpus $name", ({ lines }) => {
  const judgements = new Map<Judged["line"], Promise<Judged>>();
  /** Every line is asked for twice and judged once, for the first test that asks. */
  const judged = (line: Judged["line"]) => {
    const judgement = judgements.get(line) ?? judge(line);
    judgements.set(line, judgement);
    return judgement;
  };

  test.each(lines)("$id ($expect) is not decided wrongly: $talk", async (line) => {
    expect(["right", "undecided"]).toContain((await judged(line)).outcome);
  });

  test("is right in at least nine lines of ten", async () => {
    const all = await Promise.all(lines.map(judged));
    expect(all.filter(({ outcome }) => outcome === "right").length / lines.length).toBeGreaterThan(0.9);
  });
});
