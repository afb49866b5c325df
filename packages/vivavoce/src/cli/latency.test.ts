import { expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { casesOf, projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

test("an agent that sleeps 1.5 s misses a limit of 500 ms, and a replay shows and judges the recorded figure", async () => {
  const agent = `{ name: "sleeper", version: "1", open: ({ model, record }) => ({ async reply(message) {
    await new Promise((resolve) => setTimeout(resolve, globalThis.sleepMs ?? 1_500));
    const { text } = await model().call({ messages: [{ role: "user", content: message }] });
    record({ type: "text", text });
  } }) }`;
  const server = await scriptedServer({ answer: "Good morning." });
  const metrics = "[limits({ replyMs: 500 })]";
  const suite = (sleepMs: string) =>
    `import { limits } from "vivavoce/metrics";\nglobalThis.sleepMs = ${sleepMs};\n${suiteText({ agent, metrics, models: servedBy(server.url), cases: casesOf("one") })}`;
  const { viva, write } = projectHere({ "a.eval.ts": suite("1_500") });
  let live = await viva("run --record");
  // A machine that stands still for a moment leaves the time unmeasured.
  for (let tries = 1; tries < 10 && live.stdout.includes("latency –"); tries++) live = await viva("run --record");
  expect(live.code, live.stdout + live.stderr).toBe(1);
  const figure = /latency (p50 [\d.]+ s, p95 [\d.]+ s)(.*)/.exec(live.stdout);
  expect(Number(/[\d.]+(?= s)/.exec(figure?.[1] ?? "")?.[0])).toBeGreaterThanOrEqual(1.5);
  expect(figure?.[2]).toBe(" of 1 reply");
  await server.close();

  // The recorded time counts, however fast the replaying machine is.
  write({ "a.eval.ts": suite("0") });
  const replayed = await viva("run --replay");
  expect(replayed.code, replayed.stdout + replayed.stderr).toBe(1);
  expect(replayed.stdout).toContain(`latency ${figure?.[1]} of 1 reply (recorded)`);
});
