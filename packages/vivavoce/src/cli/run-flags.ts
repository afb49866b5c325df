import { type Command, InvalidArgumentError, Option } from "commander";
import { InputError } from "../base/index.ts";
import { defaultOptions, type RunOptions } from "../run/index.ts";
import { faultKinds, type Shard } from "../shape/index.ts";

/** The flags of `viva run` as commander gives them. */
export interface RunFlags {
  case: string[];
  tag: string[];
  failed?: boolean;
  /** Not a flag: the trials that `--failed` chose when a watch began. */
  failedBefore?: RunOptions["failedBefore"];
  variant: Record<string, string[]>;
  shard?: Shard;
  faults?: string[];
  repeat?: number;
  users?: number;
  concurrency?: number;
  processes?: number;
  modelConcurrency?: number;
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  timeout?: number;
  seed?: number;
  maxCost?: number;
  cache?: boolean;
  bail?: boolean;
  try?: true | number;
  stop?: "early";
  model?: string;
  judge?: string;
  agent?: "nothing" | "random";
  live?: boolean;
  replay?: boolean;
  record?: true | "missing";
  resume?: true | string;
  dryRun?: boolean;
  watch?: boolean;
  json?: boolean;
  verbose?: boolean;
  note?: string;
  queue?: string;
  wait?: number;
  priority?: number;
}

export function addRunFlags(command: Command): Command {
  return command
    .argument("[paths...]", "suite files or folders; without any, the suites that viva.config.ts names")
    .option("--case <id>", "play only this case, or those that match a glob; may be given more than once", collect, [])
    .option("--tag <tag>", "play only cases with this tag; may be given more than once", collect, [])
    .option("--failed", "play only cases that did not pass in the suite's last run")
    .option("--variant <name=value[,value]>", "choose a variant; with several values, play each", variants, {})
    .option("--faults <kind[,kind]>", `make tools fail, as a variant: ${["none", ...faultKinds].join(", ")}`, faults)
    .option("--repeat <n>", "play each case this many times", wholeNumber(1, 10_000))
    .option(
      "--users <n>",
      "play each case with this many simulated users; scripted cases are left out",
      wholeNumber(1, 10_000),
    )
    .option("--shard <i/n>", "play only part i of n of the plan; viva merge puts the parts together", shardOf)
    .option("--concurrency <n>", "how many trials to play at a time (default 10)", wholeNumber(1, 10_000))
    .option("--processes <n>", "play each trial in a process of its own, n at a time", wholeNumber(1, 1_000))
    .option("--model-concurrency <n>", "how many calls to one model at a time", wholeNumber(1, 10_000))
    .option("--requests-per-minute <n>", "how many requests to one model in a minute, retries included", positive)
    .option("--tokens-per-minute <n>", "how many tokens of one model in a minute", positive)
    .option("--timeout <seconds>", "how long an exchange may take (default 120)", positive)
    .option("--seed <n>", "the seed of all random choices (default 1)", wholeNumber(0, 2 ** 32 - 1))
    .option(
      "--max-cost <dollars>",
      "start no more trials if the run would cost more; in CI, refuse a plan that is expected to",
      positive,
    )
    .option(
      "--cache",
      "where an earlier live run has asked the same, use its answers; `cache: true` in the config is the same",
    )
    .option("--no-cache", "ask the models, even if the config says `cache: true`")
    .option(
      "--try [plays]",
      "if no model was asked, play trials again in a new process: alike, the result is exact (default 60; with --baseline always)",
      wholeNumber(1, 100_000),
    )
    .option("--bail", "stop after the first trial that does not pass")
    .addOption(new Option("--stop <when>", "stop as soon as what was played decides the verdict").choices(["early"]))
    .option("--model <model>", "examine the agent on another model, such as openai:gpt-4o")
    .option("--judge <model>", "use another judge")
    .addOption(
      new Option("--agent <stand-in>", "examine a stand-in that does nothing, or acts at random").choices([
        "nothing",
        "random",
      ]),
    )
    .option("--live", "ask the models; refused if a key is missing")
    .option("--replay", "replay recordings, even if the keys are set")
    .option("--record [missing]", "play live and record; `missing`: only what has no recording yet", onlyMissing)
    .option(
      "--resume [run]",
      "play or score the trials that have no result yet; without an id, in the newest run that has such trials",
    )
    .option("--dry-run", "show the plan, its calls and its likely cost; play nothing")
    .option("--watch", "play, then play again whatever changes, until Ctrl-C")
    .option("--json", "write the report as JSON to stdout")
    .option("--verbose", "show every trial, every reason, and the stack of an agent's error")
    .option("--note <text>", "keep this text with the run: what is being tried")
    .addHelpText(
      "after",
      `
Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 infrastructure, 64 wrong usage or input, 130 interrupted.
Ctrl-C once finishes the trials under way, twice stops now. In both cases --resume plays the rest.

Examples:
  viva run                                   all suites of the config
  viva run examples/flow-coach --case 'weekly-*'
  viva run --variant prompt=v1,v2 --repeat 3
  viva run --record missing`,
    );
}

