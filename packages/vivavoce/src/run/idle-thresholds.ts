import { isJsonObject, type Problem } from "../base/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** Warns of thresholds that every value reaches: such a metric seems to decide, and cannot fail a trial. */
export function idleThresholds({ suite, file }: Pick<LoadedSuite, "suite" | "file">): Problem[] {
  return suite.metrics
    .filter(({ gating, identity: { parts } }) => gating && isJsonObject(parts) && parts.threshold === 0)
    .map(({ name }) => ({
      message: `suite ${suite.name}: ${name} can never be missed, because its threshold is 0`,
      place: { file },
      remedy: "Give it a higher one, or report: true if it should decide nothing.",
    }));
}
