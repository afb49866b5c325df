import { InputError, isBlank } from "../../base/index.ts";
import {
  type Case,
  type Check,
  callsOf,
  type Exchange,
  type Limits,
  limitsSchema,
  skippedCheck,
  type Transcript,
  wholeReplyOf,
} from "../../shape/index.ts";
import { questionsIn, wordsOf } from "../../spoken/index.ts";
import { defineMetric } from "../define-metric.ts";
import { refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { type Metric, type MetricOptions, type MetricResult, scored, skipped } from "../types.ts";

/** Options of `limits`: limits for every case, which a case may override. */
export interface LimitsOptions extends MetricOptions, Limits {}

/**
 * Checks a conversation against limits on time, tokens, cost, model calls, tool calls, and on words and questions in any
 * one reply; the value is the share of limits kept. Each limit of a case overrides the suite's. A limit on something that
 * was not measured is skipped; if all are, the metric is skipped. Without any limit it is skipped as well, and the reason
 * says what was measured, so `limits()` in a suite decides only the cases that set one. Asks no judge.
 *
 * @example limits({ replyMs: 3000, questionsPerReply: 1 })
 */
export function limits(options: LimitsOptions = {}): Metric {
  const numbers = Object.fromEntries(names.map((limit) => [limit, "number"])) as Record<keyof Limits, "number">;
  refuseUnknownOptions<LimitsOptions>("limits", options, { ...usualOptions, ...numbers });
  const { name = "limits", threshold = 1, report, ...own } = options;
  const parsed = limitsSchema.safeParse(own);
  if (!parsed.success) {
    throw new InputError(
      parsed.error.issues.map((issue) => ({ message: `${name}: ${issue.path.join(".")}: ${issue.message}` })),
    );
  }
  return defineMetric({
    name,
    version: 2,
    threshold,
    report,
    parts: own,
    watches: true,
    reads: ["limits"],
    applies: ({ expect }) => Object.values({ ...own, ...expect.limits }).some((limit) => limit !== undefined),
    score: (transcript, testCase) => scoreLimits(transcript, testCase, parsed.data),
  });
}

function scoreLimits(transcript: Transcript, { expect }: Case, own: Limits): MetricResult {
  const set = { ...own, ...expect.limits };
  const found = names.map((name) => ({ name, limit: set[name], measure: measures[name].measure(transcript) }));
  const checks = found.flatMap(({ name, limit, measure }) =>
    limit === undefined ? [] : [checkOf(name, limit, measure)],
  );
  const figures = found.flatMap(({ name, measure }) => (measure.known ? [measures[name].show(measure.value)] : []));
  if (checks.length === 0) return skipped(`no limit is set; measured: ${figures.join(", ") || "nothing"}`);
  const decided = checks.filter(({ value }) => value !== undefined);
  // What the suite limits in every case does not answer what this case asks.
  const asked = checks.filter(({ id }) => expect.limits?.[id as keyof Limits] !== undefined);
  const isUnmeasured = (asked.length > 0 ? asked : checks).every(({ value }) => value === undefined);
  if (isUnmeasured && decided.every(({ ok }) => ok))
    return skipped(checks.map(({ label, reason }) => `${label} ${reason}`).join("; "));
  const detail = Object.fromEntries(found.map(({ name, measure }) => [name, measure.known ? measure.value : null]));
  return scored(decided.filter(({ ok }) => ok).length / decided.length, checks, { detail });
}

function checkOf(name: keyof Limits, limit: number, measure: MeasuredLimit): Check {
  const { label, show } = measures[name];
  const least = measure.known ? measure.value : measure.least;
  // If the known parts are already over the limit, the unknown rest does not matter.
  const isOver = least > limit;
  if (!isOver && !measure.known) return skippedCheck({ id: name, label, reason: measure.why });
  const reason = `${measure.known ? "" : "at least "}${show(least)}, at most ${limit} allowed`;
  const verdict = isOver ? "over" : "kept";
  return { id: name, label, evidence: [], verdict, ok: !isOver, value: isOver ? 0 : 1, reason };
}

/** A quantity of one conversation. If a part is missing, `least` is the sum of the known parts. */
type MeasuredLimit = { known: true; value: number } | { known: false; least: number; why: string };

interface MeasureKind {
  label: string;
  measure(transcript: Transcript): MeasuredLimit;
  show(value: number): string;
}

/** What can be limited. For limits per reply the largest reply counts; the others are sums over the conversation. */
const measures: Record<keyof Limits, MeasureKind> = {
  firstWordMs: {
    label: "time to the first word",
    measure: largest(firstWordTimes),
    show: (value) => `${showTime(value)} to the first word`,
  },
  replyMs: { label: "reply time", measure: largest(replyTimes), show: (value) => `${showTime(value)} for a reply` },
  latencyMs: { label: "latency", measure: total(replyTimes), show: (value) => `${showTime(value)} for all replies` },
  modelMs: {
    label: "model time",
    measure: total(ofModels("duration", ({ modelMs }) => modelMs)),
    show: (value) => `${showTime(value)} for all model calls`,
  },
  tokens: {
    label: "tokens",
    measure: total(ofModels("token count", ({ usage }) => usage && usage.inputTokens + usage.outputTokens)),
    show: (value) => counted(value, "token"),
  },
  cost: {
    label: "cost",
    measure: total(ofModels("cost", ({ cost }) => cost)),
    show: (value) => `$${Number(value.toPrecision(3))}`,
  },
  modelCalls: {
    label: "model calls",
    measure: total(ofModels("count", ({ modelCalls }) => modelCalls)),
    show: (value) => counted(value, "model call"),
  },
  toolCalls: {
    label: "tool calls",
    measure: total(({ exchanges }) => ({
      values: exchanges.map((exchange) => callsOf(exchange).length),
      none: "there is no exchange",
    })),
    show: (value) => counted(value, "tool call"),
  },
  wordsPerReply: {
    label: "words per reply",
    measure: largest(ofReplies((text) => wordsOf(text).length)),
    show: (value) => `${counted(value, "word")} in a reply`,
  },
  questionsPerReply: {
    label: "questions per reply",
    measure: largest(ofReplies(questionsIn)),
    show: (value) => `${counted(value, "question")} in a reply`,
  },
};

const names = Object.keys(measures) as (keyof Limits)[];

function total(take: (transcript: Transcript) => Parts): MeasureKind["measure"] {
  return combined(take, (values) => values.reduce((sum, value) => sum + value, 0));
}

function largest(take: (transcript: Transcript) => Parts): MeasureKind["measure"] {
  return combined(take, (values) => Math.max(0, ...values));
}

function combined(take: (transcript: Transcript) => Parts, combine: (values: number[]) => number) {
  return (transcript: Transcript): MeasuredLimit => {
    const { values, why } = measured(take(transcript));
    const value = combine(values);
    return why === undefined ? { known: true, value } : { known: false, least: value, why };
  };
}

function counted(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? "" : "s"}`;
}

function showTime(value: number): string {
  return `${Math.round(value)} ms`;
}

/** The parts of a quantity: one value for each, and what to say if all or some are missing. */
interface Parts {
  values: readonly (number | undefined)[];
  none: string;
  missing?: string;
}

/** The known parts of a quantity, and why it is not known itself. If one part is missing, the whole is unknown. */
export function measured({ values, none, missing = "" }: Parts): { values: number[]; why: string | undefined } {
  const known = values.filter((value) => value !== undefined);
  const places = `${values.length - known.length} of ${values.length} ${values.length === 1 ? "exchange" : "exchanges"}`;
  const why = known.length === values.length ? undefined : `not measured: ${missing} in ${places}`;
  return { values: known, why: values.length === 0 ? `not measured: ${none}` : why };
}

/** How long each reply took. */
export function replyTimes({ exchanges }: Transcript): Parts {
  return {
    values: exchanges.map(({ replyMs }) => replyMs),
    none: "there is no exchange",
    missing: "no time is recorded",
  };
}

/** How long the user waited for each text. If the agent streams at all, a reply that came whole is first heard at its end. */
export function firstWordTimes({ exchanges }: Transcript): Parts {
  const spoken = exchanges.filter(hasText);
  const streams = spoken.some(({ firstWordMs }) => firstWordMs !== undefined);
  return {
    values: streams ? spoken.map(({ firstWordMs, replyMs }) => firstWordMs ?? replyMs) : [],
    none: "no reply is recorded as streamed",
    missing: "no time is recorded",
  };
}

/**
 * A quantity of the model calls in each exchange. Viva does not see calls that an agent makes without it: if it sees no
 * call at all, nothing was measured.
 */
function ofModels(what: string, of: (exchange: Exchange) => number | undefined) {
  return ({ exchanges }: Transcript): Parts => ({
    values: exchanges.filter(({ modelCalls }) => modelCalls > 0).map(of),
    none: "no model call went through Viva",
    missing: `a model call has no ${what}`,
  });
}

/** Something about the text of each reply that has any, heard or not. */
function ofReplies(of: (text: string) => number) {
  return ({ exchanges }: Transcript): Parts => ({
    values: exchanges.filter(hasText).map((exchange) => of(wholeReplyOf(exchange))),
    none: "no reply has text",
  });
}

function hasText(exchange: Exchange): boolean {
  return !isBlank(wholeReplyOf(exchange));
}
