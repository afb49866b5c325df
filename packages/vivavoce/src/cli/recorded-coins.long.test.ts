import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => `case-${index}`);

/** A suite whose agent asks a model. `right`: whether the model answers well when it is asked for the nth time. */
async function exam(count: number, right: (asked: number) => boolean = () => true, fields = "gate: { passRate: 0 }") {
  let asked = 0;
  const server = await scriptedServer({
    answer: ({ messages }) => ({ text: right(asked++) ? `${messages.at(-1)?.content}` : "Go away" }),
  });
  const suite = { agent: asking, cases: casesOf(...ids(count)), models: servedBy(server.url), fields };
  const project = projectHere({ "exam.eval.ts": suiteText(suite) });
  const tapes = join(project.folder, "cassettes/exam/default");
  return { ...project, suite, tapes, asked: () => asked };
}

const second = "so there is no second sample";

describe("a coin on recorded tapes", () => {
  test("two recordings of a model are two samples, never exact, though each replays alike", async () => {
    const { viva, asked } = await exam(12, (nth) => (nth * 7) % 12 < 9);
    await viva("run --record");
    await viva("run --replay --try");
    expect((await viva("baseline set main")).code).toBe(0);
    await viva("run --record");
    expect(asked()).toBe(24);
    const run = await viva("run --replay --baseline main");
    expect(run.stdout).not.toContain("exact");
    expect(run.stdout).toContain("INCONCLUSIVE");
    expect(run.code).toBe(2);
  });

  test("two draws with the same words are not one: replayed, recorded again, and under other names", async () => {
    const { viva, tapes } = await exam(60);
    await viva("run --record");
    await viva("run --replay --try");
    await viva("baseline set main");
    await viva("run --record");
    const again = await viva("run --replay --baseline main");
    expect(again.stdout).not.toMatch(/exact|same recorded answers/);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("at worst −0.05") });
    // The words stay, and nothing says any more when they were drawn: then nothing says that they are one draw.
    for (const file of readdirSync(tapes)) {
      const tape = readFileSync(join(tapes, file), "utf8");
      expect(tape).toMatch(/^\s*draw:/m);
      writeFileSync(join(tapes, file), tape.replace(/^\s*draw:.*\n/gm, ""));
    }
    expect((await viva("run --replay --baseline main")).stdout).not.toMatch(/exact|same recorded answers/);
  });

  test("the same tapes are exact for these recorded answers, and that is what is said", async () => {
    const { viva } = await exam(12);
    await viva("run --record");
    await viva("run --replay --try");
    await viva("baseline set main");
    const run = await viva("run --replay --baseline main");
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("exact for these recorded answers: 12 trials"),
    });
  });

  test("a metric that throws a coin on the same tapes is not exact", async () => {
    const { viva, suite, write } = await exam(12);
    await viva("run --record");
    const metrics = `[contains(), defineMetric({ name: "mood", score: () => scored(Math.random() < 0.5 ? 0 : 1, []) })]`;
    write({ "exam.eval.ts": suiteText({ ...suite, metrics }) });
    await viva("run --replay --try");
    await viva("baseline set main");
    const run = await viva("run --replay --baseline main");
    expect(run.stdout).not.toContain("exact");
    expect(run.stdout).toMatch(/case-.* came out differently, so this was sampled/);
  });

  test("a replay of what the baseline's live run recorded says whose answers they are", async () => {
    const { viva } = await exam(60);
    await viva("run --record");
    await viva("baseline set main");
    const run = await viva("run --replay --baseline main");
    expect(run.stdout).not.toContain("exact");
    expect(run.stdout).toContain("(60 trials, 60 of them with the same recorded answers before and now)");
  });
});

describe("answers of the baseline in a live run", () => {
  test("are not a second sample: from the cache, and from tapes that --record missing keeps", async () => {
    const { viva, tapes, asked } = await exam(60);
    await viva("run --cache --record").then(({ code }) => expect(code).toBe(64));
    await viva("run --record");
    await viva("baseline set main");
    const kept = await viva("run --record missing --baseline main");
    expect(asked()).toBe(60);
    expect(kept).toMatchObject({ code: 2, stdout: expect.stringContaining(second) });
    for (const id of ["case-1", "case-2"]) rmSync(join(tapes, `${id}.yaml`));
    const some = await viva("run --record missing --baseline main");
    expect(asked()).toBe(62);
    expect(some).toMatchObject({ code: 2, stdout: expect.stringContaining(`in 58 trials the same answers`) });
    expect((await viva("gate --baseline main")).code).toBe(2);
    await viva("run --cache");
    const cached = await viva("run --cache --baseline latest");
    expect(cached).toMatchObject({ code: 2, stdout: expect.stringContaining(second) });
    expect((await viva("run --live --baseline main")).code).toBe(0);
  });

  test("are not a second sample in another folder either", async () => {
    const { viva, folder } = await exam(60);
    await viva("run --record");
    await viva("baseline set main");
    await viva("baseline export main --file main.json");
    const other = projectHere({ "exam.eval.ts": readFileSync(join(folder, "exam.eval.ts"), "utf8") });
    cpSync(join(folder, "cassettes"), join(other.folder, "cassettes"), { recursive: true });
    cpSync(join(folder, "main.json"), join(other.folder, "main.json"));
    expect((await other.viva("run --record missing --baseline main.json")).code).toBe(2);
  });
});

describe("second plays", () => {
  const plain = { cases: casesOf(...ids(12)), fields: "gate: { passRate: 0 }" };

  test("of one shard say nothing about the others", async () => {
    const { viva, runs } = projectHere({ "exam.eval.ts": suiteText(plain) });
    const merged = async (...shards: string[]) => {
      for (const flags of shards) await viva(`run ${flags}`);
      const made = (await runs()).slice(0, shards.length).map(({ id }) => id);
      await viva(`merge ${made.join(" ")}`);
      return viva("gate --baseline main");
    };
    await viva("run --try");
    await viva("baseline set main");
    const some = await merged("--shard 1/2 --try", "--shard 2/2");
    expect(some).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("no trial of this run was played a second time: play it again with --try"),
    });
    const all = await merged("--shard 1/2 --try", "--shard 2/2 --try");
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("exact: 12 trials") });
  });

  test("say nothing about scores that were made afterwards", async () => {
    const { viva, write } = projectHere({ "exam.eval.ts": suiteText(plain) });
    await viva("run --try");
    await viva("baseline set main");
    await viva("run --try");
    expect((await viva("gate --baseline main")).code).toBe(0);
    expect((await viva("score latest")).code).toBe(0);
    expect((await viva("gate --baseline main")).code).toBe(0);
    const mood = `[contains(), defineMetric({ name: "mood", score: () => scored(Math.random() < 0.5 ? 0 : 1, []) })]`;
    write({ "exam.eval.ts": suiteText({ ...plain, metrics: mood }) });
    await viva("score latest --all");
    const gate = await viva("gate --baseline main");
    expect(gate.stdout).not.toContain("exact");
    expect(gate.code).not.toBe(0);
  });
});
