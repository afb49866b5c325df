import { describe, expect, test } from "vitest";
import { projectHere, projectOf, suiteText } from "./cli.test-helper.ts";
import { keepStdoutForTheReport, writeReport } from "./streams.ts";

type Streams = NonNullable<Parameters<typeof keepStdoutForTheReport>[0]>;

/** Two streams that remember what was written. */
function streams() {
  const written = { stdout: [] as string[], stderr: [] as string[] };
  const stream = (name: "stdout" | "stderr") => ({
    write: (chunk: unknown, ...rest: unknown[]) => {
      written[name].push(String(chunk));
      for (const done of rest) if (typeof done === "function") done();
      return true;
    },
  });
  return { written, given: { stdout: stream("stdout"), stderr: stream("stderr") } as unknown as Streams };
}

describe("stdout that is kept", () => {
  test("what others write goes to stderr, what we write to stdout", () => {
    const { given, written } = streams();
    given.stdout.write("before ");
    keepStdoutForTheReport(given);
    given.stdout.write("theirs ");
    given.stdout.write(Buffer.from("bytes "));
    writeReport("ours", given);
    expect(written).toMatchObject({ stdout: ["before ", "ours"], stderr: ["theirs ", "bytes "] });
  });

  test("text is written as usual while stdout is not kept for the report", () => {
    const { given, written } = streams();
    writeReport("ours", given);
    expect(written.stdout).toEqual(["ours"]);
  });

  test("until the last caller releases it", () => {
    const { given, written } = streams();
    const [first, second] = [keepStdoutForTheReport(given), keepStdoutForTheReport(given)];
    first();
    first();
    given.stdout.write("kept");
    second();
    given.stdout.write("free");
    keepStdoutForTheReport(given);
    given.stdout.write("kept again");
    expect(written).toMatchObject({ stdout: ["free"], stderr: ["kept", "kept again"] });
  });

  test("callbacks are called", async () => {
    const { given } = streams();
    keepStdoutForTheReport(given);
    await new Promise<void>((resolve) => void given.stdout.write("x", () => resolve()));
  });
});

/** Every way to stdout that code of a suite may take. */
const loud = (where: string) => `
  console.log("${where} log"); console.info("${where} info"); console.table([1]); console.dir({ a: "${where} dir" });
  process.stdout.write("${where} write\\n"); process.stdout.write(Buffer.from("${where} bytes\\n"));
  writeSync(1, "${where} descriptor\\n"); writeFileSync(1, "${where} file\\n");`;

const ways = ["log", "info", "write", "bytes", "descriptor", "file"];

const noisy = suiteText({
  before: `import { writeFileSync, writeSync } from "node:fs";${loud("load")}`,
  agent: `{ name: "noisy", version: "1", open: (context) => ({ async reply(message) {
    ${loud("agent")} process.stdout.end("agent end\\n");
    context.record({ type: "text", text: message });
  } }) }`,
  metrics: `[contains(), defineMetric({ name: "loud", threshold: 1, score() { ${loud("metric")} return scored(1, []); } })]`,
});

describe.concurrent("a command whose stdout a program reads", () => {
  const config = `(console.log("config log"), process.stdout.write("config write\\n"), { suites: ["*.eval.ts"] })`;

  test("prints only its own JSON; output of the suite, its agent and its metrics goes to stderr", async () => {
    const { viva } = projectOf({ "a.eval.ts": noisy }, config);
    const run = await viva("run --json");
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout).results).toHaveLength(1);
    for (const where of ["load", "agent", "metric"])
      for (const way of ways) expect(run.stderr).toContain(`${where} ${way}`);
    for (const words of ["agent end", "config log", "config write"]) expect(run.stderr).toContain(words);
    const input = JSON.stringify({ id: "x", script: [{ content: "Hello" }] });
    const [played, scored, listedCases] = await Promise.all([
      viva("play a.eval.ts", { input }),
      viva("score latest --all --json"),
      viva("list --cases --json"),
    ]);
    expect(JSON.parse(played.stdout).messages).toHaveLength(2);
    expect(played.stderr).toContain("agent descriptor");
    expect(JSON.parse(scored.stdout).results).toHaveLength(1);
    expect(scored.stderr).toContain("metric write");
    expect(
      listedCases.stdout
        .trimEnd()
        .split("\n")
        .map((row) => JSON.parse(row).id),
    ).toEqual(["one", "two"]);
  });

  test("prints only its own JSON where it loads nothing but a config that writes", async () => {
    const writing = `(process.stdout.write("config write\\n"), { suites: ["*.eval.ts"] })`;
    const { viva } = projectHere({ "a.eval.ts": suiteText() }, writing);
    await viva("run");
    const [listed, schema, shown] = [await viva("list --json"), await viva("schema"), await viva("show latest --json")];
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
    expect(JSON.parse(schema.stdout)).toHaveProperty("$defs");
    expect(JSON.parse(shown.stdout).results).toHaveLength(1);
  });

  test("on GitHub's runner too, where printed lines are kept from being commands", async () => {
    const { viva } = projectOf({ "a.eval.ts": noisy });
    const { stdout, stderr } = await viva("run --json", { environment: { GITHUB_ACTIONS: "true" } });
    expect(JSON.parse(stdout).results).toHaveLength(1);
    expect(stderr).toContain("agent write");
  });

  test("on GitHub's runner, exported JSON and answers of a named store say what the agent said", async () => {
    const said = "##[error] is not a command";
    const { viva, start } = projectHere({
      "a.eval.ts": suiteText({ agent: `async (_message, _context) => ${JSON.stringify(said)}` }),
    });
    await viva("run --store own.sqlite");
    const environment = { GITHUB_ACTIONS: "true" };
    const [exported, played] = [
      await viva("export latest --store own.sqlite", { environment }),
      await start("--store own.sqlite play a.eval.ts", {
        environment,
        input: `{"id":"own","script":[{"content":"Hi"}]}`,
      }).ended,
    ];
    expect(
      exported.stdout
        .trimEnd()
        .split("\n")
        .map((row) => JSON.stringify(JSON.parse(row).transcript)),
    ).toEqual([expect.stringContaining(said), expect.stringContaining(said)]);
    expect(JSON.stringify(JSON.parse(played.stdout).messages)).toContain(said);
    for (const { stdout } of [exported, played]) expect(stdout).not.toContain("##[");
  });

  test("help stays on stdout", async () => {
    const { viva } = projectHere({ "a.eval.ts": noisy });
    expect(await viva("play --help")).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: viva play") });
  });

  test("without --json, output of users' code stays on its stream", async () => {
    const { viva } = projectOf({ "a.eval.ts": noisy.replace(`process.stdout.end("agent end\\n");`, "") });
    const { stdout } = await viva("run");
    for (const way of ways) expect(stdout).toContain(`agent ${way}`);
  });
});
