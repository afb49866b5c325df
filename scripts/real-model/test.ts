// A live run, a recording and its replay against a real server with a real model: `npm run test:real-model`.
// Skipped, loudly, where the package index is out of reach.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countingProxy } from "./counting-proxy.ts";
import { ownPython } from "./python.ts";
import { startServer } from "./server.ts";

const launcher = join(import.meta.dirname, "../../packages/vivavoce/bin/viva.js");
/** Many trials that only chat, to see how many calls are made at once; few that are judged, as each takes long. */
const chats = 24;
const judged = 2;

const found = ownPython();
if ("missing" in found) {
  console.warn(`SKIPPED: no real model was asked. ${found.missing}`);
  process.exit(0);
}
const { child, address } = await startServer(found.python);
const proxy = await countingProxy(address);
const folder = mkdtempSync(join(tmpdir(), "viva-real-model-"));
try {
  writeFileSync(join(folder, "chat.eval.ts"), suiteSource("chat", proxy.url, chats));
  writeFileSync(join(folder, "judged.eval.ts"), suiteSource("judged", proxy.url, judged));

  const live = await run("--live", "--concurrency", String(chats));
  const recorded = await run("judged.eval.ts", "--record");
  checkTrials(live, chats + judged);
  checkTrials(recorded, judged);
  const { calls, mostAtOnce } = proxy.count;
  assert.ok(calls >= chats + 4 * judged, `only ${calls} calls were made`);
  assert.ok(mostAtOnce <= 10, `a server with one slot was asked for ${mostAtOnce} answers at once`);

  const replayed = await run("judged.eval.ts", "--replay");
  assert.equal(proxy.count.calls, calls, "a replay asks nobody");
  assert.deepEqual(statusesOf(replayed), statusesOf(recorded), "a replay says what the recording said");
  await auditTheJudge();
  await throughTheGateway();
  const scores = [live, recorded].flatMap(judgedOf);
  const unscored = scores.filter(({ status }) => status === "unscored").length;
  console.log(
    `${calls} calls, at most ${mostAtOnce} at once; ${unscored} of ${scores.length} judged scores are unscored`,
  );
} finally {
  proxy.close();
  child.stdin?.end();
  rmSync(folder, { recursive: true, force: true });
}

/** A judge this small gives few valid answers: an audit counts them apart, claims nothing, and replays to the same. */
async function auditTheJudge(): Promise<void> {
  const words = ["judge", "audit", "--checks", "retest,family", "--trials", "1", "--json"];
  const before = proxy.count.calls;
  const recorded = await viva([...words, "--record"], [0, 3]);
  const asked = proxy.count.calls;
  assert.ok(asked >= before + 2, "the judge was asked twice");
  const [{ rows, asked: counts, family }] = JSON.parse(recorded).suites;
  assert.equal(counts.scores, 2);
  assert.equal(family.same, "yes", "the judge is the agent's own model");
  for (const { check, finding, pairs, unscored } of rows) {
    assert.equal(finding, "too-few", `one conversation says nothing about ${check}`);
    assert.ok(pairs === 0 || unscored === 0, "a conversation is compared, or it has no valid answer");
  }
  assert.equal(await viva([...words, "--replay"], [0, 3]), recorded, "a replayed audit is what was recorded");
  assert.equal(proxy.count.calls, asked, "a replay asks nobody");
}

/** An agent with a streaming client of its own, which believes that it asks a vendor. */
async function throughTheGateway(): Promise<void> {
  writeFileSync(join(folder, "own-client.eval.ts"), ownClientSource(proxy.url));
  const before = proxy.count.calls;
  const recorded = await run("own-client.eval.ts", "--record");
  assert.equal(proxy.count.calls, before + 2, "each line was asked once");
  const [trial] = recorded.results.flatMap(({ trials }) => trials);
  for (const { usage, modelCalls, items } of trial?.transcript.exchanges ?? []) {
    assert.equal(modelCalls, 1, "the call was seen");
    assert.ok(usage && usage.outputTokens > 0, "its tokens were read from the stream");
    assert.ok(
      items.some(({ text = "" }) => text.trim() !== ""),
      "the model said something",
    );
  }
  const replays = [await run("own-client.eval.ts", "--replay"), await run("own-client.eval.ts", "--replay")];
  assert.equal(proxy.count.calls, before + 2, "a replay asks nobody");
  for (const replay of replays) assert.deepEqual(replay.results, recorded.results, "a replay is what was recorded");
}

interface Report {
  results: { trials: { case: string; status: string; scores: JudgedScore[]; transcript: RealTranscript }[] }[];
}
interface RealTranscript {
  outcome: unknown;
  exchanges: { usage?: { outputTokens: number }; modelCalls: number; items: { text?: string }[] }[];
}
interface JudgedScore {
  judged: boolean;
  status: string;
  reason?: string;
  detail?: { answers?: { text: string; finish: string }[] };
}

