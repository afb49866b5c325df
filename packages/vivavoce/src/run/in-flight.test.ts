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
const pending = () => new Promise<void>(() => {});

test("the file names the trials that are being played, and no other", async () => {
  const list = new InFlight(file, new Set());
  const { promise, resolve } = Promise.withResolvers<void>();
  void list.with(address("a"), pending);
  const b = list.with(address("b"), () => promise);
  expect(leftInFlight(file)).toEqual(marks("a", "b"));
  resolve();
  await b;
  expect(leftInFlight(file)).toEqual(marks("a"));
  void list.with(address("c"), pending);
  expect(leftInFlight(file)).toEqual(marks("a", "c"));
});

test("a run that lets go leaves no file behind", async () => {
  const list = new InFlight(file, new Set());
  await list.with(address("a"), async () => {});
  list.end();
  expect(existsSync(file)).toBe(false);
  expect(leftInFlight(file)).toEqual(new Set());
});

test("suspects of an earlier process stay until they have been played", async () => {
  void new InFlight(file, new Set()).with(address("a"), pending);
  const list = new InFlight(file, leftInFlight(file));
  void list.with(address("b"), pending);
  expect(leftInFlight(file)).toEqual(marks("a", "b"));
  await list.with(address("a"), async () => {});
  expect(leftInFlight(file)).toEqual(marks("b"));
});

test("the code that ends the process is known by its trial, however late it comes", async () => {
  const list = new InFlight(file, new Set());
  void list.with(address("a"), pending);
  const { promise: blamed, resolve } = Promise.withResolvers<string | undefined>();
  await list.with(address("b"), (blame) =>
    inTrial({ caseId: "case b", repeat: 1, blame }, async () => {
      void setTimeout(5).then(() => resolve(blameRunningTrial()));
    }),
  );
  expect(await blamed).toBe("case b");
  expect(leftInFlight(file)).toEqual(marks("b"));
  list.end();
  expect(leftInFlight(file)).toEqual(marks("b"));
});

test("code that belongs to no trial blames none", () => {
  void new InFlight(file, new Set()).with(address("a"), pending);
  expect(blameRunningTrial()).toBeUndefined();
  expect(leftInFlight(file)).toEqual(marks("a"));
});

test("a folder that cannot be written to does not hinder the run", async () => {
  const list = new InFlight("/nowhere/at/all", new Set());
  expect(await list.with(address("a"), async () => "played")).toBe("played");
  list.end();
});
