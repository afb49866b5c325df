import { sha256 } from "../../base/index.ts";
import { systemText } from "../../judge/index.ts";
import type { JudgedDefinition } from "./definition.ts";

/** Everything in a judged metric that can change a score: what is asked, in which words, how often, and the formula. */
export function questionIdentity(definition: JudgedDefinition): { readonly [name: string]: unknown } {
  const { name, instructions, menu, evidence = "required", sources, world = "none", steps } = definition;
  const { samples = 1, temperature, judges, budget, items, facts, formula, parts } = definition;
  const prompt = sha256(systemText({ name, instructions, menu, evidence, sources, items: [] }, ""));
  return {
    ...{ instructions, menu, evidence, sources, world, steps, prompt },
    ...{ samples, temperature, judges, budget, items, facts, formula },
    ...parts,
  };
}
