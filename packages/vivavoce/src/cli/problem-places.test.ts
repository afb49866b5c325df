import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

describe("a problem names the file as the user would type it", () => {
  test("a field of a suite or of the config, and what was loaded on the way", async () => {
    const { viva, write } = projectHere({ "a.eval.ts": suiteText({ fields: "variant: {}," }) });
    expect(await viva("run")).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/^viva: a\.eval\.ts:\d+: suite exam: unknown field "variant"\n/),
    });
    write({ "lib/b.ts": 'import "./nowhere.ts";', "a.eval.ts": 'import "./lib/b.ts";' });
    expect((await viva("run")).stderr).toMatch(
      /^viva: lib\/b\.ts:1:8: cannot find \.\/nowhere\.ts \(while loading a\.eval\.ts\)\n/,
    );
  });

  test("the name of a model: the flag, the suite or the config in which it is", async () => {
    const { viva, write } = projectHere({ "a.eval.ts": suiteText({ models: '{ agent: "gpt-4o" }' }) });
    expect((await viva("run")).stderr).toMatch(/^viva: a\.eval\.ts: models\.agent: "gpt-4o" is not a model name\n/);
    expect((await viva("run --model gpt-5")).stderr).toMatch(/^viva: --model: "gpt-5" is not a model name\n/);
    write({
      "a.eval.ts": suiteText(),
      "viva.config.ts": 'export default { suites: ["*.eval.ts"], models: { judge: "opnai:gpt-5" } };',
    });
    expect((await viva("run")).stderr).toMatch(/^viva: viva\.config\.ts: models\.judge: unknown provider "opnai"/);
  });
});
