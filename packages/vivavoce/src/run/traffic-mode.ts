import { VivaError } from "../base/index.ts";
import type { RunOptions } from "./options.ts";

/** Where a suite's model answers come from in this run. */
export type TrafficMode =
  | { kind: "live" }
  /** `missingKey`: the variable that is not set, if --replay was not given. */
  | { kind: "replay"; missingKey: string | undefined }
  | { kind: "record"; onlyMissing: boolean };

/** Live if every model has its key or needs none; otherwise replay. --live or --record without a key is refused. */
export function trafficMode(wish: RunOptions["traffic"], missingKeys: readonly string[]): TrafficMode {
  if (wish === "replay") return { kind: "replay", missingKey: undefined };
  const missing = missingKeys[0];
  if (wish === undefined) return missing === undefined ? { kind: "live" } : { kind: "replay", missingKey: missing };
  if (missing !== undefined) throw new MissingKeyError(missingKeys, wish);
  return wish === "live" ? { kind: "live" } : { kind: "record", onlyMissing: wish === "record-missing" };
}

/** --live or --record was given, but a key is missing: nothing was run, and nothing is wrong with the input. */
class MissingKeyError extends VivaError {
  constructor(keys: readonly string[], wish: string) {
    const variables = [...new Set(keys)].join(" and ");
    super({
      message: `${wish === "live" ? "--live" : "--record"} needs ${variables}, which is not set`,
      remedy: `Set it in the environment or in .env, or leave the option out to replay recordings.`,
    });
  }
}
