import { InvalidArgumentError } from "commander";
import { defaultOptions, type RunOptions } from "../run/index.ts";
import { faultKinds, type Shard } from "../shape/index.ts";
import {
  collect,
  type FlagsOf,
  flagRows,
  limitRows,
  namesFrom,
  oneOf,
  onlyMissing,
  positive,
  refuse,
  trafficOf,
  variants,
  wholeNumber,
} from "./command.ts";

/** `none` is the trial without a fault. */
const faults = ["none", ...faultKinds];

export const runRows = flagRows({
  "--case <id>": ["play only this case, or those that match a glob; may be given more than once", collect, []],
  "--tag <tag>": ["play only cases with this tag; may be given more than once", collect, []],
  "--failed": "play only cases that did not pass in the suite's last run",
  "--variant <name=value[,value]>": ["choose a variant; with several values, play each", variants, {}],
  "--faults <kind[,kind]>": [`make tools fail, as a variant: ${faults.join(", ")}`, namesFrom(faults, "fault")],
  "--repeat <n>": ["play each case this many times", wholeNumber(1, 10_000)],
  "--users <n>": ["play each case with this many simulated users; scripted cases are left out", wholeNumber(1, 10_000)],
  "--shard <i/n>": ["play only part i of n of the plan; viva merge puts the parts together", shardOf],
  "--concurrency <n>": ["how many trials to play at a time (default 10)", wholeNumber(1, 10_000)],
  "--processes <n>": ["play each trial in a process of its own, n at a time", wholeNumber(1, 1_000)],
  ...limitRows,
  "--timeout <seconds>": ["how long an exchange may take (default 120)", positive],
  "--seed <n>": ["the seed of all random choices (default 1)", wholeNumber(0, 2 ** 32 - 1)],
  "--max-cost <dollars>": [
    "start no more trials if the run would cost more; in CI, refuse a plan that is expected to",
    positive,
  ],
  "--cache": "where an earlier live run has asked the same, use its answers; `cache: true` in the config is the same",
  "--no-cache": "ask the models, even if the config says `cache: true`",
  "--try [plays]": [
    "if no model was asked, play trials again in a new process: alike, the result is exact (default 60; with --baseline always)",
    wholeNumber(1, 100_000),
  ],
  "--bail": "stop after the first trial that does not pass",
  "--stop <when>": ["stop as soon as what was played decides the verdict", oneOf("early")],
  "--model <model>": "examine the agent on another model, such as openai:gpt-4o",
  "--judge <model>": "use another judge",
  "--agent <stand-in>": ["examine a stand-in that does nothing, or acts at random", oneOf("nothing", "random")],
  "--live": "ask the models; refused if a key is missing",
  "--replay": "replay recordings, even if the keys are set",
  "--record [missing]": ["play live and record; `missing`: only what has no recording yet", onlyMissing],
  "--resume [run]":
    "play or score the trials that have no result yet; without an id, in the newest run that has such trials",
  "--dry-run": "show the plan, its calls and its likely cost; play nothing",
  "--watch": "play, then play again whatever changes, until Ctrl-C",
  "--json": "write the report as JSON to stdout",
  "--verbose": "show every trial, every reason, and the stack of an agent's error",
  "--note <text>": "keep this text with the run: what is being tried",
});

/** The flags of `viva run`, and the trials that `--failed` chose when a watch began. */
export type RunFlags = FlagsOf<typeof runRows> & { failedBefore?: RunOptions["failedBefore"] };

/** The flags that decide what is played. */
const playFlags =
  "case tag failed variant faults repeat users shard stop seed timeout model judge agent live replay record cache note".split(
    " ",
  ) as (keyof RunFlags)[];

/** Turns flags into options, or says which of them cannot be combined. */
export function runOptions(flags: RunFlags, maxCost: number | undefined, concurrency: number | undefined): RunOptions {
  const { users, shard, stop, failedBefore, faults: fault, processes } = flags;
  const { modelConcurrency, requestsPerMinute, tokensPerMinute, model, judge, agent } = flags;
  refuse(flags.resume === "", "--resume was given an empty id", "Give a run's id, or leave it out for the newest.");
  const traffic = trafficOf(flags);
  const isBoth = processes !== undefined && flags.concurrency !== undefined;
  refuse(isBoth, "--processes already sets how many trials are played at a time", "Leave --concurrency out.");
  const isTwice = users !== undefined && flags.repeat !== undefined;
  refuse(isTwice, "--users already sets how often each case is played: once with each user", "Leave --repeat out.");
  const given = playFlags.filter((name) => isGiven(flags[name])).map((name) => `--${name}`);
  refuse(
    flags.resume !== undefined && given.length > 0,
    `--resume plays the rest of an earlier plan, so it cannot be combined with ${given.join(", ")}`,
    "Leave them out, or start a new run without --resume.",
  );
  const isPart = stop !== undefined && shard !== undefined;
  refuse(
    isPart,
    "--stop early decides about the whole run, and a shard is only a part of it",
    "Leave --shard or --stop out.",
  );
  return {
    ...defaultOptions,
    cases: flags.case,
    tags: flags.tag,
    failed: flags.failed ?? false,
    ...(failedBefore ? { failedBefore } : {}),
    variants: fault ? variants(`fault=${fault.join(",")}`, flags.variant) : flags.variant,
    repeat: users ?? flags.repeat ?? defaultOptions.repeat,
    concurrency: processes ?? flags.concurrency ?? concurrency ?? defaultOptions.concurrency,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1_000,
    seed: flags.seed ?? defaultOptions.seed,
    maxCost: flags.maxCost ?? maxCost,
    bail: flags.bail ?? false,
    ...{ users, shard, stop, processes, model, judge, agent, traffic },
    ...{ modelConcurrency, requestsPerMinute, tokensPerMinute },
  };
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== false;
}

/** I/N: part I of N. */
function shardOf(text: string): Shard {
  const [index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new InvalidArgumentError("write I/N, such as 2/5 for the second of five parts.");
  return { index, count };
}
