import { InputError, type Problem } from "../../base/index.ts";
import type { Judge } from "../../judge/index.ts";
import type { Model } from "../../model/index.ts";
import { usualOptions } from "../known-options.ts";
import type { JudgedOptions } from "./definition.ts";

/** What every judged metric takes. */
export const judgedOptions = {
  ...usualOptions,
  samples: "number",
  temperature: "number",
  judges: "texts",
  budget: "number",
  quotes: "any",
} as const;

type Named = JudgedOptions & { name: string };

/** Refuses senseless options when the metric is made. */
export function checkOptions({ name, samples = 1, judges, budget = 1, temperature, quotes = "all" }: Named): void {
  const problems = [
    ...(Number.isInteger(samples) && samples >= 1 ? [] : [`samples is ${samples}: give a whole number, at least 1`]),
    ...(judges && judges.length === 0 ? ["judges is empty: name the models of the panel, or leave it out"] : []),
    ...(judges && new Set(judges).size < judges.length
      ? ["judges names a model twice: use samples to ask it again"]
      : []),
    ...(budget > 0 ? [] : [`budget is ${budget}: give a number of characters`]),
    ...(temperature === undefined || temperature >= 0 ? [] : [`temperature is ${temperature}: give 0 or more`]),
    ...(["all", "failures"].includes(quotes) ? [] : [`quotes is ${JSON.stringify(quotes)}: give "all" or "failures"`]),
    ...(samples > 1 && temperature === 0
      ? ["samples at temperature 0 all give the same answer: leave temperature out"]
      : []),
  ];
  if (problems.length > 0) throw new InputError(problems.map((message) => ({ message: `${name}: ${message}` })));
}

/** Refuses `quotes` for metrics without verdicts for or against the agent. */
export function refuseQuotes(name: string, { quotes }: JudgedOptions, why: string): void {
  if (quotes === undefined) return;
  throw new InputError({ message: `${name}: quotes has no meaning here: ${why}`, remedy: "Leave it out." });
}

export function panelSize({ judges }: JudgedOptions): number {
  return judges?.length ?? 1;
}

/** The models that are asked: the suite's judge, or each of the panel. */
export function judgesOf({ name, judges }: Named, judge: Judge): Model[] {
  return judges ? judges.map((other) => judge.model(name, other)) : [judge.model(name)];
}

/** The options in which a suite can give a metric texts for all of its cases, by name. */
type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Refuses empty and blank options when the metric is made. */
export function checkGiven(metric: string, given: Given): void {
  const problems = Object.entries(given).flatMap(([option, value]) => problemOf(metric, option, value));
  if (problems.length > 0) throw new InputError(problems);
}

function problemOf(metric: string, option: string, value: Given[string]): Problem[] {
  if (value === undefined) return [];
  const texts = [value].flat();
  const problem = texts.length === 0 ? "is empty" : texts.some((text) => text.trim() === "") ? "has a blank text" : "";
  return problem === "" ? [] : [{ message: `${metric}: ${option} ${problem}`, remedy: "Fill it in, or leave it out." }];
}
