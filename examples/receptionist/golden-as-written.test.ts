import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { caseSchema } from "vivavoce";
import { goldenSnippet } from "./case.ts";
import suite from "./snippets.eval.ts";
import { playTape } from "./testing/play-tape.ts";
import { caseCalled, shippedSnippets } from "./testing/shipped-cases.ts";
import { tapedJudge } from "./testing/taped-judge.ts";

/** The ten golden snippets as their owner writes them: every field of the session is listed, and "" where it is not known. */
const file = new URL("./testing/golden-as-written.json", import.meta.url);
const written: { id: string; session: Record<string, unknown> }[] = JSON.parse(readFileSync(file, "utf8"));
const shipped = await shippedSnippets();
const folder = "snippets/mode=prompt-only,prompt=v2";

test("there are ten, and each lists fields that it leaves empty", () => {
  expect(written).toHaveLength(10);
  for (const { session } of written) expect(Object.values(session)).toContain("");
});

describe("each is loaded and scored", () => {
  test.each(written.map((snippet) => [snippet.id, snippet] as const))("%s", async (id, snippet) => {
    const testCase = caseSchema.parse(goldenSnippet.parse(snippet));
    const known = (testCase.data as { session: object }).session;
    expect(known).toEqual((caseCalled(shipped, id).data as { session: object }).session);
    const { transcript, judge: tape } = await playTape(folder, testCase);
    const [rubric] = suite.metrics;
    const score = await rubric?.score(transcript, testCase, tapedJudge(tape));
    expect(score).toMatchObject({ metric: "rubric", status: "scored", passed: true });
    expect(score?.status === "scored" && score.checks).toHaveLength(7);
  });
});
