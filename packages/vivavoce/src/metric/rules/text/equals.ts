import { showJson } from "../../../base/index.ts";
import { inFormOf } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions, yesOrNoOptions } from "../../known-options.ts";
import { scored, skipped } from "../../result.ts";
import type { Metric, YesOrNoOptions } from "../../types.ts";
import { withLines } from "../../with-lines.ts";
import { checkReplies, folder, replyOfLine, type WhichReply } from "./replies.ts";

/** Options of `equals`. */
export interface EqualsOptions extends YesOrNoOptions {
  /** Used for cases without `expect.equals`. */
  text?: string | undefined;
  /** Which reply is checked; the last one if left out. */
  exchange?: WhichReply | undefined;
  /** Ignores upper and lower case. */
  ignoreCase?: boolean | undefined;
}

/**
 * Checks that the reply is this text; white space around it does not count. Value 1 or 0, skipped without a text.
 * Asks no judge.
 *
 * @example equals({ text: "yes", ignoreCase: true })
 */
export function equals(options: EqualsOptions = {}): Metric {
  const known = { ...yesOrNoOptions, text: "text", exchange: "reply", ignoreCase: "flag" } as const;
  refuseUnknownOptions<EqualsOptions>("equals", options, known);
  const { name = "equals", report, text, exchange = "last", ignoreCase = false } = options;
  const fold = folder(ignoreCase);
  const metricOf = (which: WhichReply) =>
    defineMetric({
      name,
      report,
      threshold: 1,
      parts: { text, exchange, ignoreCase },
      applies: ({ expect }) => (expect.equals ?? text) !== undefined,
      score(transcript, { expect }) {
        const wanted = inFormOf(transcript).value(expect.equals ?? text);
        if (wanted === undefined) return skipped("neither the case nor the metric asks for a text");
        const check = checkReplies(transcript, which, { id: "text", label: `equals ${showJson(wanted)}` }, (reply) => {
          const ok = fold(reply).trim() === fold(wanted).trim();
          return {
            ok,
            reason: ok ? "the reply is the text" : `the reply is ${showJson(reply)}, expected ${showJson(wanted)}`,
          };
        });
        return scored(check.ok ? 1 : 0, [check]);
      },
    });
  return withLines(metricOf(exchange), "equals", metricOf(replyOfLine));
}
