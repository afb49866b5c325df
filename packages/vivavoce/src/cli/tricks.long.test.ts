import { describe, expect, test } from "vitest";
import { projectOf } from "./cli.test-helper.ts";
import { tricks } from "./tricks.test-helper.ts";

const idOf = (name: string) => name.replace(/\W+/g, "_");

/** A suite with a case for each trick, whose agent does it and gives a wrong answer: all of its trials fail. */
function examOf(names: readonly string[], more = ""): Record<string, string> {
  const does = names.map((name) => `${idOf(name)}: async () => { ${tricks[name]?.[1]} }`);
  return {
    "a.eval.ts": `import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
const does = { ${does.join(",\n")} };
export default suite({
  name: "tricks",
  cases: Object.keys(does).map((id) => ({ id, script: [{ content: "Hello" }], expect: { contains: ["Hello"] } })),
  agent: { name: "meddler", version: "1", open: (context) => ({ async reply() {
    context.record({ type: "text", text: "Good night" });
    await does[context.case.id]();
  } }) },
  metrics: [contains()], limits: { exchangeMs: 2_000 }, ${more}
});`,
  };
}

const names = Object.keys(tricks);
const endingWith = (code: unknown) => names.filter((name) => tricks[name]?.[0] === code);
/** Tricks that leave the verdict as it is share a command. */
const five = endingWith(1).flatMap((_, at, all) => (at % 5 === 0 ? [[all.slice(at, at + 5)]] : []));

describe.concurrent("in one process, a failing run", () => {
  test.each(five)("returns 1 whatever its agents do: %s", async (some) => {
    const { code, stdout } = await projectOf(examOf(some)).viva("run");
    expect(stdout).toContain(`FAIL: ${some.length} trials failed`);
    expect(code).toBe(1);
  });

  test.each([3, 7].flatMap((code) => endingWith(code).map((name) => [code, name] as const)))(
    "returns %s after %s",
    async (ends, name) => {
      const { code, stdout } = await projectOf(examOf([name])).viva("run");
      expect(stdout).not.toContain("PASS");
      expect(code).toBe(ends);
    },
  );

  test("is refused with 64 if loading its suite pollutes Object.prototype", async () => {
    const files = examOf(["process.exit(0)"]);
    const { code, stderr } = await projectOf({
      "a.eval.ts": `Object.prototype.passed = true;\n${files["a.eval.ts"]}`,
    }).viva("run");
    expect(stderr).toContain("set Object.prototype.passed");
    expect(code).toBe(64);
  });
});

test("in processes of their own, no trick makes a trial pass", async () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
  const project = projectOf(examOf(names, `isolation: "process"`));
  const { code } = await project.viva("run --processes 4");
  const trials = await project.trials();
  expect(trials.map(({ caseId }) => caseId)).toEqual(names.map(idOf));
  expect(trials.filter(({ status }) => status !== "failed" && status !== "errored")).toEqual([]);
  expect(code).toBe(3);
});
