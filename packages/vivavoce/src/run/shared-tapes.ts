import type { Problem } from "../base/index.ts";
import type { SuitePlan } from "./plan.ts";

/** Suites whose tapes are in the same folder, from before each had its own: one must not play or replace another's. */
export function sharedTapes(plans: readonly SuitePlan[]): Problem[] {
  return plans.flatMap(({ cassette: { directory }, loaded: { suite, file } }, index) => {
    const other = plans.slice(0, index).find((plan) => plan.cassette.directory === directory)?.loaded.suite.name;
    if (other === undefined) return [];
    const message = `the suites ${other} and ${suite.name} have the same tapes, in ${directory}`;
    const remedy = `Move those of ${other} into its folder ${other}, and those of ${suite.name} into ${suite.name}.`;
    return [{ message, place: { file }, remedy }];
  });
}
