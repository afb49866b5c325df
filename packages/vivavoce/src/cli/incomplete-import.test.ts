import { expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const promptfoo = `
prompts: ["{{question}}"]
providers: [echo]
tests:
  - description: greets
    vars: { question: Hello }
    assert:
      - { type: contains, value: Hello }
      - { type: javascript, value: "output.length < 3" }
  - description: whole
    vars: { question: Hi }
    assert: [{ type: contains, value: Hi }]
`;

test("an imported case that lost a check says so in the run that plays it", async () => {
  const { viva, read, write } = projectHere({ "promptfooconfig.yaml": promptfoo });
  expect((await viva("import promptfooconfig.yaml --out cases/imported.yaml")).code).toBe(0);
  expect(read("cases/imported.yaml")).toMatch(/imported:\s+incomplete:\s+- assert javascript/);
  write({ "a.eval.ts": suiteText({ cases: 'cases("./cases/*.yaml")' }) });
  const run = await viva("run a.eval.ts --report markdown");
  expect(run.stderr + run.stdout).toContain("the import of 1 case was incomplete: greets (assert javascript)");
  expect(run.stdout).toContain("checks were lost in the import of 1 case: greets");
  expect((await viva("show latest")).stdout).toContain("checks were lost in the import of 1 case: greets");
});
