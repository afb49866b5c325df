import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

const names = ["desk", "Desk", "default"];

test("suites of one folder with the same case ids have tapes of their own", async () => {
  const server = await scriptedServer({ answer: ({ messages }) => ({ text: String(messages.at(-1)?.content) }) });
  const suiteOf = (name: string) =>
    suiteText({ name, agent: asking, models: servedBy(server.url), cases: casesOf("one") }).replace("Be kind.", name);
  const { viva, folder } = projectHere(Object.fromEntries(names.map((name, nth) => [`${nth}.eval.ts`, suiteOf(name)])));
  for (const nth of names.keys()) expect((await viva(`run ${nth}.eval.ts --record`)).code).toBe(0);
  await server.close();
  expect(existsSync(join(folder, "cassettes/desk/default/one.yaml"))).toBe(true);
  for (const nth of names.keys()) expect((await viva(`run ${nth}.eval.ts --replay`)).code).toBe(0);
  expect((await viva("run --replay")).code).toBe(0);
});

test("a new suite does not play the hand-written tapes of its neighbour", async () => {
  const suite = (name: string) =>
    suiteText({ name, agent: asking, models: servedBy("http://127.0.0.1:9/"), cases: casesOf("one") });
  const tape = "viva: tape 1\norigin: hand-written\ncase: one\ntapes:\n  - agent: [{ text: Hello one }]\n";
  const { viva, write } = projectHere({ "a.eval.ts": suite("old"), "cassettes/default/one.yaml": tape });
  expect((await viva("run --replay")).code).toBe(0);
  write({ "b.eval.ts": suite("new") });
  for (const file of ["a.eval.ts", "b.eval.ts"])
    expect(await viva(`run ${file} --replay`)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("move this suite's into it"),
    });
  write({ "cassettes/old/default/one.yaml": tape });
  expect((await viva("run a.eval.ts --replay")).code).toBe(0);
});
