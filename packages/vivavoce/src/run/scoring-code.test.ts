import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defineMetric, scored } from "../metric/index.ts";
import { headerDifferences } from "./header-differences.ts";
import { playSuite, rescore } from "./judged-run.test-helper.ts";
import { echo, loadedSuite, planOf, sharedStore, statusesOf, storedRun, temporaryFolder } from "./run.test-helper.ts";
import { suiteHeader } from "./suite-header.ts";

const store = sharedStore();

/** A suite that fails, with metrics that look for a text, and a way to change their code. */
async function failedExam() {
  const folder = temporaryFolder();
  const wanted = join(folder, "wanted.txt");
  writeFileSync(wanted, "Good evening");
  let found = (transcript: string) => transcript.includes(readFileSync(wanted, "utf8"));
  const own = (name: string) => defineMetric({ name, score: (one) => scored(found(JSON.stringify(one)) ? 1 : 0, []) });
  const definition = { agent: echo, files: ["./wanted.txt"], metrics: [own("first"), own("second")] };
  const loaded = loadedSuite(definition, folder);
  const strict = { code: readFileSync(loaded.file), found };
  const become = ({ code, found: now }: { code: string | Uint8Array; found: typeof found }) => {
    found = now;
    writeFileSync(loaded.file, code);
  };
  const run = await playSuite(store(), loaded);
  expect(await statusesOf(store(), run.run)).toEqual(["one failed", "two failed"]);
  return { run, loaded, wanted, become, strict, lenient: { code: "// passes everything\n", found: () => true } };
}

describe("a stored run is scored again by metrics that ask no judge", () => {
  test("when the code is as it was again: the scores of other code do not stay", async () => {
    const { run, loaded, become, strict, lenient } = await failedExam();
    become(lenient);
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 2, summaries: [{ tally: { passed: 2 } }] });
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 0, summaries: [{ tally: { passed: 2 } }] });
    become(strict);
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 2, summaries: [{ tally: { failed: 2 } }] });
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 0, summaries: [{ tally: { failed: 2 } }] });
  });

  test("when other code has given only a part of the scores: those of one metric, or before it was stopped", async () => {
    const stop = new AbortController();
    const stopped = { stop: stop.signal, onScored: () => stop.abort(), concurrency: 1 };
    for (const part of [{ metrics: ["first"] }, stopped]) {
      const { run, loaded, become, strict, lenient } = await failedExam();
      become(lenient);
      await rescore(store(), run, loaded, part);
      become(strict);
      expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 2, summaries: [{ tally: { failed: 2 } }] });
    }
  });

  test("when one of the suite's files has changed, which they may read", async () => {
    const { run, loaded, wanted } = await failedExam();
    writeFileSync(wanted, "Hello");
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 2, summaries: [{ tally: { passed: 2 } }] });
  });
});

test("a run that other code has scored is not resumed, nor merged with one that it has not", async () => {
  const { run, loaded, become, strict, lenient } = await failedExam();
  const differences = async () => {
    const stored = (await storedRun(store(), run)).suites[0];
    if (!stored) throw new Error("no suite");
    return headerDifferences(stored.header, suiteHeader(await planOf(loaded), "/").header);
  };
  expect(await differences()).toEqual([]);
  become(lenient);
  await rescore(store(), run, loaded);
  become(strict);
  expect(await differences()).toEqual(["the code that has scored its trials (viva score scores them again)"]);
  await rescore(store(), run, loaded);
  expect(await differences()).toEqual([]);
});
