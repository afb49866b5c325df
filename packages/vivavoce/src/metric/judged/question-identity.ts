import { sha256 } from "../../base/index.ts";
import { answerSchema, type Question, systemText } from "../../judge/index.ts";
import type { JudgedDefinition } from "./definition.ts";
import { quotedMenu } from "./quote-rule.ts";

/** Everything in a judged metric that can change a score: the question, its words, how often it is asked, the formula. */
export function questionIdentity(definition: JudgedDefinition): { readonly [name: string]: unknown } {
  const { name, instructions, evidence = "required", sources, world = "none", steps } = definition;
  const { samples = 1, temperature, judges, budget, items, facts, formula, parts } = definition;
  const menu = quotedMenu(definition.menu, definition);
  const quotes = definition.quotes === "failures" ? definition.quotes : undefined;
  const wording = wordingOf({ name, instructions, menu, evidence, quotes, sources, items: [] });
  return {
    ...{ instructions, menu, evidence, quotes, sources, world, steps, ...wording },
    ...{ samples, temperature, judges, budget, items, facts, formula },
    ...parts,
  };
}

/** The words of a question and the form of its answer, without its items. */
export function wordingOf(question: Question): { prompt: string; schema: unknown } {
  const item = { id: "item", text: "" };
  return { prompt: sha256(systemText(question, "")), schema: answerSchema({ ...question, items: [item] }) };
}
