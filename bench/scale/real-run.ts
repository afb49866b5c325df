// A real run on a real queue and a real database, with what it took of each.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processorTimeOf, type Server } from "../../distributed/servers.ts";
import { vivaCommand } from "../performance/viva.ts";
import type { Rows } from "./sql.ts";

export interface Exam {
  trials: number;
  calls: number;
  /** Characters that each call sends; it receives a quarter as many. */
  characters: number;
  /** How long each call takes on average, in milliseconds: half to one and a half times as long, as in the simulation. */
  callMs: number;
  workers: number;
  concurrency: number;
}

export interface Played {
  exam: Exam;
  run: string;
  /** Trials a second between the first and the last tenth. */
  perSecond: number;
  /** Processor time in seconds. */
  processor: { worker: number; planner: number; redis: number; database: number };
  bytes: Record<string, number>;
  log: number;
  commits: number;
}

export interface Engines {
  redis: Server;
  postgres: Server;
  rows: Rows;
}

export const tables = ["trials", "scores", "calls", "trial_claims"] as const;

/** Makes a project in a folder: its agent asks a stand-in for a model, and compares its last reply. */
export function writeProject(folder: string, { trials, calls, characters, callMs }: Exam): void {
  const root = join(import.meta.dirname, "..", "..");
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "packages/vivavoce"), join(folder, "node_modules/vivavoce"), "junction");
  for (const name of ["bullmq", "ioredis", "pg"])
    symlinkSync(join(root, "distributed/node_modules", name), join(folder, "node_modules", name), "junction");
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "viva.config.ts"), `export default { suites: ["*.eval.ts"] };\n`);
  writeFileSync(
    join(folder, "exam.eval.ts"),
    `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
// Words of a small vocabulary in an order of their own: about as compressible as what people write.
const words = Array.from({ length: 2000 }, (_, index) => ((index * 7919 + 104729) % 1679616).toString(36).padStart(4, "e"));
const text = (seed, length) => {
  let state = seed * 2654435761 >>> 0;
  let result = "";
  while (result.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    result += words[(state >>> 8) % words.length] + " ";
  }
  return result.slice(0, length);
};
const number = (content) => Number(/\\d+/.exec(content)[0]);
export default suite({
  name: "exam",
  cases: Array.from({ length: ${trials} }, (_, index) => ({
    id: "case-" + index, script: [{ content: "Hello " + index }], expect: { contains: ["Hello " + index] },
  })),
  models: {
    agent: scriptedModel(async ({ messages }) => {
      await new Promise((resolve) => setTimeout(resolve, ${callMs} * (0.5 + Math.random())));
      const { content } = messages.at(-1);
      return content.slice(0, 20) + text(number(content) + 7, ${Math.round(characters / 4)});
    }),
  },
  agent: {
    name: "asking",
    version: "1",
    open: (context) => ({
      async reply(message) {
        for (let call = 0; call < ${calls}; call++) {
          const content = message + " " + call + " " + text(number(message) * 31 + call, ${characters});
          await context.model().call({ messages: [{ role: "user", content }] });
        }
        context.record({ type: "text", text: message });
      },
    }),
  },
  metrics: [contains()],
});
`,
  );
}

/** Plays the project of a folder on so many workers, which wait for it. */
export async function playReal(exam: Exam, folder: string, { redis, postgres, rows }: Engines): Promise<Played> {
  const env = { VIVA_QUEUE: redis.url, VIVA_STORE: postgres.url };
  const worker = () => start(["worker", "--concurrency", String(exam.concurrency)], folder, env);
  const workers = Array.from({ length: exam.workers }, worker);
  try {
    for (const each of workers) await each.said("waiting for runs");
    const sizes = await sizesOf(rows);
    const run = start(["run"], folder, env);
    for (const each of workers) await each.said("playing its trials");
    const before = times(run, workers, { redis, postgres });
    const from = await position(rows);
    let after = before;
    // The times of a process can be read as long as it is there.
    const watching = setInterval(() => {
      if (!run.isOver()) after = times(run, workers, { redis, postgres });
    }, 200);
    const code = await run.ended;
    clearInterval(watching);
    if (code !== 0) throw new Error(`the run ended with ${code}:\n${run.printed()}`);
    const id = /show ([0-9a-f]{8})/.exec(run.printed())?.[1] ?? "";
    const to = await position(rows);
    const [{ seconds } = {}] = await rows(
      `select (max(played_at) - min(played_at)) / 1000.0 as seconds from (select played_at from trials where run = '${id}'
        order by played_at offset ${Math.floor(exam.trials * 0.1)} limit ${Math.floor(exam.trials * 0.8)}) as middle`,
    );
    for (const table of tables) await rows(`vacuum ${table}`);
    const grown = await sizesOf(rows);
    return {
      exam,
      run: id,
      perSecond: (exam.trials * 0.8) / Number(seconds),
      processor: {
        worker: after.worker - before.worker,
        planner: after.planner - before.planner,
        redis: after.redis - before.redis,
        database: after.database - before.database,
      },
      bytes: Object.fromEntries(tables.map((table) => [table, (grown[table] ?? 0) - (sizes[table] ?? 0)])),
      log: to.log - from.log,
      commits: to.commits - from.commits,
    };
  } finally {
    for (const { child } of workers) child.kill("SIGTERM");
    for (const { ended } of workers) await ended;
  }
}

interface Started {
  child: ChildProcess;
  printed(): string;
  isOver(): boolean;
  ended: Promise<number | null>;
  said(text: string): Promise<void>;
}

export function start(args: readonly string[], cwd: string, env: Record<string, string>): Started {
  const command = vivaCommand(args, cwd);
  const { PATH = "" } = process.env;
  const child = spawn(command.file, command.args, { cwd, env: { PATH, HOME: cwd, NO_COLOR: "1", ...env } });
  let printed = "";
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const ended = new Promise<number | null>((resolve) => {
    child.on("exit", () => (isOver = true));
    child.on("close", resolve);
  });
  const said = async (text: string) => {
    while (!printed.includes(text)) {
      if (isOver) throw new Error(`it ended and never said ${text}:\n${printed}`);
      await sleep(20);
    }
  };
  return { child, ended, said, printed: () => printed, isOver: () => isOver };
}

function times(run: Started, workers: readonly Started[], { redis, postgres }: Omit<Engines, "rows">) {
  const of = ({ child, isOver }: Started) => (isOver() ? 0 : processorTimeOf(child.pid ?? 0));
  return {
    worker: workers.reduce((sum, each) => sum + of(each), 0),
    planner: of(run),
    redis: redis.processorTime(),
    database: postgres.processorTime(),
  };
}

async function sizesOf(rows: Rows): Promise<Record<string, number>> {
  const sizes = await rows(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r'`,
  );
  return Object.fromEntries(sizes.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function position(rows: Rows): Promise<{ log: number; commits: number }> {
  const [row] = await rows(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log,
      (select sum(xact_commit) from pg_stat_database) as commits`,
  );
  return { log: Number(row?.log), commits: Number(row?.commits) };
}
