import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asksForSteps, judgeAnswer } from "../run/judged-run.test-helper.ts";
import { scriptedServer } from "../testing/index.ts";
import { projectHere, suiteText } from "./cli.test-helper.ts";

describe("viva steps", () => {
  test("shows them and pins them beside the suite, and no judge is asked for pinned ones", async () => {
    let up = true;
    await using judge = await scriptedServer({
      answer: ({ messages }) =>
        up ? judgeAnswer(messages).replace("Decide.", "Decide\\u001b[2J.") : { fault: "status", status: 500 },
    });
    const stepsCalls = () => judge.requests.filter(({ messages }) => asksForSteps(messages)).length;
    const models = `{ judge: { model: "compatible:judge", baseURL: ${JSON.stringify(judge.url)}, retries: 0 } }`;
    const metrics = `[contains(), metric.criteria({ criteria: ["is polite"] })]`;
    const { viva, write, read, folder, runs } = projectHere({
      "exams/a.eval.ts": suiteText({ metrics, models }),
      "plain.eval.ts": suiteText({ name: "plain" }),
    });
    const file = join(folder, "exams", "exam.steps.json");

    const shown = await viva("steps exams plain.eval.ts");
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toBe(
      "exam\n  criteria, general\n    1. Read all of general.\n    2. Decide�[2J.\nplain  has no metric with evaluation steps\n",
    );
    expect(existsSync(file)).toBe(false);
    const pinned = await viva("steps exams --write");
    expect(pinned.stdout).toContain(`pinned in ${file}`);
    const [first, second] = ["Read all of general.", "Decide\u001b[2J."];
    expect(JSON.parse(read("exams/exam.steps.json"))).toEqual({ criteria: { general: [first, second] } });
    expect(stepsCalls()).toBe(2);

    write({ "exams/exam.steps.json": `{ "criteria": { "general": ["Look for thanks."] } }` });
    const again = await viva("steps exams --write --live");
    expect(again.stdout).toBe("exam\n  criteria, general\n    1. Look for thanks.\n");
    expect((await viva("run exams")).code).toBe(0);
    expect(stepsCalls()).toBe(2);
    expect(JSON.stringify(judge.requests.at(-1)?.messages)).toContain("1. Look for thanks.");
    const verbose = await viva("show latest --verbose");
    expect(verbose.stdout).toContain("evaluation steps\n  criteria, general\n    1. Look for thanks.\n");

    write({
      "exams/exam.steps.json": `{ "criteria": { "general": [] } }`,
      "other/b.eval.ts": suiteText({ name: "other", metrics, models }),
    });
    up = false;
    const [broken, both, down] = await Promise.all([
      viva("run exams"),
      viva("steps --live --replay"),
      viva("steps other --write"),
    ]);
    expect(broken.code).toBe(64);
    expect(broken.stderr).toMatch(
      /^viva: exams\/exam\.steps\.json: the file does not hold evaluation steps: criteria, general: .*\n {4}Correct it, or delete it/,
    );
    expect(both).toMatchObject({ code: 64, stderr: expect.stringContaining("exclude each other") });
    expect(down).toMatchObject({ code: 3, stderr: expect.stringContaining("500") });
    expect(existsSync(join(folder, "other", "other.steps.json"))).toBe(false);
    expect(await runs()).toHaveLength(1);
  });
});
