import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scriptedModel } from "../../testing/index.ts";
import { caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { deepeval } from "./deepeval.ts";
import { judged } from "./testing-judged.test-helper.ts";

// The real deepeval is in frameworks/pytest.test.ts. Here a program stands in for Python and its worker.
const folder = mkdtempSync(join(tmpdir(), "viva-deepeval-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pythonThat(name: string, described: object, serve = ""): string {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `#!${process.execPath}
if (process.argv.includes("--describe")) console.log(${JSON.stringify(JSON.stringify(described))});
else require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const say = (told) => console.log(JSON.stringify({ id: message.id, ...told }));
  ${serve}
});`,
  );
  chmodSync(file, 0o755);
  return file;
}

const installed = { version: "4.3.1", known: ["AnswerRelevancyMetric", "GEval"] };
const transcript = transcriptOf([["Hi"]]);
const passing = `say({ type: "results", missing: [], results: [{ exchange: 1, score: 0.9, threshold: 0.7, success: true, reason: "good" }] });`;

describe("a metric of deepeval", () => {
  test("what cannot work is refused when it is made, with what to do", () => {
    const refused = (described: object) => () =>
      deepeval({ metric: "GEvil", python: pythonThat(`p${JSON.stringify(described).length}`, described) });
    expect(refused(installed)).toThrow(/no metric GEvil[\s\S]*Did you mean GEval\?/);
    expect(refused({ missing: "deepeval" })).toThrow(/has no deepeval[\s\S]*-m pip install deepeval/);
    expect(refused({ version: "3.9.9" })).toThrow(/3\.9\.9 is too old/);
    expect(() => deepeval({ metric: "GEval", python: "./none/python" })).toThrow(/there is no Python/);
    const options = { model: "gpt", threshold: 1, name: "x" };
    expect(() => deepeval({ metric: "GEval", options })).toThrow(/options\.model[\s\S]*options\.threshold/);
  });

  test("its version, options and threshold are its identity; its name is the class's unless it is given", () => {
    const python = pythonThat("identity", installed);
    const metric = deepeval({ metric: "GEval", options: { name: "x" }, python });
    expect(metric).toMatchObject({ name: "GEval", judged: true, gating: true });
    expect(metric.identity.parts).toEqual({
      deepeval: "4.3.1",
      metric: "GEval",
      options: { name: "x" },
      threshold: 0.7,
    });
    expect(metric.withDefaultThreshold?.(0.9).identity.parts).toMatchObject({ threshold: 0.9 });
    expect(deepeval({ metric: "GEval", name: "y", report: true, python })).toMatchObject({ name: "y", gating: false });
  });

  test("its prompts are answered in order by the judge, and the lowest exchange counts", async () => {
    const python = pythonThat(
      "asks",
      installed,
      `if (message.type === "measure") say({ type: "prompt", prompt: "one" });
       else if (message.text === "1") say({ type: "prompt", prompt: "two" });
       else say({ type: "results", missing: ["no output"], results: [
         { exchange: 1, score: 0.9, threshold: 0.7, success: true, reason: message.text },
         { exchange: 2, score: 0.2, threshold: 0.7, success: false, reason: null }] });`,
    );
    const model = scriptedModel(["1", "2"]);
    const score = await judged(deepeval({ metric: "GEval", python }), transcript, model);
    expect(model.calls.map(({ messages }) => messages[0]?.content)).toEqual(["one", "two"]);
    expect(score).toMatchObject({ status: "scored", value: 0.2, passed: false, threshold: 0.7 });
    expect(score).toMatchObject({
      checks: [
        { id: "exchange-1", ok: true, reason: "0.90, passes at 0.7. 2" },
        { id: "exchange-2", ok: false, reason: "0.20, passes at 0.7." },
        { status: "skipped", reason: "no output" },
      ],
    });
  });

  test.each([
    [
      "the worker ends",
      `console.error("out of memory"); process.exit(9);`,
      "errored",
      /ended with code 9; stderr: “out of memory”/,
    ],
    ["it says something else", `console.log("oops");`, "errored", /sent a line that is not a message: “oops”/],
    ["deepeval throws", `say({ type: "error", message: "KeyError: x" });`, "errored", /deepeval: KeyError: x/],
    ["the case lacks what it needs", `say({ type: "skipped", reason: "no contexts" });`, "skipped", /no contexts/],
    ["there is no result", `say({ type: "results", results: [], missing: [] });`, "errored", /gave no result/],
  ])("is never passed where %s", async (name, serve, status, reason) => {
    const python = pythonThat(name.replaceAll(" ", "-"), installed, serve);
    const score = await judged(deepeval({ metric: "GEval", python }), transcript, "unasked");
    expect(score).toMatchObject({ status, reason: expect.stringMatching(reason) });
  });

  test("a judge without an answer leaves no score, whatever deepeval makes of it", async () => {
    const hides = `if (message.type === "measure") say({ type: "prompt", prompt: "?", schema: { type: "object", required: ["a"] } }); else ${passing}`;
    const python = pythonThat("hides", installed, hides);
    expect(await judged(deepeval({ metric: "GEval", python }), transcript, "no JSON")).toMatchObject({
      status: "unscored",
      reason: expect.stringContaining("no valid answer in 3 calls"),
    });
    const asks = deepeval({ metric: "GEval", python, judged: false });
    expect(await judged(asks, transcript, "{}")).toMatchObject({ status: "errored" });
  });

  test("where nothing was said there is nothing to measure", async () => {
    const python = pythonThat("nothing", installed, passing);
    const empty = { ...transcript, exchanges: [] };
    expect(await judged(deepeval({ metric: "GEval", python }), empty, "x", caseOf())).toMatchObject({
      status: "skipped",
    });
  });
});
