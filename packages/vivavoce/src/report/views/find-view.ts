import { z } from "zod";
import { breathe } from "../../base/index.ts";
import { trialStatuses } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { failureLines } from "../failure-lines.ts";
import { originText } from "../run-facts.ts";
import { hitsIn } from "./find-hits.ts";
import { titleOf } from "./runs-view.ts";
import { conversationView } from "./trial-view.ts";
import { name, runId, view, wholeNumber } from "./view.ts";

/** Nobody reads more of them; and so long one part of the search may take, run by run. */
const mostHits = 100;
const partMs = 1_000;

const query = z.object({
  text: z.string("give a text").min(2, "give at least two characters").max(200, "give at most 200 characters"),
  status: z.enum(trialStatuses).optional(),
  variant: name.optional().describe("Words of the variant's name."),
  origin: name.optional().describe("Where its answers came from: live, cached, recorded, hand-written."),
  score: z
    .string()
    .regex(/^.+[<>]\d+(\.\d+)?$/, "write it like polite<0.7")
    .optional(),
  slower: wholeNumber.optional().describe("Seconds that its replies took together, at least."),
  from: runId.optional().describe("Goes on with this run, as `next` of an earlier answer says."),
});

export const findView = view({
  about: "Where a text occurs in all runs, the newest first: in replies, calls, results, errors and reasons.",
  query,
  async answer({ store }, { text, from, ...filter }) {
    const began = performance.now();
    const runs = await store.runs.list();
    const first = Math.max(0, from === undefined ? 0 : runs.findIndex(({ id }) => id === from));
    const hits = [];
    let searched = 0;
    for (const [index, { id, suites }] of runs.slice(first).entries()) {
      if (index > 0 && performance.now() - began > partMs) return { hits, searched, next: id, full: false };
      for (const { position, name: suiteName, header } of suites) {
        const statuses = filter.status === undefined ? undefined : [filter.status];
        for await (const trial of store.trials.read(id, position, { statuses })) {
          searched += 1;
          if (!fits(trial, filter)) continue;
          const { transcript, caseId, status = "pending" } = trial;
          const searchedTrial = {
            ...conversationView(transcript),
            reasons: status === "passed" ? [] : failureLines(trial),
          };
          const variant = titleOf(trial.variant, header.variants.length);
          // A suite and a trial by their positions.
          const at = { run: id, suite: position, suiteName, case: caseId, trial: trial.position, variant, status };
          hits.push(...hitsIn(searchedTrial, text).map((hit) => ({ ...at, ...hit })));
          if (hits.length >= mostHits) return { hits: hits.slice(0, mostHits), searched, next: undefined, full: true };
          if (searched % 20 === 0) await breathe();
        }
      }
    }
    return { hits, searched, next: undefined, full: false };
  },
});

type Filter = Omit<z.output<typeof query>, "text" | "from" | "status">;

function fits(trial: StoredTrial, { variant = "", origin = "", score, slower = 0 }: Filter): boolean {
  const { answers, scores, transcript } = trial;
  if (!titleOf(trial.variant, 2).includes(variant) || !originText(answers).includes(origin)) return false;
  const took = transcript.exchanges.reduce((sum, { replyMs = 0 }) => sum + replyMs, 0);
  if (took < slower * 1_000) return false;
  const [, metric, sign, limit] = /^(.+)([<>])([\d.]+)$/.exec(score ?? "") ?? [];
  if (metric === undefined) return true;
  const found = scores.find((one) => one.metric === metric);
  if (found?.status !== "scored") return false;
  return sign === "<" ? found.value < Number(limit) : found.value > Number(limit);
}
