import { allOf, check, defineMetric, skipped, type YesOrNoOptions } from "vivavoce/metrics";
import { callDataOf } from "../case.ts";
import { courseOf } from "../course.ts";

/** Whether a call ended where it should: the machine's state after the last line, and that the agent kept to it. */
export function finalState({ name = "finalState", report }: YesOrNoOptions = {}) {
  return defineMetric({
    name,
    threshold: 1,
    report,
    score(transcript, testCase) {
      const { final_state: wanted } = callDataOf(testCase);
      if (wanted === undefined) return skipped("the case names no final state");
      const { stages, departure } = courseOf(transcript, testCase);
      const last = stages.at(-1);
      const ok = departure === undefined && last?.state === wanted;
      const way = stages.map(({ path }) => path.join(" → ")).join(", then ");
      const reason = departure
        ? `exchange ${departure.exchange}: ${departure.reason}`
        : `it ended in ${last?.state ?? "nothing"}, expected ${wanted}; the way: ${way}`;
      return allOf([check("final-state", ok, reason, { label: `ends in ${wanted}` })]);
    },
  });
}
