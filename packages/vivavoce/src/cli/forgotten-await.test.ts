import { expect, test } from "vitest";
import type { Score } from "../shape/index.ts";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const waiting = {
  race: "await wait(1); await Promise.race([holds(), sleep(1000)]);",
  deadline: "await Promise.race([holds().then(() => 1), sleep(1000).then(() => 2)]);",
  any: "await Promise.any([holds(), wait(1000)]);",
  firstError: "await Promise.all([sleep(50), Promise.reject(new Error('no'))]).catch(() => {});",
  queue:
    "let tail = wait(1); const run = (work) => (tail = tail.then(work)); await Promise.all([run(holds), run(holds)]);",
  workers: "const jobs = [1, 2, 3]; await Promise.all([0, 1].map(async () => { while (jobs.pop()) await holds(); }));",
  tidied: "const held = holds(); held.finally(() => {}); await held;",
  guarded: "const slow = wait(1000); slow.catch(() => {}); await Promise.any([holds(), slow]);",
  stream: "for await (const _ of new ReadableStream({ async pull(to) { await wait(1); to.enqueue('a'); } })) break;",
  body: "const { body } = new Response('abc'); await body.getReader().read();",
};
const forgetful = {
  forEach: "await wait(1); [1, 2].forEach(async () => { await holds(); });",
  some: "await wait(1); [1].some(async () => await holds());",
  call: "await wait(1); if (holds() === false) throw new Error();",
  andThen: "await wait(1); holds().then(() => {});",
  chain: "await wait(1); holds().then(() => {}).catch(() => {});",
  guard: "await wait(1); const held = holds(); held.catch(() => {});",
  executor: "await wait(1); new Promise((resolve) => setTimeout(resolve, 5));",
  all: "await wait(1); const held = Promise.all([holds()]); if (!held) return;",
  helper: "const inner = async () => { holds(); await wait(1); }; await inner();",
};
const metrics = Object.entries({ ...waiting, ...forgetful }).map(
  ([name, code]) => `defineMetric({ name: "${name}", async score() { ${code} return scored(1, []); } })`,
);

test("a metric that forgets to wait has no score, however late it forgets; one that waits for what it needs has one", async () => {
  const helpers = `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const holds = async () => { await wait(2); return true; };
const sleep = async (ms) => { await wait(ms); };`;
  const project = projectHere({ "a.eval.ts": `${helpers}\n${suiteText({ metrics: `[${metrics.join(", ")}]` })}` });
  expect((await project.viva("run")).code).toBe(3);
  const [trial] = JSON.parse((await project.viva("show latest one --json")).stdout) as [{ scores: Score[] }];
  const named = (status: Score["status"]) =>
    trial.scores.filter((score) => score.status === status).map(({ metric }) => metric);
  expect(named("scored")).toEqual(Object.keys(waiting));
  expect(named("errored")).toEqual(Object.keys(forgetful));
});
