import { resolve } from "node:path";
import type { Variant } from "../agent/index.ts";
import { InputError } from "../base/index.ts";
import type { CaseSet } from "../case/index.ts";
import type { Origin } from "../store/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan, VariantPlan } from "./plan.ts";
import type { TrafficMode } from "./traffic-mode.ts";

/** The cases that can be played under a variant, by their positions: on a replay only those that have a tape. */
export async function playableCases(
  variant: Variant,
  cases: CaseSet,
  isPlayed: (index: number) => boolean,
  { mode, cassette, unrecorded }: Pick<SuitePlan, "mode" | "cassette" | "unrecorded">,
): Promise<Pick<VariantPlan, "cases" | "withoutTape" | "origin">> {
  const all = Uint32Array.from({ length: cases.size }, (_, index) => index).filter(isPlayed);
  if (mode.kind === "live" || (mode.kind === "record" && !mode.onlyMissing)) {
    // If the path of a tape is something other than a file, it is refused before anything is played.
    if (mode.kind === "record") for (const index of all) await cassette.has(variant, cases.id(index));
    return { cases: all, withoutTape: 0, origin: "live" };
  }
  const taped = await cassette.list(variant);
  const withTape = all.filter((index) => taped.has(cases.id(index)));
  const origins = new Set<Origin>();
  for (const index of withTape) origins.add((await cassette.origin(variant, cases.id(index))) ?? "mixed");
  if (mode.kind === "record" || (unrecorded && origins.size === 0))
    return { cases: all, withoutTape: 0, origin: "mixed" };
  const [origin = "mixed", ...others] = origins;
  return { cases: withTape, withoutTape: all.length - withTape.length, origin: others.length > 0 ? "mixed" : origin };
}

/** Nothing can be played, since nothing was recorded. */
export function noTapes({ suite, file, folder }: LoadedSuite, mode: TrafficMode, options: RunOptions): InputError {
  const key = mode.kind === "replay" ? mode.missingKey : undefined;
  const what = options.cases.length > 0 ? "the selected cases have" : "it has";
  const message = `suite ${suite.name}: ${key ? `${key} is not set, and ` : ""}${what} no recording in ${resolve(folder, suite.cassettes ?? "cassettes")}`;
  const remedy = key ? `Set ${key} to play live.` : "Record with --record, or play with --live.";
  return new InputError({ message, place: { file }, remedy });
}
