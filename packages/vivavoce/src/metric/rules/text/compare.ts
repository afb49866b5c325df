import { refuseBadPattern, showJson, testPattern } from "../../../base/index.ts";
import { type Case, inFormOf } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions, usualOptions, yesOrNoOptions } from "../../known-options.ts";
import { scored, shareOf, skipped } from "../../result.ts";
import type { Metric, MetricOptions, YesOrNoOptions } from "../../types.ts";
import { withLines } from "../../with-lines.ts";
import { checkReplies, composed, folder, type ReplyVerdict, replyOfLine, type WhichReply } from "./replies.ts";

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

/** Both texts; if they begin alike for long, from shortly before the place where they differ. */
function difference(reply: string, wanted: string): string {
  let at = 0;
  while (at < reply.length && reply[at] === wanted[at]) at += 1;
  const shown = (text: string) => showJson(at > 80 ? `…${text.slice(at - 40)}` : text);
  return `the reply is ${shown(reply)}, expected ${shown(wanted)}`;
}

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
            reason: ok ? "the reply is the text" : difference(composed(reply).trim(), composed(wanted).trim()),
          };
        });
        return scored(check.ok ? 1 : 0, [check]);
      },
    });
  return withLines(metricOf(exchange), "equals", metricOf(replyOfLine));
}

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
