import { canonicalJson } from "../../base/index.ts";
import { type Check, check } from "../../shape/index.ts";
import { textSimilarity, wordsOf } from "../../spoken/index.ts";
import { defineMetric } from "../define-metric.ts";
import { type MadeCall, madeCalls, quoteCall, quoteReply, showCall } from "../evidence.ts";
import { refuseFaults, refuseUnknownOptions, yesOrNoOptions } from "../known-options.ts";
import { type Metric, scored, skipped, type YesOrNoOptions } from "../types.ts";
import { repliesOf } from "./text/replies.ts";

/** Options of `loops`. */
export interface LoopsOptions extends YesOrNoOptions {
  /** How often the same call with the same arguments may be made in a conversation; 3 by default. */
  sameCalls?: number | undefined;
  /** The similarity, from 0 to 1, at which two replies in a row count as the same; 0.9 by default. */
  similarity?: number | undefined;
}

/** "Done." twice is not a loop. */
const shortestReply = 4;

/**
 * Finds an agent that goes in circles: the same call again and again, or two replies in a row that say the same (replies
 * under four words are ignored). Any loop makes the value 0. Skipped if nothing could repeat. Asks no judge.
 *
 * @example loops({ sameCalls: 2 })
 */
export function loops(options: LoopsOptions = {}): Metric {
  const known = { ...yesOrNoOptions, sameCalls: "number", similarity: "number" } as const;
  refuseUnknownOptions<LoopsOptions>("loops", options, known);
  const { name = "loops", report, sameCalls = 3, similarity = 0.9 } = options;
  const isSenseless = !(sameCalls >= 1) || !(similarity > 0 && similarity <= 1);
  refuseFaults(name, [[isSenseless, "sameCalls must be at least 1, and similarity above 0 and at most 1"]]);
  return defineMetric({
    name,
    report,
    threshold: 1,
    parts: { sameCalls, similarity },
    watches: true,
    score(transcript) {
      const calls = madeCalls(transcript);
      const replies = repliesOf(transcript);
      if (calls.length === 0 && replies.length < 2)
        return skipped("the agent made no call and gave fewer than two replies, so nothing could repeat");
      const found = [...repeatedCalls(calls, sameCalls), ...repeatedReplies(replies, similarity)];
      if (found.length > 0) return scored(0, found);
      const reason = `${calls.length} calls and ${replies.length} replies without a loop`;
      return scored(1, [check("no-loop", true, reason, { label: "does not go in circles", verdict: "no loop" })]);
    },
  });
}

function repeatedCalls(calls: readonly MadeCall[], limit: number): Check[] {
  const groups = Map.groupBy(calls, ({ call }) => `${call.name} ${call.raw ?? canonicalJson(call.arguments)}`);
  return [...groups.values()]
    .filter((group) => group.length > limit)
    .map((group, index) => {
      const [what] = group.map(({ call }) => showCall(call));
      const reason = `${what} was made ${group.length} times, at most ${limit} allowed`;
      const row = { label: "the same call again", verdict: "loop", evidence: group.map(quoteCall) };
      return check(`call-${index + 1}`, false, reason, row);
    });
}

function repeatedReplies(replies: ReturnType<typeof repliesOf>, limit: number): Check[] {
  return replies.flatMap((reply, index): Check[] => {
    const before = replies[index - 1];
    if (!before || wordsOf(reply.text).length < shortestReply) return [];
    const likeness = textSimilarity(before.text, reply.text);
    if (likeness < limit) return [];
    const reason = `the replies of exchanges ${before.exchange} and ${reply.exchange} say the same (likeness ${likeness.toFixed(2)})`;
    const evidence = [before, reply].map(({ exchange, text }) => quoteReply(exchange, text));
    return [
      check(`reply-${reply.exchange}`, false, reason, { label: "the same reply again", verdict: "loop", evidence }),
    ];
  });
}
