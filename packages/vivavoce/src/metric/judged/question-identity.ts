import { sha256 } from "../../base/index.ts";
import { type Question, questionText, rules } from "../../judge/index.ts";
import type { JudgedDefinition, JudgedEntry, JudgedItem } from "./definition.ts";

/** Everything in a judged metric that can change a score: the question, its words, how often it is asked, the formula. */
export function questionIdentity(definition: JudgedDefinition): { readonly [name: string]: unknown } {
  const { name, instructions, evidence = "required", sources, world = "none", steps } = definition;
  const { samples = 1, temperature, judges, budget, items, facts, formula, parts } = definition;
  const menu = quotedMenu(definition.menu, definition);
  const prompt = promptHash({ name, instructions, menu, evidence, sources, items: [] });
  return {
    ...{ instructions, menu, evidence, sources, world, steps, prompt },
    ...{ samples, temperature, judges, budget, items, facts, formula },
    ...parts,
  };
}

/** The words of a question, without its items and its menu. */
export function promptHash(question: Question): string {
  return sha256(rules + questionText(question));
}

type Quoted = Pick<JudgedDefinition, "quotes">;

/** Whether a verdict speaks for the agent, or at least not against it. */
export function isFor({ ok, value = 1 }: Pick<JudgedEntry, "ok" | "value">): boolean {
  return ok ?? value >= 1;
}

/** The menu with its rules for quotes: all of them, or only those for verdicts against the agent. */
export function quotedMenu<Entry extends JudgedEntry>(menu: readonly Entry[], { quotes }: Quoted): readonly Entry[] {
  if (quotes !== "failures") return menu;
  return menu.map((entry) => (isFor(entry) ? { ...entry, evidence: "none" } : entry));
}

/** What a score says about its quotes. */
export function quotesDetail({ quotes }: Quoted): { quotes?: string } {
  return quotes === "failures" ? { quotes: "only where a verdict is against the agent" } : {};
}

/** The same for items that have a menu of their own. */
export function quotedItems(items: readonly JudgedItem[], quoted: Quoted): readonly JudgedItem[] {
  return items.map((item) => (item.menu ? { ...item, menu: quotedMenu(item.menu, quoted) } : item));
}
