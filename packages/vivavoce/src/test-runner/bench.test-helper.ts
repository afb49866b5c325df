import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterThisFile } from "../after-file.test-helper.ts";
import { functionAgent } from "../agent/index.ts";
import { Store, type StoredTrial, storeFile } from "../store/index.ts";
import type { Runner } from "./runner.ts";

type RunningTest = NonNullable<ReturnType<Runner["currentTest"]>>;
type TestSettings = Parameters<Runner["test"]>[2];

export interface HeldTest extends TestSettings {
  title: string;
  /** Runs it as a runner would: the reason why it was skipped, or nothing. */
  run(): Promise<string | undefined>;
}

/** A test runner that only collects its tests, for a test file in a project of its own. */
export function heldRunner({ test, config }: { test?: RunningTest | undefined; config?: string } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "viva-tests-")));
  afterThisFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(folder, "viva.config.mjs"), `export default ${config ?? "{}"};\n`);
  const file = join(folder, "notes.test.ts");
  writeFileSync(file, "// The tests are here.\n");
  const tests: HeldTest[] = [];
  const ends: (() => Promise<void>)[] = [];
  const fileKey = {};
  const current: { test: RunningTest | undefined } = { test };
  const runner: Runner = {
    describe: (_title, work) => work(),
    test: (title, work, settings) => void tests.push({ title, ...settings, run: () => skippedBy(work) }),
    afterAll: (work) => void ends.push(work),
    testFile: () => file,
    fileKey: () => fileKey,
    currentTest: () => current.test,
  };
  return {
    runner,
    folder,
    tests,
    current,
    end: async () => {
      for (const work of ends) await work();
    },
    trials: () => trialsIn(folder),
  };
}

class Skip extends Error {}

async function skippedBy(work: (skip: (why: string) => never) => Promise<void>): Promise<string | undefined> {
  try {
    await work((why) => {
      throw new Skip(why);
    });
    return undefined;
  } catch (error) {
    if (error instanceof Skip) return error.message;
    throw error;
  }
}

/** Every run of a project, oldest first, with its trials as "case status". */
export async function runsIn(folder: string) {
  const store = await Store.open(storeFile(folder));
  try {
    const runs = await store.runs.list();
    const shown = [];
    for (const run of runs.reverse()) {
      const trials: StoredTrial[] = [];
      for await (const trial of store.trials.read(run.id, 0)) trials.push(trial);
      shown.push({ run, suite: run.suites[0], trials });
    }
    return shown;
  } finally {
    await store.close();
  }
}

async function trialsIn(folder: string): Promise<string[]> {
  return (await runsIn(folder)).flatMap(({ trials }) => trials.map(({ caseId, status }) => `${caseId} ${status}`));
}

/** Takes a note when it is asked to add something. */
export const notes = functionAgent(
  (message) => {
    const text = /add (\w+)/i.exec(message)?.[1];
    if (text === undefined) return "Hello! What shall I note?";
    return [{ type: "call", name: "add_note", arguments: { text } }, `I have added ${text}.`];
  },
  { name: "notes" },
);
