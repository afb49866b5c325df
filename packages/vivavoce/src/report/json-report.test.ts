import { describe, expect, test } from "vitest";
import { writeJsonReport } from "./json-report.ts";
import { exchange, type MadeSuite, scored, storedRun } from "./stored-run.test-helper.ts";

async function reportOf(suites: MadeSuite[], decisions: Parameters<typeof writeJsonReport>[0]["decisions"] = []) {
  const { store, run } = await storedRun(...suites);
  const pieces: string[] = [];
  await writeJsonReport({ store, run, decisions, write: (text) => void pieces.push(text) });
  return { pieces, text: pieces.join("") };
}

const trials = ["c", "a", "b"].map((id) => ({
  id,
  status: "passed" as const,
  scores: [scored("m", 1), scored("n", 0.5)],
  transcript: { exchanges: [exchange(`for ${id}: "quotes"\n and \u2028 \u0000 too`)] },
}));
const metrics = [{ name: "m" }, { name: "n", judged: true }];

describe("the report for programs", () => {
  test("holds the run in its header, and cases, scores and transcripts in its results", async () => {
    const decision = {
      suite: "coach",
      verdict: "pass" as const,
      exitCode: 0 as const,
      reasons: [],
      reason: "every gate was met",
    };
    const report = JSON.parse((await reportOf([{ metrics, trials }], [decision])).text);
    expect(report.header).toMatchObject({
      format: 3,
      run: expect.stringMatching(/^run\d+x$/),
      createdAt: "1970-01-01T00:00:00.000Z",
      finishedAt: null,
      viva: "0.1.0",
      suites: [{ name: "coach", planned: 3, file: "coach.eval.ts", mode: "live" }],
      decisions: [decision],
    });
    expect(report.results).toMatchObject([
      {
        suite: "coach",
        dataset: "dataset",
        metrics: [
          { name: "m", judged: false },
          { name: "n", judged: true },
        ],
        trials: [{ case: "c" }, { case: "a" }, { case: "b" }],
      },
    ]);
    expect(report.results[0].trials[0]).toMatchObject({
      variant: {},
      repeat: 1,
      status: "passed",
      scores: [
        { metric: "m", value: 1 },
        { metric: "n", value: 0.5 },
      ],
      transcript: { case: "c", outcome: { kind: "completed" } },
    });
  });

  test("is in input order and the same to the byte, whatever the order in which trials were finished", async () => {
    const results = async (order: number[]) =>
      (await reportOf([{ metrics, trials, order }])).text.split('"results":')[1];
    const first = await results([0, 1, 2]);
    expect(await results([2, 1, 0])).toBe(first);
    expect(await results([1, 2, 0])).toBe(first);
  });

  test("is written piece by piece, and is JSON as a whole", async () => {
    const { pieces, text } = await reportOf([{ metrics, trials }]);
    expect(pieces.length).toBeGreaterThanOrEqual(trials.length + 2);
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text.endsWith("\n")).toBe(true);
  });

  test("is JSON with several suites, and with one of which nothing was played", async () => {
    const { text } = await reportOf([
      { name: "one", trials },
      { name: "two", planned: 5, trials: [] },
      { name: "three", trials: trials.slice(0, 1) },
    ]);
    const { results } = JSON.parse(text);
    expect(
      results.map(({ suite, trials: rows }: { suite: string; trials: unknown[] }) => [suite, rows.length]),
    ).toEqual([
      ["one", 3],
      ["two", 0],
      ["three", 1],
    ]);
  });

  test("what was played and not scored yet is pending, without scores", async () => {
    const { results } = JSON.parse((await reportOf([{ trials: [{ id: "a" }] }])).text);
    expect(results[0].trials).toMatchObject([{ case: "a", status: "pending", scores: [] }]);
  });

  test("a trial that did not pass says why, as the terminal does; one that passed has nothing to say", async () => {
    const failed = { id: "a", status: "failed" as const, scores: [scored("m", 0, { passed: false })] };
    const { results } = JSON.parse((await reportOf([{ metrics, trials: [failed, ...trials.slice(2)] }])).text);
    const [first, second] = results[0].trials;
    expect(first.failures).toEqual([{ source: "m", text: expect.stringContaining("0.00 is under the threshold") }]);
    expect(second).not.toHaveProperty("failures");
  });

  test("waits for whoever reads it", async () => {
    const { store, run } = await storedRun({ trials });
    let writing = 0;
    let most = 0;
    await writeJsonReport({
      store,
      run,
      decisions: [],
      async write() {
        writing += 1;
        most = Math.max(most, writing);
        await new Promise((resolve) => setImmediate(resolve));
        writing -= 1;
      },
    });
    expect(most).toBe(1);
  });
});
