import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesOf, projectHere, projectOf, suiteText, type TestProject } from "./cli.test-helper.ts";

/** An agent that says whatever a package makes of a message: 6.7.0 repeats it, 6.9.1 does not. */
const suite = suiteText({
  cases: casesOf("one", "two", "three", "four"),
  before: 'import { reply } from "speaker";',
  agent: `{
    name: "speaker",
    version: "1",
    open: (context) => ({ reply: async (message) => context.record({ type: "text", text: reply(message) }) }),
  }`,
});

/** A machine with the suite, on which the package, which needs another one, was installed. */
function machine(speaker: string, voice: string, make = projectHere): TestProject {
  const answer = speaker === "6.7.0" ? "message" : '"Go away"';
  return make({
    "exam.eval.ts": suite,
    "node_modules/speaker/package.json": JSON.stringify({ name: "speaker", version: speaker }),
    "node_modules/speaker/index.js": `require("voice");\nexports.reply = (message) => ${answer};`,
    "node_modules/voice/package.json": JSON.stringify({ name: "voice", version: voice }),
    "node_modules/voice/index.js": "",
  });
}

const storeOf = ({ folder }: TestProject) => join(folder, ".viva/store.sqlite");

describe("shards", () => {
  test("with another version of a package are not merged: it is named, and where it was", async () => {
    const [one, two] = [machine("6.9.1", "1.0.0"), machine("6.7.0", "1.0.0")];
    expect((await one.viva("run --shard 1/2")).code).toBe(1);
    expect((await two.viva("run --shard 2/2")).code).toBe(0);
    const merged = await one.viva(`merge ${storeOf(one)} ${storeOf(two)}`);
    expect(merged.code).toBe(64);
    expect(merged.stderr).toContain(": exam: speaker 6.7.0 in shard 2/2, 6.9.1 in shard 1/2\n");
    expect(merged.stderr).toContain("the same code, packages (install them with npm ci), Node, cases");
  });

  test("with another version of a package's package are not merged either", async () => {
    const [one, two] = [machine("6.7.0", "1.0.0"), machine("6.7.0", "1.0.1")];
    await one.viva("run --shard 1/2");
    await two.viva("run --shard 2/2");
    const merged = await one.viva(`merge ${storeOf(one)} ${storeOf(two)}`);
    expect(merged).toMatchObject({ code: 64, stderr: expect.stringContaining("voice 1.0.1 in shard 2/2, 1.0.0 in") });
  });

  test("with the same packages are merged, in a process that has loaded other suites as in one of their own", async () => {
    const [one, two] = [machine("6.7.0", "1.0.0"), machine("6.7.0", "1.0.0", projectOf)];
    await one.viva("run");
    await one.viva("run --shard 1/2");
    await two.viva("run --shard 2/2");
    expect((await one.viva(`merge ${storeOf(one)} ${storeOf(two)}`)).code).toBe(0);
  });
});

describe("two runs with other packages", () => {
  test("are compared, and what changed is named", async () => {
    const [one, two] = [machine("6.7.0", "1.0.0"), machine("6.9.1", "1.1.0")];
    expect((await one.viva("run --try")).code).toBe(0);
    expect((await two.viva(`run --try --store ${storeOf(one)}`)).code).toBe(1);
    const [after, before] = await one.runs();
    const compared = await one.viva(`compare ${before?.id} ${after?.id} --report markdown`);
    expect(compared.code).toBe(1);
    const lines = ["changed: speaker 6.7.0 → 6.9.1", "changed: voice 1.0.0 → 1.1.0"];
    expect(compared.stdout).toContain(`  ${lines.join("\n  ")}\n`);
    expect(compared.stdout).not.toMatch(/nothing that Viva can see|the code of the suite/);
    expect(before?.suites[0]?.header.sources?.packages).toEqual({ speaker: "6.7.0", voice: "1.0.0" });
    const [report] = readdirSync(join(one.folder, "results"));
    expect(one.read(`results/${report}`)).toContain("- `speaker: 6.7.0 → 6.9.1`\n- `voice: 1.0.0 → 1.1.0`\n");
  });

  test("score differently: a run is scored whole by one of them, and what differs is named", async () => {
    const metrics = `[defineMetric({ name: "heard", score: ({ exchanges }) => scored(reply("yes") === "yes" ? 1 : 0, []) })]`;
    const own = suiteText({ cases: casesOf("one", "two"), before: 'import { reply } from "speaker";', metrics });
    const strict = machine("6.9.1", "1.0.0");
    strict.write({ "exam.eval.ts": own });
    expect((await strict.viva("run")).code).toBe(1);
    const same = await strict.viva("score latest");
    expect(same).toMatchObject({ code: 1, stderr: expect.not.stringContaining("other versions") });
    const lenient = machine("6.7.0", "1.0.1");
    lenient.write({ "exam.eval.ts": own });
    const scored = await lenient.viva(`score latest --store ${storeOf(strict)}`);
    expect(scored.stdout).toContain("exam: 2 trials scored");
    expect(scored.stderr).toContain(
      "warning: exam is scored with other versions: speaker 6.7.0 here, 6.9.1 when it was played; voice 1.0.1 here, 1.0.0 when",
    );
  });

  test("are not one run: it is not resumed on a machine with others", async () => {
    const [one, two] = [machine("6.9.1", "1.0.0"), machine("6.7.0", "1.0.0")];
    await one.viva("run --bail --concurrency 1");
    const told = await two.viva(`run --resume --store ${storeOf(one)}`);
    expect(told.code).toBe(3);
    expect(told.stderr).toContain("  exam: speaker 6.7.0 here, 6.9.1 in the plan\n");
    expect(told.stderr).toContain("Or undo the change (packages: npm ci)");
    expect((await one.viva("run --resume")).code).toBe(1);
  });
});
