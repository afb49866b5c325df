// One run of 200 trials, killed with -9 and resumed until 100 kills have happened. Then: is every trial there, once, and
// as an uninterrupted run has it? And how many model calls were made twice?
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "./main.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
const exchanges = 3;
const concurrency = 2;

export interface KillSettings {
  trials: number;
  kills: number;
  delayMs: number;
}

export async function measure(): Promise<Measurement> {
  const { kills, repeated, allowed, lost, doubled, different } = await killAndResume({
    trials: 200,
    kills: 100,
    delayMs: 60,
  });
  if (lost + doubled + different > 0) throw new Error(`${lost} lost, ${doubled} doubled, ${different} different`);
  const detail = `${kills} kills of one run of 200 trials: 0 lost, 0 doubled, 0 different from an uninterrupted run; ${repeated} of ${200 * exchanges} calls made again, at most ${allowed} may be (two in flight and two not yet committed at each kill)`;
  return { what: "calls made twice over killed and resumed runs", ratio: repeated / allowed, limit: 1, detail };
}

/** Kills a run again and again, and compares what is left with a run that nobody disturbed. */
export async function killAndResume({ trials, kills, delayMs }: KillSettings) {
  const server = await serverProcess({ delayMs });
  const folder = mkdtempSync(join(tmpdir(), "viva-kills-"));
  const calm = mkdtempSync(join(tmpdir(), "viva-calm-"));
  try {
    for (const place of [folder, calm]) writeProject(place, server.url, trials);
    viva(calm, ["run", "--concurrency", "20"]);
    const before = await server.calls();
    let killed = 0;
    for (let started = false; killed < kills; started = true) {
      const args = ["run", "--concurrency", String(concurrency), ...(started ? ["--resume"] : [])];
      const ended = await killOnce(spawnViva(folder, args), server);
      if (ended) throw new Error(`the run ended after ${killed} kills; give it more trials or a slower server`);
      killed += 1;
    }
    viva(folder, ["run", "--concurrency", "20", "--resume"]);
    const made = (await server.calls()) - before;
    return {
      kills: killed,
      repeated: made - trials * exchanges,
      allowed: kills * concurrency * 2,
      ...compare(results(calm), results(folder)),
    };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(calm, { recursive: true, force: true });
  }
}

/** Waits until the run has made a call or two, then kills it at a random moment. */
async function killOnce(child: ChildProcess, server: ServerProcess): Promise<boolean> {
  const ended = once(child, "exit").then(() => true);
  const before = await server.calls();
  while ((await server.calls()) === before) {
    if (child.exitCode !== null) return true;
    await sleep(5);
  }
  await sleep(Math.random() * 150);
  child.kill("SIGKILL");
  await ended;
  return child.signalCode !== "SIGKILL";
}

function spawnViva(folder: string, args: string[]): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], { cwd: folder, stdio: "ignore" });
}

function viva(folder: string, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`viva ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

interface Trial {
  case: string;
  status: string;
  scores: unknown;
  transcript: { openMs?: number; exchanges: { firstWordMs?: number; replyMs?: number; modelMs?: number }[] };
}

/** The trials of the only run, by case, without the times that differ from run to run. */
function results(folder: string): Map<string, string[]> {
  const report = JSON.parse(viva(folder, ["show", "latest", "--json"])) as { results: { trials: Trial[] }[] };
  const trials = new Map<string, string[]>();
  for (const trial of report.results[0]?.trials ?? []) {
    delete trial.transcript.openMs;
    for (const exchange of trial.transcript.exchanges)
      for (const time of ["firstWordMs", "replyMs", "modelMs"] as const) delete exchange[time];
    trials.set(trial.case, [...(trials.get(trial.case) ?? []), JSON.stringify(trial)]);
  }
  return trials;
}

function compare(expected: Map<string, string[]>, actual: Map<string, string[]>) {
  const cases = [...expected.keys()];
  return {
    lost: cases.filter((id) => !actual.has(id)).length,
    doubled: [...actual.values()].filter((trials) => trials.length > 1).length,
    different: cases.filter((id) => actual.has(id) && actual.get(id)?.[0] !== expected.get(id)?.[0]).length,
  };
}

function writeProject(folder: string, url: string, trials: number): void {
  writeFileSync(
    join(folder, "viva.config.ts"),
    `import { defineConfig } from "vivavoce";\nexport default defineConfig({ suites: ["*.eval.ts"] });\n`,
  );
  writeFileSync(
    join(folder, "kills.eval.ts"),
    `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "kills",
  cases: Array.from({ length: ${trials} }, (_, index) => ({
    id: \`case-\${index}\`,
    script: Array.from({ length: ${exchanges} }, (_, line) => ({ content: \`case \${index}, line \${line}\` })),
    expect: { contains: ["Good morning"] },
  })),
  agent: {
    name: "echo",
    version: "1",
    open(context) {
      const messages = [];
      return {
        async reply(message) {
          messages.push({ role: "user", content: message });
          const { text } = await context.model().call({ messages: [...messages] });
          messages.push({ role: "assistant", content: text });
          context.record({ type: "text", text });
        },
      };
    },
  },
  metrics: [contains()],
  models: { agent: { model: "compatible:any", baseURL: ${JSON.stringify(url)} } },
});
`,
  );
}
