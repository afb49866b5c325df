import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { storeFile } from "../store/index.ts";
import { type Ended, projectHere, projectOf, suiteText, type TestProject } from "./cli.test-helper.ts";

/** Enough to fill more than the first pages of a store. */
function exam(trials = 60, project = projectHere): TestProject {
  const cases = `Array.from({ length: ${trials} }, (_, index) => ({
    id: \`case-\${index}\`,
    script: [{ content: \`Hello \${index} \` + "and good morning ".repeat(200) }],
    expect: { contains: ["Hello"] },
  }))`;
  return project({ "exam.eval.ts": suiteText({ cases }) });
}

/** Expects one sentence, a place and a remedy; no stack, and no mention of a bug in Viva. */
function expectFault({ code, stderr }: Ended, { file, message }: { file: string; message: string }): void {
  expect(stderr).toContain(`viva: ${file}: ${message}`);
  expect(stderr).not.toMatch(/bug in Viva|unexpected|\n\s+at /);
  expect(code).toBe(3);
}

describe("a store that fails", () => {
  test("because the disk is full interrupts a run, which a resume completes with nothing lost and nothing twice", async () => {
    const { viva, write, folder, statuses, runs } = exam(150, projectOf);
    write({ "limited.sh": `#!/bin/sh\nulimit -f 600\nexec "${process.execPath}" "$@"\n` });
    const limited = join(folder, "limited.sh");
    chmodSync(limited, 0o755);
    const cutOff = await viva("run", { node: limited });
    expectFault(cutOff, { file: storeFile(folder), message: "the disk failed to read or write the store" });
    expect(cutOff.stderr).toContain("Finished trials are kept; npx viva run --resume plays the rest");
    expect((await viva("list")).stdout).toContain("unfinished");

    expect((await viva("run --resume")).code).toBe(0);
    expect(await runs()).toHaveLength(1);
    const passed = Array.from({ length: 150 }, (_, index) => `case-${index} passed`);
    expect(await statuses()).toEqual(passed);
  });

  test("because it is damaged after its first pages is reported as damaged by every command", async () => {
    const { viva, folder } = exam();
    expect((await viva("run")).code).toBe(0);
    const file = storeFile(folder);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa7, 12 * 4096, bytes.length - 4096));
    const commands = ["list", "show latest", "show latest case-7", "rm latest", "run"];
    for (const ended of await Promise.all(commands.map((command) => viva(command)))) {
      expectFault(ended, { file, message: "the store is damaged: database disk image is malformed" });
      expect(ended.stderr).toContain("move the file aside");
    }
  });

  test("because it cannot be written can still be read; commands that would write say so", async () => {
    const { viva, folder } = exam(2);
    expect((await viva("run")).code).toBe(0);
    const file = storeFile(folder);
    // The index of the write-ahead log cannot be created, as on a read-only file system.
    mkdirSync(`${file}-shm`);
    const reading = ["list", "show latest", "show latest case-1", "trend exam", "run --dry-run"];
    for (const ended of await Promise.all(reading.map((command) => viva(command)))) expect(ended.code).toBe(0);
    expect((await viva("doctor")).stdout).toMatch(/^! store .*, 1 run\n +the store is read-only/m);
    const writing = ["rm latest", "run", "score latest --all", "baseline set main latest"];
    for (const ended of await Promise.all(writing.map((command) => viva(command)))) {
      expectFault(ended, { file, message: "the store is read-only" });
    }
    rmSync(`${file}-shm`, { recursive: true });
    expect((await viva("rm latest")).code).toBe(0);
  });

  test("because something else is in its place says what", async () => {
    const { viva, folder } = exam(1);
    const file = storeFile(folder);
    mkdirSync(file, { recursive: true });
    const message = "the store cannot be opened: a folder is where the store should be";
    expectFault(await viva("list"), { file, message });
  });
});

test("a store is read while another process keeps it locked for writing", async () => {
  const { viva, folder } = exam(2, projectOf);
  expect((await viva("run")).code).toBe(0);
  const other = new DatabaseSync(storeFile(folder));
  other.exec("begin exclusive");
  expect(await viva("list")).toMatchObject({ code: 0, stdout: expect.stringContaining("2 of 2 trials") });
  expect(await viva("show latest")).toMatchObject({ code: 0 });
  other.close();
});
