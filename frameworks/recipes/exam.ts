import { cases } from "vivavoce";
import { contains, toolCalls } from "vivavoce/metrics";

/**
 * What a recipe is examined on. RECIPE_SERVER is asked in place of the models' own servers, and RECIPE_TAPES is where the
 * recordings are kept: a suite of yours needs neither.
 */
export function exam(...names: string[]) {
  const { RECIPE_SERVER: upstream, RECIPE_TAPES: cassettes = "cassettes" } = process.env;
  return {
    cases: cases(`./cases/{${names.join(",")}}.yaml`),
    metrics: [toolCalls(), contains()],
    gateway: upstream === undefined ? {} : { upstream },
    cassettes,
  };
}
