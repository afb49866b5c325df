import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { caseList, cases } from "./case-files.ts";
import { caseFetcher } from "./case-set.ts";
import { caseInput } from "./fixtures/cases.ts";
import { temporaryFiles } from "./fixtures/temporary-files.ts";

const entry = (file: number, offset: number, length: number) => ({ id: "a", hash: "", line: 1, file, offset, length });

describe("fetching one case", () => {
  test("from JSON only its own bytes are parsed, so that the rest of the file may be anything", async () => {
    const text = 'é not JSON {"id": "ü"} }}}';
    const directory = await temporaryFiles({ "a.json": text, "b.jsonl": text });
    const fetch = caseFetcher(cases("*"), ["a.json", "b.jsonl"], directory);
    const start = Buffer.from(text).indexOf("{");
    expect(await fetch(entry(0, start, 12))).toEqual({ id: "ü" });
    expect(await fetch(entry(1, start, 12))).toEqual({ id: "ü" });
    await expect(fetch(entry(0, start, 11))).rejects.toThrow(SyntaxError);
  });

  test("from YAML the nth case of the file, over all its documents", async () => {
    const directory = await temporaryFiles({ "deep/a.yaml": "id: a\n---\n- id: b\n- id: c\n" });
    const fetch = caseFetcher(cases("*"), ["deep/a.yaml"], directory);
    expect(await Promise.all([2, 0, 1].map((number) => fetch(entry(0, number, 0))))).toEqual([
      { id: "c" },
      { id: "a" },
      { id: "b" },
    ]);
    expect(await fetch(entry(0, 3, 0))).toBeUndefined();
  });

  test("from a list the very object that was given", async () => {
    const list = [caseInput("a"), caseInput("b")];
    expect(await caseFetcher(caseList(list), [], ".")(entry(0, 1, 0))).toBe(list[1]);
  });

  test("a file that is gone is the file system's error, for the caller to name", async () => {
    const directory = await temporaryFiles({});
    const fetch = caseFetcher(cases("*"), ["gone.json", "gone.yaml"], join(directory, "nowhere"));
    await expect(fetch(entry(0, 0, 1))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(fetch(entry(1, 0, 0))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
