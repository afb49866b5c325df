import type { RunPlanOptions } from "../store/index.ts";

/** What the command line, or a program, asks of a run. */
export interface RunOptions extends RunPlanOptions {
  /** Trials at a time. */
  concurrency: number;
  /** Each trial is played in a process of its own, so many at a time. */
  processes: number | undefined;
  /** Most calls at once to any one model. */
  modelConcurrency: number | undefined;
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
  timeoutMs: undefined,
  seed: 1,
  maxCost: undefined,
  bail: false,
  model: undefined,
  judge: undefined,
  agent: undefined,
  traffic: undefined,
};
