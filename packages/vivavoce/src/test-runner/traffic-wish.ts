import { InputError } from "../base/index.ts";
import type { RunOptions } from "../run/index.ts";

/** Where model answers come from; left out: live if every model has its key, otherwise from recordings. */
export type TrafficWish = "live" | "replay" | "record" | "record missing";

const wishes: Readonly<Record<TrafficWish, NonNullable<RunOptions["traffic"]>>> = {
  live: "live",
  replay: "replay",
  record: "record",
  "record missing": "record-missing",
};

/** `VIVA_TRAFFIC` overrides the test, so that recordings can be made without editing it. */
export function trafficOf(
  wish: TrafficWish | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): RunOptions["traffic"] {
  const set = environment.VIVA_TRAFFIC?.trim() || undefined;
  const given = set ?? wish;
  if (given === undefined) return undefined;
  if (Object.hasOwn(wishes, given)) return wishes[given as TrafficWish];
  throw new InputError({
    message: `${set === undefined ? "traffic" : "VIVA_TRAFFIC"} is ${JSON.stringify(given)}, which is not a known value`,
    remedy: `Set it to one of ${Object.keys(wishes).join(", ")}, or leave it out.`,
  });
}