/** Every trial has a result; no answer that is not valid has become a score. */
function checkTrials(report: Report, planned: number): void {
  const trials = report.results.flatMap((suite) => suite.trials);
  assert.equal(trials.length, planned, "every trial has a result");
  for (const { case: id, status, transcript } of trials) {
    assert.ok(status === "passed" || status === "failed", `${id} is ${status}: ${JSON.stringify(transcript.outcome)}`);
  }
  const scores = judgedOf(report);
  assert.equal(scores.length, judged);
  for (const { status, reason, detail } of scores) {
    const last = detail?.answers?.at(-1);
    assert.ok(last, "a judged score keeps the judge's answers");
    if (!isVerdict(last)) assert.equal(status, "unscored", `${last.text} is not a verdict`);
    if (status === "unscored") assert.match(reason ?? "", /no valid answer/);
  }
}

/** Looked at without Viva's own reader: JSON of the one item, with a verdict that was on the menu. */
function isVerdict({ text, finish }: { text: string; finish: string }): boolean {
  try {
    const { items } = JSON.parse(text);
    return finish === "stop" && items.length === 1 && ["yes", "partly", "no"].includes(items[0].verdict);
  } catch {
    return false;
  }
}

function judgedOf(report: Report): JudgedScore[] {
  return report.results.flatMap(({ trials }) => trials.flatMap(({ scores }) => scores.filter(({ judged }) => judged)));
}

function statusesOf(report: Report) {
  return report.results.flatMap(({ trials }) =>
    trials.map(({ case: id, status, scores }) => [id, status, scores.map((score) => score.status)]),
  );
}

async function run(...words: string[]): Promise<Report> {
  return JSON.parse(await viva(["run", ...words, "--json"], [0, 1, 2]));
}

async function viva(words: readonly string[], codes: readonly number[]): Promise<string> {
  const began = performance.now();
  const running = spawn(process.execPath, [launcher, ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 600_000,
  });
  let out = "";
  running.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const [code] = await once(running, "close");
  console.log(`viva ${words.join(" ")}: exit code ${code} after ${Math.round((performance.now() - began) / 1_000)} s`);
  assert.ok(codes.includes(code), `viva ${words[0]} ended with ${code}`);
  return out;
}

/**
 * Trials count by code, and a judged metric is only reported: so they are recorded whatever the judge says. The limits
 * are those of a slow machine with other work.
 */
function suiteSource(name: string, baseURL: string, cases: number): string {
  return `
import { suite } from "vivavoce";
import { criteria, limits } from "vivavoce/metrics";
const model = { model: "llamacpp:smollm2", baseURL: ${JSON.stringify(baseURL)}, timeoutMs: 500_000 };
export default suite({
  name: "${name}",
  cases: Array.from({ length: ${cases} }, (_, index) => ({
    id: "${name}-" + index,
    script: [{ content: "Name a flower that begins like " + index + "." }],
    expect: { watched: true },
  })),
  agent: {
    name: "gardener",
    version: "1",
    open: (context) => ({
      async reply(message) {
        const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
        context.record({ type: "text", text: text || "(no text)" });
      },
    }),
  },
  metrics: [limits({ modelCalls: 1 }), ${name === "judged" ? 'criteria({ criteria: ["names a flower"], steps: [], report: true })' : ""}],
  limits: { exchangeMs: 500_000, conversationMs: 500_000 },
  models: { agent: { ...model, maxTokens: 6, temperature: 0 }, judge: { ...model, maxTokens: 32 } },
});
`;
}

function ownClientSource(url: string): string {
  return `
import { functionAgent, suite } from "vivavoce";
import { limits } from "vivavoce/metrics";
const ask = functionAgent(async function* desk(message, { messages, signal }) {
  const response = await fetch("https://api.openai.com/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer any" },
    body: JSON.stringify({ model: "smollm2", messages, max_tokens: 24, temperature: 0, stream: true, stream_options: { include_usage: true } }),
    signal,
  });
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\\n");
    rest = lines.pop();
    for (const line of lines.filter((one) => one.startsWith("data: {"))) {
      yield JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? "";
    }
  }
});
export default suite({
  name: "own-client",
  cases: [{ id: "two-lines", script: [{ content: "Say hello." }, { content: "Say goodbye." }], expect: { limits: { modelCalls: 2 } } }],
  agent: ask,
  metrics: [limits()],
  gateway: { upstream: ${JSON.stringify(url)} },
  limits: { exchangeMs: 300_000, conversationMs: 600_000 },
});
`;
}
