import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asking, casesOf, projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

const tape = (id: string, repeat?: number) => `viva: tape 1
origin: hand-written
case: ${id}
tapes:
  - agent: [{ text: Hello ${id} }]${repeat === undefined ? "" : `\n    repeat: ${repeat}`}
`;
const suite = (fields = "", ids = ["one", "two", "three"]) =>
  suiteText({ agent: asking, models: servedBy("http://127.0.0.1:9/"), cases: casesOf(...ids), fields });
const project = (fields?: string, tapes = ["cassettes/default/one.yaml"]) =>
  projectHere({ "a.eval.ts": suite(fields), ...Object.fromEntries(tapes.map((file) => [file, tapeOf(file)])) });
const tapeOf = (file: string) => tape(file.replace(/^.*\/|\.yaml$/g, ""));

describe.concurrent("a case without a tape in a replay", () => {
  test("is missing: 3, with the count and the command that records it", async () => {
    const { viva, statuses } = project();
    const run = await viva("run --replay");
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("2 of 3 cases have no tape: npx viva run a.eval.ts --record missing");
    expect(run.stdout).not.toContain("says nothing about the agent");
    expect(await statuses()).toEqual(["one passed", "two errored", "three errored"]);
    for (const command of ["gate latest", "run --replay --case one --case two", "run --replay --processes 2"])
      expect(await viva(command)).toMatchObject({ code: 3, stdout: expect.stringContaining("no tape: npx viva run") });
    expect((await viva("run --replay --case one")).code).toBe(0);
    expect((await viva("run --replay --case two")).code).toBe(64);
  });

  test("is missing from a shard, and from what is merged", async () => {
    const { viva } = project();
    const codes = [await viva("run --replay --shard 1/2"), await viva("run --replay --shard 2/2")].map(
      ({ code }) => code,
    );
    expect(codes).toContain(3);
  });

  test("is missing in a comparison with a run in which it had one", async () => {
    const { viva, write } = project(
      "",
      ["one", "two", "three"].map((id) => `cassettes/default/${id}.yaml`),
    );
    expect((await viva("run --replay")).code).toBe(0);
    expect((await viva("baseline set main")).code).toBe(0);
    write({ "cassettes/default/two.yaml": "viva: tape 1\norigin: hand-written\ncase: two\ntapes: []\n" });
    const compared = await viva("run --replay --baseline main");
    expect(compared.code).toBe(3);
    expect(compared.stdout).toContain("1 of 3 cases has no tape");
    expect(compared.stdout).not.toContain("removed");
  });

  test("of one repeat only: the others are missing", async () => {
    const { viva, statuses } = project(
      "",
      ["one", "two", "three"].map((id) => `cassettes/default/${id}.yaml`),
    );
    const run = await viva("run --replay --repeat 3 --case one");
    expect(run.code).toBe(3);
    expect(run.stdout).toContain(
      "1 of 1 case has no tape for some of the repeats: npx viva run a.eval.ts --repeat 3 --record missing",
    );
    expect(await statuses()).toEqual(["one passed", "one errored", "one errored"]);
  });

  test("under one of several variants", async () => {
    const variants = 'variants: { prompt: ["v2", "v1"] },';
    const all = ["one", "two", "three"].map((id) => `cassettes/prompt=v2/${id}.yaml`);
    const { viva, write } = project(variants, [...all, "cassettes/prompt=v1/one.yaml"]);
    const both = await viva("run --replay --variant prompt=v2,v1");
    expect(both.code).toBe(3);
    expect(both.stdout).toContain(
      "2 of 3 cases have no tape: npx viva run a.eval.ts --variant prompt=v1 --record missing",
    );
    write({ "a.eval.ts": suite(`${variants} untaped: ({ prompt }) => (prompt === "v1" ? "leave-out" : "missing"),`) });
    const left = await viva("run --replay --variant prompt=v2,v1");
    expect(left.code).toBe(0);
    expect(left.stdout).toContain("2 cases without a tape were left out");
  });
});

describe.concurrent("a suite that leaves out cases without a tape", () => {
  test("says how many in the verdict, and in every report", async () => {
    const { viva, read, folder } = project('untaped: "leave-out",');
    const run = await viva("run --replay --report html,junit,markdown,json");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("2 cases without a tape were left out") });
    for (const command of ["list", "show latest", "gate latest"])
      expect((await viva(command)).stdout).toContain("2 cases without a tape were left out");
    const reports = readdirSync(join(folder, "results"), { recursive: true }).map((name) => `results/${name}`);
    const named = reports.filter((file) => /\.(html|xml|md|json)$/.test(file));
    expect(named).toHaveLength(4);
    for (const file of named) expect(read(file), file).toMatch(/2 cases|"withoutTape": ?2/);
  });

  test("is refused if none has a tape, or if its rule has another name", async () => {
    expect((await project('untaped: "leave-out",', []).viva("run --replay")).code).toBe(64);
    const wrong = await project('untaped: "skip",').viva("run --replay");
    expect(wrong).toMatchObject({ code: 64, stderr: expect.stringContaining("untaped") });
  });
});
