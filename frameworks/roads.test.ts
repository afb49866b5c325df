// The coach's exam over every road that model calls can take to Viva: the verdicts are those of the coach itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standInModel } from "./coach/stand-in.ts";

const folder = mkdtempSync(join(tmpdir(), "viva-roads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
type Variables = Record<string, string>;

const started: ReturnType<typeof spawn>[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

function start(args: string[], variables: Variables) {
  const { PATH = "", HOME = "" } = process.env;
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env: { PATH, HOME, ...variables }, stdio });
  started.push(child);
  return child;
}

interface Run {
  /** Its part that is the same for the same tapes, as it was printed. */
  results: string;
  /** "passed", "toolUse scored 1" and so on, by case. */
  verdicts: Record<string, string[]>;
}

async function exam(suite: string, flag: string, variables: Variables = {}): Promise<Run> {
  const child = start([launcher, "run", suite, flag, "--json"], variables);
  const [printed, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const at = printed.indexOf('"results"');
  expect(at, told).toBeGreaterThan(0);
  const [{ trials }] = JSON.parse(printed).results;
  const verdicts = trials.map(({ case: id, status, scores }) => [
    id,
    [status, ...scores.map(({ metric, status, value }) => `${metric} ${status} ${value}`)],
  ]);
  return { results: printed.slice(at), verdicts: Object.fromEntries(verdicts) };
}

/** What code decides, and so needs no judge. */
function decidedByCode({ verdicts }: Run): Run["verdicts"] {
  const kept = ([id, [status, ...scores]]) => [
    id,
    [status, ...scores.filter((one) => /^(toolUse|worldEffects|safety) /.test(one))],
  ];
  return Object.fromEntries(Object.entries(verdicts).map(kept));
}

let coach: Run;
beforeAll(async () => {
  coach = await exam("../examples/flow-coach/coach.eval.ts", "--replay");
  expect(Object.keys(coach.verdicts)).toHaveLength(37);
});

/** Starts `viva proxy` and the coach's server by hand, as its owner would: neither knows of a run. */
async function byHand(): Promise<Variables> {
  const proxy = start([launcher, "proxy", "--port", "0"], {});
  const [line] = await once(proxy.stdout.setEncoding("utf8"), "data");
  const [COACH_PROXY = ""] = /http:\S+/.exec(line) ?? [];
  const [base] = /(?<=OPENAI_BASE_URL=)\S+/.exec(line) ?? [];
  const port = await freePort();
  start(["coach/server.ts"], { PORT: String(port), OPENAI_BASE_URL: base, OPENAI_API_KEY: "none" });
  const COACH_URL = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(COACH_URL).catch(() => undefined)) break;
    await setTimeout(50);
  }
  return { COACH_PROXY, COACH_URL };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

test.each([
  ["the OpenAI SDK in its own process", "openai-sdk"],
  ["the AI SDK in its own process", "ai-sdk"],
  ["a command in Python", "command"],
  ["a server that Viva starts", "http"],
  ["a server that was started by hand, and the proxy", "proxy"],
])("%s: the coach's verdicts, from its tapes, live and replayed", async (_road, name) => {
  const suite = `coach/${name}.eval.ts`;
  const variables = name === "proxy" ? await byHand() : {};
  expect((await exam(suite, "--replay", variables)).verdicts).toEqual(coach.verdicts);

  const model = await standInModel();
  const recording = { ...variables, COACH_SERVER: model.url, COACH_TAPES: join(folder, name) };
  const live = await exam(suite, "--record", recording).finally(model.stop);
  expect(decidedByCode(live)).toEqual(decidedByCode(coach));
  const [own = ""] = readdirSync(join(folder, name));
  const tape = join(folder, name, own, "prompt=v2/show-project-card.yaml");
  expect(readFileSync(tape, "utf8")).toContain("wire:");

  const [first, second] = [await exam(suite, "--replay", recording), await exam(suite, "--replay", recording)];
  expect(first.verdicts).toEqual(live.verdicts);
  expect(second.results).toBe(first.results);
});
