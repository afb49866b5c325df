import type { RunPlanOptions } from "../shape/index.ts";

/** The options of a run, from the command line or a program. */
export interface RunOptions extends RunPlanOptions {
  /** Trials at a time. */
  concurrency: number;
  /** Each trial is played in a process of its own, this many at a time. */
  processes: number | undefined;
  /** How many calls to one model at a time. */
  modelConcurrency: number | undefined;
  /** How many requests to one model in a minute. */
  requestsPerMinute: number | undefined;
  /** How many tokens of one model in a minute. */
  tokensPerMinute: number | undefined;
  maxCost: number | undefined;
  /** Stop after the first trial that does not pass. */
  bail: boolean;
}

export const defaultOptions: RunOptions = {
  cases: [],
  tags: [],
  failed: false,
  variants: {},
  repeat: 1,
  concurrency: 10,
  processes: undefined,
  modelConcurrency: undefined,
  requestsPerMinute: undefined,
  tokensPerMinute: undefined,
  timeoutMs: undefined,
  seed: 1,
  maxCost: undefined,
  bail: false,
  model: undefined,
  judge: undefined,
  agent: undefined,
  traffic: undefined,
};
