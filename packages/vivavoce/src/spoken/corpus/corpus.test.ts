import { describe, expect, test } from "vitest";
import { judge, readCorpora } from "./lines.test-helper.ts";

describe.each(readCorpora())("the corpus $name", ({ lines }) => {
  test.each(lines)("$id ($expect) is not decided wrongly: $talk", async (line) => {
    expect(["right", "undecided"]).toContain((await judge(line)).outcome);
  });

  test("is right in at least nine lines of ten", async () => {
    const judged = await Promise.all(lines.map((line) => judge(line)));
    expect(judged.filter(({ outcome }) => outcome === "right").length / lines.length).toBeGreaterThan(0.9);
  });
});
