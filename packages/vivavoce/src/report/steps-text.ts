import { safeLine } from "../base/index.ts";

/** Something that may have evaluation steps: a metric, or its entry in a stored run. */
interface WithSteps {
  name: string;
  steps?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The evaluation steps of metrics, list by list, numbered; "" if none has any. */
export function stepsText(metrics: readonly WithSteps[]): string {
  return metrics
    .flatMap(({ name, steps = {} }) => Object.entries(steps).map(([list, lines]) => ({ name, list, lines })))
    .flatMap(({ name, list, lines }) => [
      `  ${safeLine(name)}, ${safeLine(list)}`,
      ...lines.map((line, index) => `    ${index + 1}. ${safeLine(line, 500)}`),
    ])
    .join("\n");
}
