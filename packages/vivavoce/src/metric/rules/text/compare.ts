import { isBlank, refuseBadPattern, showJson, testPattern } from "../../../base/index.ts";
import { type Case, inFormOf } from "../../../shape/index.ts";
import { refuseFaults, refuseUnknownOptions, usualOptions, yesOrNoOptions } from "../../known-options.ts";
import type { Metric, MetricOptions, YesOrNoOptions } from "../../types.ts";
import { replyMetric, type WhichReply } from "./replies.ts";

/** Options of `contains`. */
export interface ContainsOptions extends MetricOptions {
  /** Used for cases without `expect.contains`. */
  texts?: string | readonly string[] | undefined;
  /** Which reply is checked; the last one if left out. */
  exchange?: WhichReply | undefined;
  /** Ignores upper and lower case. */
  ignoreCase?: boolean | undefined;
}

const replyOptions = { exchange: "reply", ignoreCase: "flag" } as const;

/** The form in which texts are compared: "é" may be written as one character or as two. */
const composed = (text: string) => text.normalize("NFC");
const folder = (ignoreCase: boolean) => (text: string) => composed(ignoreCase ? text.toLowerCase() : text);

/**
 * Checks that the reply contains each text; the value is the share of texts found. Skipped without any text.
 * Asks no judge.
 *
 * @example contains({ texts: ["inbox", "calendar"], ignoreCase: true, exchange: "any" })
 */
export function contains(options: ContainsOptions = {}): Metric {
  refuseUnknownOptions<ContainsOptions>("contains", options, { ...usualOptions, texts: "any", ...replyOptions });
  const { name = "contains", threshold = 1, report, texts, exchange = "last", ignoreCase = false } = options;
  refuseFaults(name, [[[texts ?? []].flat().some(isBlank), "a text is blank", "Give texts that a reply may lack."]]);
  const fold = folder(ignoreCase);
  const wantedIn = ({ expect }: Case) => expect.contains ?? [texts ?? []].flat();
  return replyMetric({
    ...{ name, threshold, report, exchange },
    reads: ["contains"],
    parts: { texts, exchange, ignoreCase },
    applies: (testCase) => wantedIn(testCase).length > 0,
    wishes(transcript, testCase) {
      const wanted = inFormOf(transcript).value(wantedIn(testCase));
      if (wanted.length === 0) return "neither the case nor the metric asks for a text";
      return wanted.map((text, index) => ({
        id: `text-${index + 1}`,
        label: `contains "${text}"`,
        look(reply) {
          const ok = fold(reply).includes(fold(text));
          return { ok, reason: `the reply ${ok ? "contains" : "does not contain"} "${text}"` };
        },
      }));
    },
  });
}

/** Both texts; if they begin alike for long, from shortly before the place where they differ. */
function difference(reply: string, wanted: string): string {
  let at = 0;
  while (at < reply.length && reply[at] === wanted[at]) at += 1;
  const shown = (text: string) => showJson(at > 80 ? `…${text.slice(at - 40)}` : text);
  return `the reply is ${shown(reply)}, expected ${shown(wanted)}`;
}

/** Options of `equals`. */
export interface EqualsOptions extends YesOrNoOptions, Pick<ContainsOptions, "exchange" | "ignoreCase"> {
  /** Used for cases without `expect.equals`. */
  text?: string | undefined;
}

/**
 * Checks that the reply is this text; white space around it does not count. Value 1 or 0, skipped without a text.
 * Asks no judge.
 *
 * @example equals({ text: "yes", ignoreCase: true })
 */
