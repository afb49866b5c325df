import { InputError, showValue } from "../base/index.ts";
import type { CaseSet } from "../case/index.ts";
import type { Origin, Variant } from "../shape/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import type { cassetteFolder } from "./cassette-folder.ts";
import type { RunOptions } from "./options.ts";
import { type SuitePlan, suiteProblem, type VariantPlan } from "./plan.ts";
import type { TrafficMode } from "./traffic-mode.ts";

type Playable = Pick<VariantPlan, "cases" | "withoutTape" | "origin"> & {
  /** How many of them can be answered: on a replay those that have a tape. */
  answered: number;
};

/**
 * The cases that are planned under a variant, by their positions. On a replay, a case without a tape is planned and will be
 * missing, unless the suite leaves it out.
 */
export async function playableCases(
  variant: Variant,
  cases: CaseSet,
  isPlayed: (index: number) => boolean,
  { mode, cassette, unrecorded, loaded }: Pick<SuitePlan, "mode" | "cassette" | "unrecorded" | "loaded">,
): Promise<Playable> {
  const all = Uint32Array.from({ length: cases.size }, (_, index) => index).filter(isPlayed);
  const whole = { cases: all, withoutTape: 0, answered: all.length };
  if (mode.kind === "live" || (mode.kind === "record" && !mode.onlyMissing)) {
    // If the path of a tape is something other than a file, it is refused before anything is played.
    if (mode.kind === "record") for (const index of all) await cassette.has(variant, cases.id(index));
    return { ...whole, origin: "live" };
  }
  const taped = await cassette.list(variant);
  const withTape = all.filter((index) => taped.has(cases.id(index)));
  const origins = new Set<Origin>();
  for (const index of withTape) origins.add((await cassette.origin(variant, cases.id(index))) ?? "mixed");
  // What it takes from tapes does not make it a replay.
  if (mode.kind === "record") return { ...whole, origin: "partly live" };
  if (unrecorded && origins.size === 0) return { ...whole, origin: "mixed" };
  const [first = "mixed", ...others] = origins;
  const origin = others.length > 0 ? "mixed" : first;
  const answered = withTape.length;
  if (untapedRule(loaded, variant) === "missing") return { ...whole, answered, origin };
  return { cases: withTape, withoutTape: all.length - answered, answered, origin };
}

/** What a suite says about cases that have no tape under a variant. */
function untapedRule(loaded: LoadedSuite, variant: Variant): "missing" | "leave-out" {
  const { untaped = "missing" } = loaded.suite;
  const rule: unknown = typeof untaped === "function" ? untaped(variant) : untaped;
  if (rule === "missing" || rule === "leave-out") return rule;
  const message = `untaped should return "missing" or "leave-out", but returned ${showValue(rule)}`;
  const remedy = 'Write untaped: ({ prompt }) => (prompt === "v1" ? "leave-out" : "missing").';
  throw new InputError(suiteProblem(loaded, message, remedy));
}

/** Nothing can be played, since nothing was recorded. */
export function noTapes(
  loaded: LoadedSuite,
  mode: TrafficMode,
  options: RunOptions,
  { place, unclear }: Awaited<ReturnType<typeof cassetteFolder>>,
): InputError {
  const key = mode.kind === "replay" ? mode.missingKey : undefined;
  const what = options.cases.length > 0 ? "the selected cases have" : "it has";
  const message = `${key ? `${key} is not set, and ` : ""}${what} no recording in ${place}`;
  const ways = key ? `Set ${key} to play live.` : "Record with --record, or play with --live.";
  const remedy = `${ways}${unclear ? " Tapes beside that folder may be another suite's: move this suite's into it." : ""}`;
  return new InputError(suiteProblem(loaded, message, remedy));
}
