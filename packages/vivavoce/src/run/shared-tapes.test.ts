import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cassetteFolder } from "./cassette-folder.ts";
import { sharedTapes } from "./plan-run.ts";
import { caseList, loadedSuite, planOf, temporaryFolder } from "./run.test-helper.ts";

test("suites that name one folder, with tapes of before suites had their own, are refused", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tapes/default"), { recursive: true });
  const planned = (name: string) =>
    planOf(loadedSuite({ name, cases: caseList("one"), cassettes: "tapes" }, folder), {
      options: { traffic: "record" },
    });
  expect(sharedTapes([await planned("desk"), await planned("phone")])).toMatchObject([
    { message: `the suites desk and phone have the same tapes, in ${join(folder, "tapes")}` },
  ]);
  mkdirSync(join(folder, "tapes/phone"));
  expect(sharedTapes([await planned("desk"), await planned("phone")])).toEqual([]);
});

test("a suite has a folder of its own, and keeps tapes in the old place only if they can be nobody else's", async () => {
  const folder = temporaryFolder();
  const placeOf = async (name: string, fields = {}) => {
    const loaded = loadedSuite({ name, ...fields }, folder);
    return (await cassetteFolder({ ...loaded, folder, file: join(folder, `${name}.eval.ts`) })).place;
  };
  expect(await placeOf("desk")).toBe(join(folder, "cassettes/desk"));
  expect(await placeOf("Desk")).not.toBe(join(folder, "cassettes/Desk"));
  mkdirSync(join(folder, "cassettes/default"), { recursive: true });
  expect(await placeOf("desk")).toBe(join(folder, "cassettes"));
  expect(await placeOf("default")).toBe(join(folder, "cassettes"));
  writeFileSync(join(folder, "phone.eval.ts"), 'export default suite({ cassettes: "./elsewhere" });');
  expect(await placeOf("desk")).toBe(join(folder, "cassettes"));
  writeFileSync(join(folder, "chat.eval.ts"), "export default suite({ name });");
  expect(await placeOf("desk")).toBe(join(folder, "cassettes/desk"));
  expect(await placeOf("desk", { cassettes: "cassettes" })).toBe(join(folder, "cassettes"));
});
