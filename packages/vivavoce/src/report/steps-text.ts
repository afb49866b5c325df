import { safeLine } from "../base/index.ts";
import type { MetricHeader } from "../shape/index.ts";

/** The evaluation steps of metrics, or of their entries in a stored run, list by list, numbered; "" if none has any. */
export function stepsText(metrics: readonly Pick<MetricHeader, "name" | "steps">[]): string {
  return metrics
    .flatMap(({ name, steps = {} }) => Object.entries(steps).map(([list, lines]) => ({ name, list, lines })))
    .flatMap(({ name, list, lines }) => [
      `  ${safeLine(name)}, ${safeLine(list)}`,
      ...lines.map((line, index) => `    ${index + 1}. ${safeLine(line, 500)}`),
    ])
    .join("\n");
}
