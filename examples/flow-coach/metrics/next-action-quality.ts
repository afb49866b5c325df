import type { Transcript } from "vivavoce";
import { defineMetric, scored, skipped } from "vivavoce/metrics";
import { formOf, formRules } from "./next-action-form.ts";

/** Which argument of which tool holds the text of an action that the coach words. */
const wordings = new Map([
  ["add_next_action_to_project", "action_text"],
  ["update_next_action", "new_action"],
]);

/** Next actions that the coach writes: verb first, neither too short nor too long, no vague words. By code alone. */
export function nextActionQuality({ threshold = 0.8, report }: { threshold?: number; report?: boolean } = {}) {
  return defineMetric({
    name: "nextActionQuality",
    threshold,
    report,
    parts: { wordings: Object.fromEntries(wordings), rules: formRules },
    score(transcript) {
      const checks = writtenActions(transcript).flatMap(({ exchange, text, waiting }, index) =>
        formOf(text, { waiting }).map(({ id, ok, reason }) => ({
          id: `${index + 1}.${id}`,
          label: `${labels[id]}: ${text}`,
          verdict: ok ? "yes" : "no",
          ok,
          value: ok ? 1 : 0,
          reason,
          evidence: [{ text, exchange, source: "call" as const }],
        })),
      );
      if (checks.length === 0) return skipped("the coach worded no next action");
      return scored(checks.filter(({ ok }) => ok).length / checks.length, checks);
    },
  });
}

const labels = { verb: "starts with a verb", length: "right length", vague: "concrete" };

function writtenActions(transcript: Transcript): { exchange: number; text: string; waiting: boolean }[] {
  return transcript.exchanges.flatMap(({ number, items }) =>
    items.flatMap((item) => {
      if (item.type !== "call") return [];
      const text = item.call.arguments[wordings.get(item.call.name) ?? ""];
      if (typeof text !== "string" || text.trim() === "") return [];
      return [{ exchange: number, text: text.trim(), waiting: item.call.arguments.is_waiting === true }];
    }),
  );
}
