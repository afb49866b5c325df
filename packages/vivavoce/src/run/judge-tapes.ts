import { judgeCalls } from "../metric/index.ts";
import type { Tape } from "../model/index.ts";
import { chooseVariants } from "../suite/index.ts";
import type { SuitePlan } from "./plan.ts";

/** The files of a suite's tapes that will not replay to a full result. A tape that cannot be read is an error. */
interface TapeFaults {
  /** Tapes without a judge's answer, although a judged metric is sure to ask for one: a replay of such a case is errored. */
  withoutJudge: string[];
  /** Tapes without a judge's answer that may not need one: only the conversation tells whether a judged metric applies. */
  perhapsComplete: string[];
  /** Tapes from which an outage kept something; `--record missing` completes them. */
  incomplete: string[];
}

export async function tapeFaults({ loaded, metrics, cassette, cases }: SuitePlan): Promise<TapeFaults> {
  const judged = metrics.filter((metric) => metric.judged);
  const { variants: offered = {} } = loaded.suite;
  const faults: TapeFaults = { withoutJudge: [], perhapsComplete: [], incomplete: [] };
  for (const variant of chooseVariants(offered, offered)) {
    const taped = await cassette.list(variant);
    for (let index = 0; index < cases.size; index++) {
      const id = cases.id(index);
      const tapes = taped.has(id) ? await cassette.read(variant, id) : [];
      const file = cassette.path(variant, id);
      if (tapes.some(({ incomplete }) => incomplete !== undefined)) faults.incomplete.push(file);
      else if (judged.length > 0 && tapes.some(lacksJudge)) {
        const testCase = await cases.read(index);
        const may = judged.filter((metric) => (metric.applies?.(testCase) ?? true) && judgeCalls(metric, testCase) > 0);
        if (may.some(({ applies }) => applies)) faults.withoutJudge.push(file);
        else if (may.length > 0) faults.perhapsComplete.push(file);
      }
    }
  }
  return faults;
}

/** A conversation that the agent did not finish is not shown to a judge. */
function lacksJudge({ records, ended }: Tape): boolean {
  return ended === undefined && !records.some(({ role }) => role === "judge");
}
