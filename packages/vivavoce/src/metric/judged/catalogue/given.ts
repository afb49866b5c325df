import { InputError, type Problem } from "../../../base/index.ts";

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
