import type { Judge } from "../../judge/index.ts";
import type { Model } from "../../model/index.ts";
import { type OptionFault, refuseFaults, usualOptions } from "../known-options.ts";
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

/** Refuses senseless options when the metric is made. `whyNoQuotes` is for metrics without verdicts for or against the agent. */
export function checkOptions(
  { name, samples = 1, judges, budget = 1, temperature, quotes }: Named,
  whyNoQuotes?: string,
): void {
  refuseFaults(name, [
    [!(Number.isInteger(samples) && samples >= 1), `samples is ${samples}: give a whole number, at least 1`],
    [judges?.length === 0, "judges is empty: name the models of the panel, or leave it out"],
    [judges && new Set(judges).size < judges.length, "judges names a model twice: use samples to ask it again"],
    [!(budget > 0), `budget is ${budget}: give a number of characters`],
    [temperature !== undefined && !(temperature >= 0), `temperature is ${temperature}: give 0 or more`],
    whyNoQuotes === undefined
      ? [
          !["all", "failures"].includes(quotes ?? "all"),
          `quotes is ${JSON.stringify(quotes)}: give "all" or "failures"`,
        ]
      : [quotes !== undefined, `quotes has no meaning here: ${whyNoQuotes}`, "Leave it out."],
    [samples > 1 && temperature === 0, "samples at temperature 0 all give the same answer: leave temperature out"],
  ]);
}

export function panelSize({ judges }: JudgedOptions): number {
  return judges?.length ?? 1;
}

/** The models that are asked: the suite's judge, or each of the panel. */
export function judgesOf({ name, judges }: Named, judge: Judge): Model[] {
  return judges ? judges.map((other) => judge.model(name, other)) : [judge.model(name)];
}

/** Refuses empty and blank texts that a suite gives a metric for all of its cases, by option, when the metric is made. */
export function checkGiven(metric: string, given: Readonly<Record<string, string | readonly string[]>>): void {
  const remedy = "Fill it in, or leave it out.";
  const faults = Object.entries(given).flatMap(([option, value]): OptionFault[] => {
    const texts = [value].flat();
    return [
      [texts.length === 0, `${option} is empty`, remedy],
      [texts.some((text) => text.trim() === ""), `${option} has a blank text`, remedy],
    ];
  });
  refuseFaults(metric, faults);
}
