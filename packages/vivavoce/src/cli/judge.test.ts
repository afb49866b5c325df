import { describe, expect, test } from "vitest";
import { criterionVersion } from "../calibration/index.ts";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import type { Label } from "../shape/index.ts";
import { Store, storeFile } from "../store/index.ts";
import { scriptedServer } from "../testing/index.ts";
import { casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

const ids = Array.from({ length: 15 }, (_, index) => `case-${index}`);
const cases = casesOf(...ids);
const suite = (url: string, criteria: string[], model = "compatible:one") =>
  suiteText({
    cases,
    metrics: `[metric.criteria({ criteria: ${JSON.stringify(criteria)}, steps: [] })]`,
    models: `{ judge: { model: ${JSON.stringify(model)}, baseURL: ${JSON.stringify(url)}, retries: 0 } }`,
  });

/** What people say: "is kind" holds in every case but the first, "is short" in none. */
async function labelAll(folder: string): Promise<void> {
  const store = await Store.open(storeFile(folder));
  const run = await store.runs.find("latest");
  const metric = run.suites[0]?.header.metrics[0];
  for await (const { trial, caseId, scores } of store.trials.read(run.id, 0)) {
    const [score] = scores;
    const transcriptHash = (await store.trials.transcriptHashes(run.id, 0, [trial])).get(trial);
    if (score?.status !== "scored") throw new Error(`${caseId} has no score`);
    for (const { id, label, ok } of score.checks) {
      const verdict = label === "is kind" && caseId !== "case-0" ? "pass" : "fail";
      const item = { suite: "exam", run: run.id, suitePosition: 0, trial, caseId, metric: "criteria", criterion: id };
      const words = { criterionText: label, criterionVersion: criterionVersion(label, metric?.asks), transcriptHash };
      const judged = { metricIdentity: metric?.identity ?? "", judged: ok ? "pass" : "fail" } as const;
      const said = { rater: "ana", labelledAt: Date.now(), verdict, reason: "because" } as const;
      const sampled = { how: "random", probability: 1 } as const;
      await store.labels.add({ id: `${caseId}-${id}`, ...item, ...words, ...judged, ...said, sampled } as Label);
    }
  }
  await store.close();
}

describe("viva judge card", () => {
  test("refuses without labels, shows figures with them, and is stale once the judge has changed", async () => {
    await using server = await scriptedServer({
      answer: ({ messages }) => judgeAnswer(messages, (text) => (text === "is kind" ? "yes" : "no")),
    });
    const { viva, folder, write } = projectHere({ "exam.eval.ts": suite(server.url, ["is kind", "is short"]) });
    expect((await viva("judge card")).stdout).toContain("no judged metric was used yet");
    expect(await viva("run --live")).toMatchObject({ code: 1 });
    const bare = await viva("judge card");
    expect(bare).toMatchObject({ code: 0, stdout: expect.stringContaining("exam · criteria  no labels") });
    expect((await viva("show latest")).stdout).not.toContain("judge card");

    await labelAll(folder);
    const card = await viva("judge card exam criteria");
    expect(card.stdout).toMatch(/^exam · criteria {2}current\n {2}judge: compatible:one\n {2}30 labelled items by ana/);
    expect(card.stdout).toMatch(/agreement {2}0\.97 \[.*\n {4}kappa {6}0\.93 \[/);
    expect(card.stdout).toMatch(/corrected {2}0\.47 \[/);
    expect(card.stdout).toContain("case-0: people fail, judge pass: is kind");
    expect((await viva("show latest")).stdout).toMatch(/^ {2}judge card: criteria kappa 0\.93 \[.*\] of 30 labels$/m);
    const json = JSON.parse((await viva("judge card exam criteria --criterion g2 --json")).stdout);
    expect(json).toMatchObject({ format: 1, least: { labels: 29 }, cards: [{ state: "current", labelled: 30 }] });
    expect(json.cards[0].parts).toMatchObject([{ of: "criterion", criterion: { id: "g2", text: "is short" }, n: 15 }]);
    const report = JSON.parse((await viva("show latest --json")).stdout);
    expect(report.header.suites[0].judgeCards).toMatchObject([{ metric: "criteria", state: "current" }]);

    write({ "exam.eval.ts": suite(server.url, ["is kind", "is short"], "compatible:two") });
    const second = await viva("run --live");
    expect(second.stdout).toContain("judge card: criteria stale, its 30 labels are about an earlier version");
    const stale = await viva("judge card exam criteria");
    expect(stale.stdout).toMatch(/^exam · criteria {2}stale$/m);
    expect(stale.stdout).toContain("the judge: compatible:one → compatible:two");
    const [, command = ""] = stale.stdout.match(/npx viva (score \w+ --all --metric criteria)/) ?? [];
    await viva(`${command} --live`);
    expect((await viva("judge card exam criteria")).stdout).toMatch(/^exam · criteria {2}current$/m);
  });

  test("an unknown suite, metric or criterion ends with 64 and what there is", async () => {
    await using server = await scriptedServer({ answer: ({ messages }) => judgeAnswer(messages) });
    const { viva } = projectHere({ "exam.eval.ts": suite(server.url, ["is kind"]) });
    await viva("run --live --case case-1");
    const refused = async (line: string) => {
      const { code, stderr } = await viva(`judge card ${line}`);
      return [code, stderr.split("\n").slice(0, 2).join(" ")];
    };
    expect(await refused("exams")).toEqual([64, expect.stringMatching(/suite exams.*Did you mean exam\?/)]);
    expect(await refused("exam criterion")).toEqual([64, expect.stringMatching(/metric criterion.*criteria/)]);
    expect(await refused("exam criteria --criterion g9")).toEqual([64, expect.stringContaining('no criterion "g9"')]);
  });
});
