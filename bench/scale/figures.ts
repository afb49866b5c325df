// What `npm run bench -- distributed` has measured: everything that the simulation is computed from.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A figure of a trial: so much for itself, so much for each model call, so much for each token sent or received. */
export interface PerTrial {
  trial: number;
  call: number;
  token: number;
}

export interface ScaleFigures {
  machine: { node: string; cores: number; cpu: string; date: string };
  /** Processor time in seconds. */
  processor: { worker: PerTrial; planner: PerTrial; redis: PerTrial; database: PerTrial };
  /** Bytes on disk, with indexes, by table. */
  tables: Record<string, PerTrial>;
  /** Bytes of PostgreSQL's write-ahead log. */
  log: PerTrial;
  /** Bytes in Redis for a trial that waits. */
  waitingJob: number;
  /** Commits that PostgreSQL made for each trial, claims included. */
  commits: number;
  /** Seconds that a trial takes longer than its own waiting, on a machine that is not busy: queue, claim, commit. */
  overhead: number;
  /** A look at how far a run is, in seconds. */
  looks: { trials: number; calls: number; seconds: number }[];
  /** Summing up a run, and deleting it. */
  sums: { trials: number; seconds: number; memory: number }[];
  removal: { trials: number; calls: number; seconds: number };
  /** Trials a second with workers that have nothing to wait for. */
  busiest: { workers: number; perSecond: number }[];
  /** Real runs that the simulation has to foretell. No other figure comes from them. */
  checks: { workers: number; concurrency: number; calls: number; callSeconds: number; perSecond: number }[];
}

export const figuresFile = join(import.meta.dirname, "figures.json");

export function readFigures(): ScaleFigures {
  return JSON.parse(readFileSync(figuresFile, "utf8"));
}

/** The value for a trial with so many calls and tokens. */
export function forTrial(figure: PerTrial, { calls, tokens }: { calls: number; tokens: number }): number {
  return figure.trial + figure.call * calls + figure.token * calls * tokens;
}