export function equals(options: EqualsOptions = {}): Metric {
  refuseUnknownOptions<EqualsOptions>("equals", options, { ...yesOrNoOptions, text: "text", ...replyOptions });
  const { name = "equals", report, text, exchange = "last", ignoreCase = false } = options;
  const fold = folder(ignoreCase);
  return replyMetric({
    ...{ name, threshold: 1, report, exchange },
    reads: ["equals"],
    parts: { text, exchange, ignoreCase },
    applies: ({ expect }) => (expect.equals ?? text) !== undefined,
    wishes(transcript, { expect }) {
      const wanted = inFormOf(transcript).value(expect.equals ?? text);
      if (wanted === undefined) return "neither the case nor the metric asks for a text";
      const look = (reply: string) => {
        const ok = fold(reply).trim() === fold(wanted).trim();
        const reason = ok ? "the reply is the text" : difference(composed(reply).trim(), composed(wanted).trim());
        return { ok, reason };
      };
      return [{ id: "text", label: `equals ${showJson(wanted)}`, look }];
    },
  });
}

/** Options of `matches`. */
export interface MatchesOptions extends MetricOptions, Pick<ContainsOptions, "exchange" | "ignoreCase"> {
  /** Used for cases without `expect.matches`. */
  patterns?: string | RegExp | readonly (string | RegExp)[] | undefined;
}

/**
 * Checks that the reply matches each regular expression; the value is the share that match. A pattern that takes
 * too long does not match. Skipped without any pattern. Asks no judge.
 *
 * @example matches({ patterns: "\\b\\d{3}-\\d{4}\\b" })
 */
export function matches(options: MatchesOptions = {}): Metric {
  refuseUnknownOptions<MatchesOptions>("matches", options, { ...usualOptions, patterns: "any", ...replyOptions });
  const { name = "matches", threshold = 1, report, patterns, exchange = "last", ignoreCase = false } = options;
  const given = [patterns ?? []].flat().map((pattern) => patternOf(pattern, ignoreCase));
  for (const { source, flags } of given) refuseBadPattern(source, flags);
  const wantedIn = ({ expect }: Case) =>
    (expect.matches?.map((pattern) => patternOf(pattern, ignoreCase)) ?? given).filter(canMiss);
  return replyMetric({
    ...{ name, threshold, report, exchange, version: 2 },
    reads: ["matches"],
    parts: { patterns: given, exchange, ignoreCase },
    applies: (testCase) => wantedIn(testCase).length > 0,
    wishes(transcript, testCase) {
      const wanted = wantedIn(testCase);
      if (wanted.length === 0) return "neither the case nor the metric gives a pattern that a reply can miss";
      return wanted.map(({ source: written, flags }, index) => {
        const source = inFormOf(transcript).pattern(written);
        const shown = `/${source}/${flags}`;
        const look = (reply: string) => {
          const outcome = testPattern(source, composed(reply), { flags });
          if (outcome === "too-long") return { ok: false, reason: `${shown} took too long on the reply` };
          const ok = outcome === "match";
          return { ok, reason: `the reply ${ok ? "matches" : "does not match"} ${shown}` };
        };
        return { id: `pattern-${index + 1}`, label: `matches ${shown}`, look };
      });
    },
  });
}

/**
 * Whether some text does not match. None does if the pattern needs no character and asks nothing of what comes before it,
 * since it then matches at the end of any text, or of what comes behind it, since it then matches at the beginning.
 */
export function canMiss({ source, flags }: { source: string; flags: string }): boolean {
  const bare = source.replace(/\\[^bB]|\[(?:\\.|[^\]\\])*\]/g, "");
  const isFree = !/\^|\(\?<[=!]|\\b/i.test(bare) || !/\$|\(\?[=!]|\\b/i.test(bare);
  return !(isFree && new RegExp(source, flags).test(""));
}

function patternOf(pattern: string | RegExp, ignoreCase: boolean): { source: string; flags: string } {
  const source = composed(typeof pattern === "string" ? pattern : pattern.source);
  // Only whether it matches at all counts, so flags for repeated searching are dropped.
  const flags = new Set(typeof pattern === "string" ? "" : pattern.flags.replace(/[dgy]/g, ""));
  if (ignoreCase) flags.add("i");
  return { source, flags: [...flags].join("") };
}
