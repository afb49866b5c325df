import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Store, storeFile } from "../store/index.ts";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, resultsIn, servedBy, suiteText, type TestProject } from "./cli.test-helper.ts";

/** Six cases, of which two are a cluster; the agent says another word than expected in the case "wrong". */
const cases = JSON.stringify(
  ["one", "two", "three", "four", "five", "wrong"].map((id) => ({
    id,
    ...(id < "o" ? { cluster: "early" } : {}),
    script: [{ content: `Hello ${id}` }],
    expect: { contains: [`Hello ${id === "wrong" ? "right" : id}`] },
  })),
);
const flags = "--replay --variant tone=warm,dry --repeat 2";

/** The project on another machine: the same files, and a store of its own. */
function elsewhere(files: Record<string, string>, tapes: string): TestProject {
  const project = projectHere(files);
  cpSync(tapes, join(project.folder, "cassettes"), { recursive: true });
  return project;
}

const store = ({ folder }: TestProject) => `${folder}/.viva/store.sqlite`;

/** A machine that only merges. */
const empty = () => projectHere({});

describe("shards of a replay", () => {
  let files: Record<string, string>;
  let tapes: string;
  let single: TestProject;
  let shards: TestProject[];
  const codes: (number | null)[] = [];

  beforeAll(async () => {
    await using server = await scriptedServer({
      answer: ({ messages }) => ({
        text: String(messages.at(-1)?.content),
        usage: { inputTokens: 12, outputTokens: 4 },
      }),
    });
    const settings = { agent: asking, models: servedBy(server.url) };
    const fields = `variants: { tone: ["warm", "dry"] }, gate: { passRate: 0.5 },`;
    const small = { name: "small", cases: casesOf("alone"), fields: `${fields} cassettes: "cassettes/small",` };
    files = {
      "a.eval.ts": suiteText({ cases, fields, ...settings }),
      "b.eval.ts": suiteText({ ...small, ...settings }),
    };
    single = projectHere(files);
    expect((await single.viva(`run ${flags.replace("--replay", "--record")}`)).code).toBe(0);
    tapes = join(single.folder, "cassettes");
    await single.viva(`run ${flags}`);
    shards = [1, 2, 3].map(() => elsewhere(files, tapes));
    for (const [index, shard] of shards.entries())
      codes.push((await shard.viva(`run ${flags} --shard ${index + 1}/3`)).code);
  });

  test("are merged to what one machine would have stored, byte by byte", async () => {
    expect(codes).toEqual([0, 0, 0]);
    const merged = empty();
    const before = shards.map(({ folder }) =>
      readdirSync(join(folder, ".viva")).map((name) => readFileSync(join(folder, ".viva", name))),
    );
    const told = await merged.viva(`merge ${shards.map(store).join(" ")} --json`);
    expect(told.stderr).toContain("merging 3 shards");
    expect(told.code).toBe(0);
    const alone = (await single.viva("show latest --json")).stdout;
    expect(resultsIn(told.stdout)).toBe(resultsIn(alone));
    expect(await everythingIn(merged)).toEqual(await everythingIn(single));
    const [now, then] = [JSON.parse(told.stdout).header, JSON.parse(alone).header];
    expect(now.suites).toEqual(then.suites);
    expect(now.decisions).toEqual(then.decisions);
    expect(now.merged).toMatchObject({ count: 3, shards: [{ index: 1 }, { index: 2 }, { index: 3 }] });
    // The shards' stores are as they were.
    const after = shards.map(({ folder }) =>
      readdirSync(join(folder, ".viva")).map((name) => readFileSync(join(folder, ".viva", name))),
    );
    expect(after).toEqual(before);
    expect((await merged.viva("list")).stdout).toContain("merged from 3 shards");
  });

  test("are parts that never pass by themselves, and say so", async () => {
    const [shard] = shards as [TestProject];
    const { stdout } = await shard.viva("show latest");
    expect(stdout).toContain("shard 1/3");
    expect(stdout).toContain("INCONCLUSIVE: this is shard 1/3");
    expect((await shard.viva("gate latest")).stdout).not.toContain("PASS");
    const refused = await shard.viva("baseline set main");
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining("is one shard of a run") });
  });

  test("that do not fit are refused with every reason, and nothing is written", async () => {
    const [one, two] = shards as [TestProject, TestProject, TestProject];
    const other = elsewhere({ ...files, "a.eval.ts": (files["a.eval.ts"] ?? "").replace('"1",', '"2",') }, tapes);
    await other.viva(`run ${flags} --shard 3/3`);
    const merged = empty();
    mkdirSync(join(merged.folder, "nothing"));
    writeFileSync(join(merged.folder, "torn.sqlite"), "this was cut off");
    const told = await merged.viva(
      `merge ${store(one)} ${store(one)} ${store(other)} nowhere no/where.sqlite nothing torn.sqlite`,
    );
    expect(told.code).toBe(64);
    for (const reason of [
      "shard 2/3 is missing",
      /shard 3\/3 \(run \w+ in \S+\) does not fit shard 1\/3 .*exam: /,
      "there is no run nowhere",
      "no/where.sqlite: there is no such file",
      "nothing: there is no store in it",
      "torn.sqlite: the store",
    ])
      expect(told.stderr).toMatch(reason);
    expect(await merged.runs()).toEqual([]);
    // Another pipeline's shard is one of yesterday, from a cache.
    const late = elsewhere(files, tapes);
    await late.viva(`run ${flags} --shard 3/3`, { environment: { CI_PIPELINE_ID: "77" } });
    const stale = await merged.viva(`merge ${store(one)} ${store(two)} ${store(late)}`);
    expect(stale).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("pipeline of the build server (77, not none)"),
    });
  });

  test("are merged in part with --partial, never pass, and the rest can be played here", async () => {
    const [one, two] = shards as [TestProject, TestProject];
    const merged = elsewhere(files, tapes);
    const part = await merged.viva(`merge ${store(one)} ${dirname(store(two))} --partial`);
    expect(part.code).toBe(3);
    expect(part.stdout).toContain("still pending");
    expect(part.stdout).not.toContain("PASS");
    expect((await merged.viva("list")).stdout).toContain("merged from 2 of 3 shards");
    const rest = await merged.viva("run --resume --json");
    expect(rest.code).toBe(0);
    expect(resultsIn(rest.stdout)).toBe(resultsIn((await single.viva("show latest --json")).stdout));
  });

  test("of one store are merged by their ids, after an unfinished one was resumed", async () => {
    const here = elsewhere(files, tapes);
    const strict = "--bail --concurrency 1 --pass-rate 1";
    // The shard with the wrong case stops at it.
    for (const index of [1, 2]) await here.viva(`run ${flags} --shard ${index}/2 ${strict}`);
    const both = (await here.runs()).map(({ id }) => id);
    const [left, ...others] = (await here.runs()).filter(({ finishedAt }) => finishedAt === undefined);
    expect(others).toEqual([]);
    const refused = await here.viva(`merge ${both.join(" ")}`);
    expect(refused).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/is unfinished: \d+ of \d+ trials pending/),
    });
    expect((await here.viva(`run --resume ${left?.id} --pass-rate 1`)).code).toBe(0);
    const told = await here.viva(`merge ${both.join(" ")} --pass-rate 0.5 --json`);
    expect(told.code).toBe(0);
    expect(resultsIn(told.stdout)).toBe(resultsIn((await single.viva("show latest --json")).stdout));
    expect((await here.viva(`merge ${both.join(" ")}`)).code).toBe(1);
  });
});

