import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { caseSchema } from "../shape/index.ts";
import { workSince } from "../work.test-helper.ts";
import { faultsOf } from "./simulator-faults.ts";

interface Said {
  sheet: string;
  heard: string[];
  said?: string[];
  line: string;
  kind?: string;
}
interface Corpus {
  sheets: Record<string, unknown>;
  good: Said[];
  bad: Said[];
  /** Written after the rules, to see how far these reach. */
  unseen: Said[];
}

const corpus: Corpus = JSON.parse(readFileSync(new URL("./fixtures/simulated-callers.json", import.meta.url), "utf8"));

function faultsIn({ sheet, heard, said = [], line }: Said) {
  const { user } = caseSchema.parse({ id: sheet, user: corpus.sheets[sheet] });
  if (!user) throw new Error(`there is no sheet ${sheet}`);
  const opening = user.opening === undefined ? [] : [user.opening];
  return faultsOf(user, { exchange: 2, line, heard, said: [...opening, ...said] });
}

test.each(corpus.good)("$sheet may say “$line”", (said) => {
  expect(faultsIn(said).map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([]);
});

test.each([...corpus.bad, ...corpus.unseen])("$sheet is caught at “$line”: $kind", (said) => {
  expect(faultsIn(said).map(({ kind }) => kind)).toContain(said.kind);
});

test("the corpus is as large as it says", () => {
  expect(corpus.good.length).toBeGreaterThanOrEqual(60);
  expect(corpus.bad.length).toBeGreaterThanOrEqual(20);
  expect(corpus.unseen.length).toBeGreaterThanOrEqual(10);
});

test("a long line of nothing is read in passing", () => {
  const { user } = caseSchema.parse({ id: "ann", user: corpus.sheets.ann });
  if (!user) throw new Error("there is no such sheet");
  const line = `Hello.${"\n".repeat(20_000)}Bye.`;
  const before = process.cpuUsage();
  expect(faultsOf(user, { exchange: 2, line, heard: ["Yes?"], said: [] })).toEqual([]);
  expect(workSince(before)).toBeLessThan(2_000);
});
