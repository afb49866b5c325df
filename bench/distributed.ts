// What trials on a queue and a database take of each of them: the figures that the simulation of docs/scale.md needs.
// Checks the simulation against a run on two workers.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres, startRedis } from "../distributed/servers.ts";
import type { Measurement } from "./measurement.ts";
import { inFolder } from "./performance/compared.ts";
import { measureChecks } from "./scale/check-runs.ts";
import { figuresFile, type PerTrial, readFigures, type ScaleFigures } from "./scale/figures.ts";
import { measureLarge } from "./scale/large-run.ts";
import { figureTables, writePage } from "./scale/page.ts";
import { foretold, overheadOf } from "./scale/prediction.ts";
import { type Engines, type Exam, type Played, playReal, start, tables, writeProject } from "./scale/real-run.ts";
import { connected } from "./scale/sql.ts";

const usual = { trials: 1_000, calls: 1, characters: 200, callMs: 0, workers: 1, concurrency: 10 };
/** Characters of English in a token, as a rule of thumb; a call receives a quarter of what it sends. */
const charactersOfToken = 4;

export async function measure(): Promise<Measurement> {
  const redis = await startRedis();
  const postgres = await startPostgres();
  if (!redis || !postgres) throw new Error("this bench needs redis-server and postgresql");
  const { rows, close } = await connected(postgres.url);
  try {
    return await measureOn({ redis, postgres, rows });
  } finally {
    await close();
    await redis.remove();
    await postgres.remove();
  }
}

async function measureOn(engines: Engines): Promise<Measurement> {
  const play = (more: Partial<Exam>) =>
    inFolder(async (folder) => {
      const exam = { ...usual, ...more };
      writeProject(folder, exam);
      const played = await playReal(exam, folder, engines);
      console.warn(
        `${exam.trials} trials, ${exam.calls} calls, ${exam.workers} workers: ${played.perSecond.toFixed(1)}/s`,
      );
      return played;
    });
  const short = await play({});
  const many = await play({ calls: 6 });
  const long = await play({ calls: 6, characters: 8_000 });
  const both = await play({ workers: 2, trials: 2_000 });
  const waitingJob = await inFolder((folder) => bytesOfJob(folder, engines));
  const large = await inFolder(async (folder) => {
    writeProject(folder, usual);
    return measureLarge({ short, many }, folder, engines);
  });
  const { alone, checks } = await measureChecks(play);
  const solved = (of: (played: Played) => number) => perTrial({ short, many, long }, of);
  const processors = (name: keyof Played["processor"]) => solved(({ processor }) => processor[name]);
  const figures: ScaleFigures = {
    machine: {
      node: process.versions.node,
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? "?",
      date: new Date().toISOString().slice(0, 10),
    },
    processor: {
      worker: processors("worker"),
      planner: processors("planner"),
      redis: processors("redis"),
      database: processors("database"),
    },
    tables: Object.fromEntries(tables.map((table) => [table, solved(({ bytes }) => bytes[table] ?? 0)])),
    log: solved(({ log }) => log),
    waitingJob,
    commits: short.commits / short.exam.trials,
    overhead: 0,
    ...large,
    busiest: [short, both].map(({ exam, perSecond }) => ({ workers: exam.workers, perSecond })),
    checks,
  };
  figures.overhead = overheadOf(figures, alone);
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
  writeFileSync(figuresFile, `${JSON.stringify(figures, rounded, 2)}\n`);
  const kept = readFigures();
  console.log(figureTables(kept));
  writePage(kept);
  const runs = foretold(kept);
  const worst = Math.max(...runs.map(({ perSecond, check }) => Math.abs(perSecond / check.perSecond - 1)));
  return {
    what: "how far the simulation is from real runs on one and two workers",
    value: worst,
    limit: 0.2,
    detail: runs
      .map(
        (each) =>
          `${each.words}: ${each.check.perSecond.toFixed(1)}/s measured, ${each.perSecond.toFixed(1)}/s foretold`,
      )
      .join("\n    "),
  };
}

/** Solves for the three parts: runs that differ in calls, and in the length of the calls. Noise gives no negative part. */
function perTrial(runs: { short: Played; many: Played; long: Played }, of: (played: Played) => number): PerTrial {
  const { short, many, long } = runs;
  const each = (played: Played) => of(played) / played.exam.trials;
  const tokens = ({ exam }: Played) => (exam.characters * 1.25) / charactersOfToken;
  const token = Math.max(0, each(long) - each(many)) / (many.exam.calls * (tokens(long) - tokens(many)));
  const perCall = Math.max(0, (each(many) - each(short)) / (many.exam.calls - short.exam.calls) - token * tokens(many));
  const trial = Math.max(0, each(short) - short.exam.calls * (perCall + token * tokens(short)));
  return { trial, call: perCall, token };
}

/** A run that no worker plays fills its queue. */
async function bytesOfJob(folder: string, { redis, postgres }: Engines): Promise<number> {
  const ask = (...args: string[]) =>
    spawnSync("redis-cli", ["-p", String(redis.port), ...args], { encoding: "utf8" }).stdout ?? "";
  const used = () => Number(/used_memory:(\d+)/.exec(ask("info", "memory"))?.[1]);
  const jobs = () => ask("keys", "viva:*:t*").split("\n").filter(Boolean).length;
  writeProject(folder, usual);
  const before = used();
  const run = start(["run"], folder, { VIVA_QUEUE: redis.url, VIVA_STORE: postgres.url });
  await run.said("waiting for a worker");
  for (let seen = -1; jobs() !== seen; await sleep(500)) seen = jobs();
  const bytes = (used() - before) / jobs();
  run.child.kill("SIGINT");
  await run.ended;
  return bytes;
}
