import type { Command } from "commander";
import { InputError } from "../base/index.ts";
import { type RedisPlace, redisPlace } from "../queue/index.ts";
import type { RunOptions } from "../run/index.ts";

export interface QueueFlag {
  queue?: string;
}

export function addQueueFlag(command: Command, does: string): Command {
  return command.option("--queue <url>", `${does}; without it, VIVA_QUEUE`);
}

/** Where the queue is, by the flag or the environment. */
export function queuePlace(
  { queue }: QueueFlag,
  environment: Readonly<Record<string, string | undefined>>,
): RedisPlace | undefined {
  const url = queue ?? environment.VIVA_QUEUE;
  return url ? redisPlace(url) : undefined;
}

/** Refuses what workers cannot do for a run. */
export function refuseWithQueue(
  flags: QueueFlag & { watch?: boolean },
  { traffic }: Pick<RunOptions, "traffic">,
): void {
  const recording = traffic === "record" || traffic === "record-missing";
  const others = [flags.watch && "--watch", recording && "--record"].filter(Boolean);
  if (others.length === 0) return;
  const how = flags.queue === undefined ? "VIVA_QUEUE" : "--queue";
  const why = recording
    ? "Workers would write recordings on their own machines: record without a queue."
    : "Leave one of them out.";
  throw new InputError({ message: `${how} cannot be combined with ${others.join(" and ")}`, remedy: why });
}