test("a shard is not resumed if the plan of all shards has changed since", async () => {
  const list = JSON.parse(casesOf("one", "two", "three")) as { id: string; expect: unknown }[];
  const failing = list.map((one) => ({ ...one, expect: { contains: ["Bye"] } }));
  const here = projectHere({
    "cases.json": JSON.stringify(failing),
    "a.eval.ts": suiteText({ cases: `cases("./cases.json")` }),
  });
  await here.viva("run --shard 1/1 --bail --concurrency 1");
  here.write({ "cases.json": JSON.stringify(failing.slice(0, 2)) });
  const told = await here.viva("run --resume");
  expect(told).toMatchObject({ code: 3, stderr: expect.stringContaining("of which this shard is a part") });
});

/** All trials of the newest run, with calls and exports, without what differs by time. */
async function everythingIn({ folder, viva }: TestProject) {
  const opened = await Store.open(storeFile(folder));
  try {
    const [run] = await opened.runs.list(1);
    if (!run) throw new Error("there is no run");
    const calls = [];
    const trials = [];
    for (const { position } of run.suites) {
      for await (const trial of opened.trials.read(run.id, position)) {
        trials.push(trial);
        calls.push(await opened.calls.of({ run: run.id, suite: position, trial: trial.trial }));
      }
    }
    const csv = (await viva("export latest --format csv")).stdout.replaceAll(run.id, "RUN");
    return { calls, trials, csv };
  } finally {
    await opened.close();
  }
}
