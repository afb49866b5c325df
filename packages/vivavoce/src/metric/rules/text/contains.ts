import { type Case, inFormOf } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions, usualOptions } from "../../known-options.ts";
import { shareOf, skipped } from "../../result.ts";
import type { Metric, MetricOptions } from "../../types.ts";
import { withLines } from "../../with-lines.ts";
import { checkReplies, folder, replyOfLine, type WhichReply } from "./replies.ts";

/** Options of `contains`. */
export interface ContainsOptions extends MetricOptions {
  /** Used for cases without `expect.contains`. */
  texts?: string | readonly string[] | undefined;
  /** Which reply is checked; the last one if left out. */
  exchange?: WhichReply | undefined;
  /** Ignores upper and lower case. */
  ignoreCase?: boolean | undefined;
}

/**
 * Checks that the reply contains each text; the value is the share of texts found. Skipped without any text.
 * Asks no judge.
 *
 * @example contains({ texts: ["inbox", "calendar"], ignoreCase: true, exchange: "any" })
 */
export function contains(options: ContainsOptions = {}): Metric {
  const known = { ...usualOptions, texts: "any", exchange: "reply", ignoreCase: "flag" } as const;
  refuseUnknownOptions<ContainsOptions>("contains", options, known);
  const { name = "contains", threshold = 1, report, texts, exchange = "last", ignoreCase = false } = options;
  const fold = folder(ignoreCase);
  const wantedIn = ({ expect }: Case) => expect.contains ?? [texts ?? []].flat();
  const metricOf = (which: WhichReply) =>
    defineMetric({
      name,
      threshold,
      report,
      parts: { texts, exchange, ignoreCase },
      applies: (testCase) => wantedIn(testCase).length > 0,
      score(transcript, testCase) {
        const wanted = inFormOf(transcript).value(wantedIn(testCase));
        if (wanted.length === 0) return skipped("neither the case nor the metric asks for a text");
        const checks = wanted.map((text, index) =>
          checkReplies(transcript, which, { id: `text-${index + 1}`, label: `contains "${text}"` }, (reply) => {
            const ok = fold(reply).includes(fold(text));
            return { ok, reason: `the reply ${ok ? "contains" : "does not contain"} "${text}"` };
          }),
        );
        return shareOf(checks);
      },
    });
  return withLines(metricOf(exchange), "contains", metricOf(replyOfLine));
}
