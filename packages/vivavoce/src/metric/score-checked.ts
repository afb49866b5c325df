import { isJsonObject, jsonCopy, messageOf, showValue } from "../base/index.ts";
import type { Score } from "./score.ts";
import { scoreFault } from "./score-fault.ts";
import type { Metric } from "./types.ts";

const instead =
  "A metric that defineMetric() makes returns scored(value, checks) with a value from 0 to 1, skipped(reason) or unscored(reason)";

/** What a metric gave, as a score of that metric; whatever is none is an error of it and never stored. */
export function checkedScore(
  { name, judged, gating }: Pick<Metric, "name" | "judged" | "gating">,
  given: unknown,
): Score {
  const common = { metric: name, judged, gating };
  const errored = (what: string): Score => ({ ...common, status: "errored", reason: `${name} ${what}. ${instead}` });
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return errored(`returned ${showValue(given)}`);
  try {
    const fault = scoreFault({ ...common, ...given, ...common });
    if (fault !== undefined) return errored(`returned no valid score: ${fault}`);
    // What is kept is what was written: a list with holes, a toJSON or a later change would make it something else.
    const kept = jsonCopy<Score>({ ...common, ...given, ...common } as Score);
    const faultOfKept = isJsonObject(kept) ? scoreFault(kept) : "it is something else as JSON";
    return faultOfKept === undefined ? kept : errored(`returned no valid score: ${faultOfKept}`);
  } catch (error) {
    return errored(`returned no valid score: it cannot be written as JSON (${messageOf(error).split("\n", 1)[0]})`);
  }
}
