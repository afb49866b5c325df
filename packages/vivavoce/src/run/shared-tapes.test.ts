import { expect, test } from "vitest";
import type { RunOptions } from "./options.ts";
import { caseList, loadedSuite, planOf, temporaryFolder } from "./run.test-helper.ts";
import { sharedTapes } from "./shared-tapes.ts";

/** Plans suites of one folder. */
function inOneFolder() {
  const folder = temporaryFolder();
  return (name: string, more: object = {}, traffic: RunOptions["traffic"] = "record") =>
    planOf(loadedSuite({ name, cases: caseList("one"), ...more }, folder), { options: { traffic } });
}

test("suites that would record a case in the same file are refused", async () => {
  const planned = inOneFolder();
  expect(sharedTapes([await planned("desk"), await planned("phone")])).toEqual([
    {
      message: "the suites desk and phone would record case one in the same file",
      remedy: 'Give phone a folder of its own: cassettes: "./cassettes/phone".',
    },
  ]);
});

test("suites with other cases, folders or without a recording are not", async () => {
  const planned = inOneFolder();
  const desk = await planned("desk");
  const others = [planned("phone", { cases: caseList("two") }), planned("chat", { cassettes: "./chat" })];
  expect(sharedTapes([desk, ...(await Promise.all(others)), await planned("live", {}, "live")])).toEqual([]);
});
