import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { InfrastructureError } from "../base/index.ts";
import { reportName, runReports, writeWhole } from "./report-files.ts";
import { scored, storedRun } from "./stored-run.test-helper.ts";

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const suites = [
  { metrics: [{ name: "toolUse" }], trials: [{ id: "a", status: "passed" as const, scores: [scored("toolUse", 1)] }] },
];

test("every kind is written, named by time, suite and run, and is what its name says", async () => {
  const { store, run } = await storedRun(...suites);
  const folder = join(folderOf(), "results");
  const paths = await runReports.write(runReports.kinds, folder, { store, run, decisions: [] });
  const name = `1970-01-01T00-00-00-coach-${run.id}`;
  expect(paths.map((path) => basename(path))).toEqual([
    `${name}.html`,
    `${name}.junit.xml`,
    `${name}.json`,
    `${name}.md`,
  ]);
  const [html, junit, json, markdown] = paths.map((path) => readFileSync(path, "utf8"));
  expect(html).toMatch(/^<!doctype html>/);
  expect(junit).toMatch(/^<\?xml /);
  expect(JSON.parse(json ?? "").results[0].trials[0].case).toBe("a");
  expect(markdown).toMatch(/^<!-- viva-report:coach -->/);
  expect(readdirSync(folder)).toHaveLength(4);
});

test("a kind that is asked for twice is written once", async () => {
  const { store, run } = await storedRun(...suites);
  const kinds: typeof runReports.kinds = ["markdown", "markdown"];
  expect(await runReports.write(kinds, folderOf(), { store, run, decisions: [] })).toHaveLength(1);
});

test("several suites are counted in the name, and a name cannot leave the folder", async () => {
  const { run } = await storedRun({ name: "a", trials: [] }, { name: "b", trials: [] });
  expect(reportName(run)).toBe(`1970-01-01T00-00-00-2-suites-${run.id}`);
  const [suite] = run.suites;
  if (!suite) throw new Error("no suite");
  expect(reportName({ ...run, suites: [{ ...suite, name: "../../etc" }] })).toBe(
    `1970-01-01T00-00-00-.._.._etc-${run.id}`,
  );
});

test("a report that breaks off leaves no file, and says that the run is not lost", async () => {
  const { store, run } = await storedRun(...suites);
  const folder = folderOf();
  const broken = { ...run, suites: [{ ...run.suites[0], header: undefined }] } as unknown as typeof run;
  const writing = runReports.write(["html"], folder, { store, run: broken, decisions: [] });
  await expect(writing).rejects.toThrow(InfrastructureError);
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that cannot be made is an error that says so", async () => {
  const { store, run } = await storedRun(...suites);
  const folder = folderOf();
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", "results"), "a file in its place");
  await expect(runReports.write(["json"], join(folder, "a", "results"), { store, run, decisions: [] })).rejects.toThrow(
    "a report could not be written",
  );
});

test("nor is a file made after it was removed, if the report breaks off while it is being opened", async () => {
  const folder = folderOf();
  const breakOff = () => Promise.reject(new Error("no words"));
  // One in a hundred was left behind.
  for (let round = 0; round < 300; round++) {
    const writing = ["a", "b", "c"].map((name) => writeWhole(join(folder, `${name}-${round}`), breakOff));
    await Promise.allSettled(writing);
  }
  expect(readdirSync(folder)).toEqual([]);
});
