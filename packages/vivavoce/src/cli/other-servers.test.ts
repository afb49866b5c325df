import { expect, test } from "vitest";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import { scriptedServer } from "../testing/index.ts";
import { casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

const cases = casesOf(...Array.from({ length: 12 }, (_, index) => `case-${index}`));
const exam = suiteText({
  cases,
  metrics: `[metric.criteria({ criteria: ["is polite"], steps: [] })]`,
  models: `{ judge: { model: "compatible:one", retries: 0 } }`,
});
const judgeThatSays = (verdict: "yes" | "no") =>
  scriptedServer({ answer: ({ messages }) => judgeAnswer(messages, verdict) });

test("another server that answers by the judge's name is another judge, until the run before is scored there too", async () => {
  await using strict = await judgeThatSays("no");
  await using lenient = await judgeThatSays("yes");
  const { viva } = projectHere({ "exam.eval.ts": exam });
  const at = (server: { url: string }) => ({ environment: { COMPATIBLE_BASE_URL: server.url } });
  expect(await viva("run --live", at(strict))).toMatchObject({ code: 1 });
  await viva("baseline set main latest");
  const refused = await viva("run --live --baseline main", at(lenient));
  expect([refused.code, refused.stderr]).toEqual([64, expect.stringContaining(`compatible:one at ${strict.url}`)]);

  expect(await viva("run --live", at(lenient))).toMatchObject({ code: 0 });
  const compared = await viva("compare main latest");
  const words = compared.stdout + compared.stderr;
  expect([compared.code, words]).toEqual([
    64,
    expect.stringContaining(`by compatible:one at ${lenient.url} in the later one`),
  ]);
  const [, scoring = ""] = words.match(/npx viva (score \S+[^\n`]*?)(?:[`.]|\n|$)/) ?? [];
  expect((await viva(`${scoring} --live`, at(lenient))).stdout).toContain("12");
  const again = await viva("compare main latest");
  expect(again.stdout + again.stderr).not.toContain("judged by");
  expect(again.stdout).toContain("12 cases in both");
});

test("a run goes on only where the same server answers, and a replay does not care", async () => {
  await using one = await judgeThatSays("yes");
  await using other = await judgeThatSays("yes");
  const { viva } = projectHere({ "exam.eval.ts": exam });
  const at = ({ url }: { url: string }) => ({ environment: { COMPATIBLE_BASE_URL: url } });
  expect(await viva("run --record", at(one))).toMatchObject({ code: 0 });
  expect(await viva("run --replay", at(other))).toMatchObject({ code: 0 });
  expect(await viva("run --live", at({ url: "http://127.0.0.1:9/v1" }))).toMatchObject({ code: 3 });
  const resumed = await viva("run --resume latest", at(other));
  expect([resumed.code, resumed.stderr]).toEqual([3, expect.stringContaining("the server of judge")]);
});
