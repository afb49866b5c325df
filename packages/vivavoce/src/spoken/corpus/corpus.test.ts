import { describe, expect, test } from "vitest";
import { judge, readCorpora } from "./lines.test-helper.ts";

describe.each(readCorpora())("the corpus $name", ({ lines }) => {
  // Judging is most of the work, so both kinds of test share it.
  const judged = lines.map((line) => ({ ...line, outcome: once(() => judge(line).then(({ outcome }) => outcome)) }));

  test.each(judged)("$id ($expect) is not decided wrongly: $talk", async ({ outcome }) => {
    expect(["right", "undecided"]).toContain(await outcome());
  });

  test("is right in at least nine lines of ten", async () => {
    const outcomes = await Promise.all(judged.map(({ outcome }) => outcome()));
    expect(outcomes.filter((outcome) => outcome === "right").length / lines.length).toBeGreaterThan(0.9);
  });
});

/** The work is done when its result is first asked for. */
function once<T>(work: () => T): () => T {
  let result: { of: T } | undefined;
  return () => (result ??= { of: work() }).of;
}
