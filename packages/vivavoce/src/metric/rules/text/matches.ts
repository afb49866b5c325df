import { refuseBadPattern, testPattern } from "../../../base/index.ts";
import { inFormOf } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions, usualOptions } from "../../known-options.ts";
import { shareOf, skipped } from "../../result.ts";
import type { Metric, MetricOptions } from "../../types.ts";
import { withLines } from "../../with-lines.ts";
import { checkReplies, composed, type ReplyVerdict, replyOfLine, type WhichReply } from "./replies.ts";

/** Options of `matches`. */
export interface MatchesOptions extends MetricOptions {
  /** Used for cases without `expect.matches`. */
  patterns?: string | RegExp | readonly (string | RegExp)[] | undefined;
  /** Which reply is checked; the last one if left out. */
  exchange?: WhichReply | undefined;
  /** Ignores upper and lower case. */
  ignoreCase?: boolean | undefined;
}

interface Pattern {
  source: string;
  flags: string;
}

/**
 * Checks that the reply matches each regular expression; the value is the share that match. A pattern that takes
 * too long does not match. Skipped without any pattern. Asks no judge.
 *
 * @example matches({ patterns: "\\b\\d{3}-\\d{4}\\b" })
 */
export function matches(options: MatchesOptions = {}): Metric {
  const known = { ...usualOptions, patterns: "any", exchange: "reply", ignoreCase: "flag" } as const;
  refuseUnknownOptions<MatchesOptions>("matches", options, known);
  const { name = "matches", threshold = 1, report, patterns, exchange = "last", ignoreCase = false } = options;
  const given = [patterns ?? []].flat().map((pattern) => patternOf(pattern, ignoreCase));
  for (const { source, flags } of given) refuseBadPattern(source, flags);
  const metricOf = (which: WhichReply) =>
    defineMetric({
      name,
      threshold,
      report,
      parts: { patterns: given.map(({ source, flags }) => ({ source, flags })), exchange, ignoreCase },
      applies: ({ expect }) => (expect.matches ?? given).length > 0,
      score(transcript, { expect }) {
        const asked = expect.matches?.map((pattern) => patternOf(pattern, ignoreCase)) ?? given;
        const wanted = asked.map(({ source, flags }) => ({ source: inFormOf(transcript).pattern(source), flags }));
        if (wanted.length === 0) return skipped("neither the case nor the metric gives a pattern");
        const checks = wanted.map((pattern, index) =>
          checkReplies(transcript, which, { id: `pattern-${index + 1}`, label: `matches ${show(pattern)}` }, (reply) =>
            verdictOf(pattern, reply),
          ),
        );
        return shareOf(checks);
      },
    });
  return withLines(metricOf(exchange), "matches", metricOf(replyOfLine));
}

function verdictOf(pattern: Pattern, reply: string): ReplyVerdict {
  const outcome = testPattern(pattern.source, composed(reply), { flags: pattern.flags });
  if (outcome === "too-long") return { ok: false, reason: `${show(pattern)} took too long on the reply` };
  const ok = outcome === "match";
  return { ok, reason: `the reply ${ok ? "matches" : "does not match"} ${show(pattern)}` };
}

function patternOf(pattern: string | RegExp, ignoreCase: boolean): Pattern {
  const source = composed(typeof pattern === "string" ? pattern : pattern.source);
  // Only whether it matches at all counts, so flags for repeated searching are dropped.
  const flags = new Set(typeof pattern === "string" ? "" : pattern.flags.replace(/[dgy]/g, ""));
  if (ignoreCase) flags.add("i");
  return { source, flags: [...flags].join("") };
}

function show({ source, flags }: Pattern): string {
  return `/${source}/${flags}`;
}
