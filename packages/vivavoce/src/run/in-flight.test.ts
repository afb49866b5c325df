import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { inTrial } from "../conversation/index.ts";
import { blameRunningTrial, InFlight } from "./in-flight.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viva-in-flight-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const address = (trial: string) => ({ run: "run", suite: 0, trial });
const begin = () => new InFlight(join(folder, "store.sqlite"), "run");
const file = () => join(folder, "in-flight-run");

/** The trials that a process which is killed now would leave behind, and the number of marks in its file. */
function left() {
  const copy = mkdtempSync(join(tmpdir(), "viva-in-flight-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  const next = new InFlight(join(copy, "store.sqlite"), "run");
  const marks = existsSync(file()) ? readFileSync(file(), "utf8").split("\n").length - 1 : 0;
  expect(next.hasSuspects).toBe(marks > 0);
  return { trials: ["a", "b", "c"].filter((trial) => next.isSuspect(address(trial))).join(" "), marks };
}

test("the file names the trials that are being played, and no more places than there were trials at once", async () => {
  const list = begin();
  list.begin(address("a"));
  const b = list.begin(address("b"));
  expect(left()).toEqual({ trials: "a b", marks: 2 });
  b.over();
  list.begin(address("c"));
  expect(left()).toEqual({ trials: "a c", marks: 2 });
});

test("a run that lets go leaves no file behind", async () => {
  const list = begin();
  list.begin(address("a")).over();
  list.end();
  expect(readdirSync(folder)).toEqual([]);
  expect(left()).toEqual({ trials: "", marks: 0 });
});

test("suspects of an earlier process stay until they have been played", async () => {
  begin().begin(address("a"));
  const list = begin();
  list.begin(address("b"));
  expect(left()).toEqual({ trials: "a b", marks: 2 });
  list.begin(address("a")).over();
  list.begin(address("c"));
  expect(left()).toEqual({ trials: "b c", marks: 2 });
});

test("the code that ends the process is known by its trial, however late it comes", async () => {
  const list = begin();
  list.begin(address("a"));
  const { promise: blamed, resolve } = Promise.withResolvers<string | undefined>();
  const { blame, over } = list.begin(address("b"));
  await inTrial({ caseId: "case b", repeat: 1, blame }, async () => {
    void setTimeout(5).then(() => resolve(blameRunningTrial()));
  });
  over();
  expect(await blamed).toBe("case b");
  expect(left()).toEqual({ trials: "b", marks: 1 });
  list.end();
  expect(left()).toEqual({ trials: "b", marks: 1 });
});

test("code that belongs to no trial blames none", () => {
  begin().begin(address("a"));
  expect(blameRunningTrial()).toBeUndefined();
  expect(left()).toEqual({ trials: "a", marks: 1 });
});

test("a folder that cannot be written to does not hinder the run", async () => {
  const list = new InFlight(join(import.meta.filename, "store.sqlite"), "run");
  list.begin(address("a")).over();
  list.end();
});
