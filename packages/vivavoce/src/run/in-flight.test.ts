import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { inTrial } from "../conversation/index.ts";
import { blameRunningTrial, InFlight, inFlightFile, leftInFlight, markOf } from "./in-flight.ts";

let file: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "viva-in-flight-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = inFlightFile(join(folder, "store.sqlite"), "run");
});

const address = (trial: string) => ({ run: "run", suite: 0, trial });
const marks = (...trials: string[]) => new Set(trials.map((trial) => markOf(address(trial))));

test("the file names the trials that are being played, and no more places than there were trials at once", async () => {
  const list = new InFlight(file, new Set());
  list.begin(address("a"));
  const b = list.begin(address("b"));
  expect(leftInFlight(file)).toEqual(marks("a", "b"));
  b.over();
  list.begin(address("c"));
  expect(leftInFlight(file)).toEqual(marks("a", "c"));
});

test("a run that lets go leaves no file behind", async () => {
  const list = new InFlight(file, new Set());
  list.begin(address("a")).over();
  list.end();
  expect(existsSync(file)).toBe(false);
  expect(leftInFlight(file)).toEqual(new Set());
});

test("suspects of an earlier process stay until they have been played", async () => {
  new InFlight(file, new Set()).begin(address("a"));
  const list = new InFlight(file, leftInFlight(file));
  list.begin(address("b"));
  expect(leftInFlight(file)).toEqual(marks("a", "b"));
  list.begin(address("a")).over();
  list.begin(address("c"));
  expect(leftInFlight(file)).toEqual(marks("b", "c"));
});

test("the code that ends the process is known by its trial, however late it comes", async () => {
  const list = new InFlight(file, new Set());
  list.begin(address("a"));
  const { promise: blamed, resolve } = Promise.withResolvers<string | undefined>();
  const { blame, over } = list.begin(address("b"));
  await inTrial({ caseId: "case b", repeat: 1, blame }, async () => {
    void setTimeout(5).then(() => resolve(blameRunningTrial()));
  });
  over();
  expect(await blamed).toBe("case b");
  expect(leftInFlight(file)).toEqual(marks("b"));
  list.end();
  expect(leftInFlight(file)).toEqual(marks("b"));
});

test("code that belongs to no trial blames none", () => {
  new InFlight(file, new Set()).begin(address("a"));
  expect(blameRunningTrial()).toBeUndefined();
  expect(leftInFlight(file)).toEqual(marks("a"));
});

test("a folder that cannot be written to does not hinder the run", async () => {
  const list = new InFlight("/nowhere/at/all", new Set());
  list.begin(address("a")).over();
  list.end();
});