/** The flags that decide what is played. */
const playFlags =
  "case tag failed variant faults repeat users shard stop seed timeout model judge agent live replay record cache note".split(
    " ",
  ) as (keyof RunFlags)[];

/** Turns flags into options, or says which of them cannot be combined. */
export function runOptions(flags: RunFlags, maxCost: number | undefined, concurrency: number | undefined): RunOptions {
  if (flags.resume === "")
    throw new InputError({
      message: "--resume was given an empty id",
      remedy: "Give a run's id, or leave it out for the newest.",
    });
  const wishes = [flags.live && "--live", flags.replay && "--replay", flags.record && "--record"].filter(Boolean);
  if (wishes.length > 1)
    throw new InputError({ message: `${wishes.join(" and ")} exclude each other`, remedy: "Give one." });
  if (flags.processes !== undefined && flags.concurrency !== undefined)
    throw new InputError({
      message: "--processes already sets how many trials are played at a time",
      remedy: "Leave --concurrency out.",
    });
  if (flags.users !== undefined && flags.repeat !== undefined)
    throw new InputError({
      message: "--users already sets how often each case is played: once with each user",
      remedy: "Leave --repeat out.",
    });
  if (flags.resume) {
    const given = playFlags.filter((name) => isGiven(flags[name]));
    if (given.length > 0) {
      const message = `--resume plays the rest of an earlier plan, so it cannot be combined with ${given.map((name) => `--${name}`).join(", ")}`;
      throw new InputError({ message, remedy: "Leave them out, or start a new run without --resume." });
    }
  }
  if (flags.stop && flags.shard)
    throw new InputError({
      message: "--stop early decides about the whole run, and a shard is only a part of it",
      remedy: "Leave --shard or --stop out.",
    });
  const recording = flags.record === "missing" ? "record-missing" : flags.record && "record";
  return {
    ...defaultOptions,
    cases: flags.case,
    tags: flags.tag,
    failed: flags.failed ?? false,
    ...(flags.failedBefore ? { failedBefore: flags.failedBefore } : {}),
    variants: flags.faults ? variants(`fault=${flags.faults.join(",")}`, flags.variant) : flags.variant,
    repeat: flags.users ?? flags.repeat ?? defaultOptions.repeat,
    ...(flags.users === undefined ? {} : { users: flags.users }),
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    ...(flags.stop === undefined ? {} : { stop: flags.stop }),
    concurrency: flags.processes ?? flags.concurrency ?? concurrency ?? defaultOptions.concurrency,
    processes: flags.processes,
    modelConcurrency: flags.modelConcurrency,
    requestsPerMinute: flags.requestsPerMinute,
    tokensPerMinute: flags.tokensPerMinute,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1_000,
    seed: flags.seed ?? defaultOptions.seed,
    maxCost: flags.maxCost ?? maxCost,
    bail: flags.bail ?? false,
    model: flags.model,
    judge: flags.judge,
    agent: flags.agent,
    traffic: flags.live ? "live" : flags.replay ? "replay" : recording,
  };
}

export function onlyMissing(text: string): "missing" {
  if (text === "missing") return text;
  throw new InvalidArgumentError("its value can only be the word missing; give paths before it.");
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== false;
}

export function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

/** NAME=VALUE[,VALUE], given once or several times. */
export function variants(value: string, before: Record<string, string[]>): Record<string, string[]> {
  const [name, list] = value.split(/=(.*)/s, 2);
  const values = (list ?? "").split(",").filter((part) => part !== "");
  if (!name || values.length === 0)
    throw new InvalidArgumentError("write NAME=VALUE, such as prompt=v2, or prompt=v1,v2.");
  const earlier = Object.hasOwn(before, name) ? (before[name] ?? []) : [];
  return { ...before, [name]: [...new Set([...earlier, ...values])] };
}

/** I/N: part I of N. */
function shardOf(text: string): Shard {
  const [index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new InvalidArgumentError("write I/N, such as 2/5 for the second of five parts.");
  return { index, count };
}

/** KIND[,KIND]; `none` is the trial without a fault. */
function faults(text: string): string[] {
  const known: readonly string[] = ["none", ...faultKinds];
  const kinds = text.split(",").filter((kind) => kind !== "");
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown === undefined && kinds.length > 0) return kinds;
  throw new InvalidArgumentError(
    `${unknown === undefined ? "" : `${unknown} is not a fault; `}give one or more of ${known.join(", ")}.`,
  );
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`give a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

export function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("give a number above 0.");
  return value;
}
