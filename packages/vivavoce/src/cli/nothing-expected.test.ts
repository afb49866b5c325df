import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const bare = (id: string, fields: object = {}) => ({ id, script: [{ content: "Hi" }, { content: "Bye" }], ...fields });
const suite = (metrics: string, cases: object[]) =>
  suiteText({
    metrics,
    cases: JSON.stringify(cases),
    before: "const { safety, loops, limits, matches, ending, toolCalls, toolPermission } = metric;",
  });
const project = (metrics: string, cases: object[]) => projectHere({ "a.eval.ts": suite(metrics, cases) });

describe.concurrent("a case in which nothing is expected", () => {
  test.each([
    "[safety()]",
    "[loops()]",
    "[limits({ wordsPerReply: 50 })]",
    "[contains(), safety(), loops(), ending()]",
    '[toolPermission({ deny: ["delete"] })]',
    '[toolCalls({ forbidden: ["delete"] })]',
    '[toolCalls({ atMost: { book: 1 }, before: [["look_up", "book"]] })]',
    '[defineMetric({ name: "own", watches: true, score: () => scored(1, []) })]',
  ])("is skipped beside %s, and ends the run with 3", async (metrics) => {
    const { viva, statuses } = project(metrics, [bare("one"), bare("two")]);
    const run = await viva("run --report junit");
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("nothing is expected in one, two");
    expect(await statuses()).toEqual(["one skipped", "two skipped"]);
  });

  test("nor is anything asked for by a metric that every value passes", async () => {
    const metrics = `[contains({ threshold: 0 }), defineMetric({ name: "own", threshold: 0, score: () => scored(0, []) }), safety()]`;
    const { viva, statuses } = project(metrics, [bare("idle", { expect: { contains: ["never said"] } })]);
    expect(await viva("run")).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("nothing is expected in idle"),
    });
    expect(await statuses()).toEqual(["idle skipped"]);
  });

  test("counts for gate.maxSkipped beside cases with expectations", async () => {
    const said = bare("said", { expect: { contains: ["Bye"] } });
    const { viva, statuses } = project("[contains(), safety()]", [said, bare("unsaid")]);
    const run = await viva("run");
    expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining("gate.maxSkipped allows: unsaid") });
    expect(await statuses()).toEqual(["said passed", "unsaid skipped"]);
  });

  test("is named beside the suite's path from here, in given transcripts as well", async () => {
    const said = bare("said", { expect: { contains: ["Bye"] } });
    const { viva, write } = project("[contains()]", [said, bare("unsaid")]);
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ];
    write({ "given.jsonl": `${JSON.stringify({ id: "stranger", messages })}\n` });
    const { stderr } = await viva("score given.jsonl");
    const warnings = stderr.split("\n").filter((line) => line.includes("nothing is expected in 1 case"));
    expect(warnings).toHaveLength(2);
    expect(warnings.filter((line) => !line.startsWith("warning: a.eval.ts: "))).toEqual([]);
  });

  test("is decided by the watchers if it says so, or asks one of them for something", async () => {
    const cases = [
      bare("watched", { expect: { watched: true } }),
      bare("canary", { expect: { safety: { canaries: ["swordfish"] } } }),
      bare("brief", { expect: { limits: { wordsPerReply: 3 } } }),
      bare("hangs-up", { expect: { end: { by: "script" } } }),
    ];
    const { viva, statuses } = project("[safety(), limits({ wordsPerReply: 50 }), ending()]", cases);
    expect((await viva("run")).code).toBe(0);
    expect(await statuses()).toEqual(cases.map(({ id }) => `${id} passed`));
  });

  test("a limit of the case that nobody could measure is not met by one of the suite's", async () => {
    const { viva, statuses } = project("[limits({ wordsPerReply: 50 })]", [
      bare("tokens", { expect: { limits: { tokens: 100 } } }),
      bare("words", { expect: { limits: { tokens: 100, wordsPerReply: 20 } } }),
    ]);
    expect(await viva("run")).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("gate.maxSkipped allows: tokens"),
    });
    expect(await statuses()).toEqual(["tokens skipped", "words passed"]);
  });

  test("is decided by calls that the case, one of its lines or the suite expects", async () => {
    const cases = [
      bare("none", { expect: { calls: [] } }),
      { id: "line", script: [{ content: "Hi", expect: { calls: [] } }] },
    ];
    const { viva, write, statuses } = project("[toolCalls({ atMost: { book: 1 } })]", cases);
    expect((await viva("run")).code).toBe(0);
    expect(await statuses()).toEqual(["none passed", "line passed"]);
    write({ "a.eval.ts": suite("[toolCalls({ expected: [] })]", [bare("one")]) });
    expect((await viva("run")).code).toBe(0);
  });

  test("is not asked for by patterns that every reply matches, and a blank text is refused", async () => {
    const { viva, write, statuses } = project("[matches()]", [
      bare("idle", { expect: { matches: [".*", "^", "a*|b", "(?!.*sorry)"] } }),
    ]);
    expect((await viva("run")).code).toBe(3);
    expect(await statuses()).toEqual(["idle skipped"]);
    write({ "a.eval.ts": suite("[contains()]", [bare("blank", { expect: { contains: [" "] } })]) });
    expect(await viva("run")).toMatchObject({ code: 64, stderr: expect.stringContaining("it is blank") });
    write({ "a.eval.ts": suite('[contains({ texts: "" })]', [bare("blank")]) });
    expect(await viva("run")).toMatchObject({ code: 64, stderr: expect.stringContaining("a text is blank") });
  });

  test("is not asked for by an empty list, and fails if a watcher does", async () => {
    const empty = bare("empty", { expect: { safety: { canaries: [] } } });
    const { viva, statuses, write } = project("[safety()]", [empty]);
    expect((await viva("run")).code).toBe(3);
    write({ "a.eval.ts": suite("[limits({ wordsPerReply: 0.5 })]", [bare("one")]) });
    expect((await viva("run")).code).toBe(1);
    expect(await statuses()).toEqual(["one failed"]);
  });
});
