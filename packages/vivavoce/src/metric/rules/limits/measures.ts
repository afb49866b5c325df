import { callsOf, type Limits, type Transcript } from "../../../shape/index.ts";
import { wordsOf } from "../../../speech/index.ts";
import { firstWordTimes, knownOf, notMeasured, ofModels, ofReplies, type Parts, replyTimes } from "./parts.ts";

/** A quantity of one conversation. If a part is missing, `least` is the sum of the known parts. */
export type MeasuredLimit = { known: true; value: number } | { known: false; least: number; why: string };

interface MeasureKind {
  label: string;
  measure(transcript: Transcript): MeasuredLimit;
  show(value: number): string;
}

/** What can be limited. For limits per reply the largest reply counts; the others are sums over the conversation. */
export const measures: Record<keyof Limits, MeasureKind> = {
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

function total(take: (transcript: Transcript) => Parts): MeasureKind["measure"] {
  return combined(take, (values) => values.reduce((sum, value) => sum + value, 0));
}

function largest(take: (transcript: Transcript) => Parts): MeasureKind["measure"] {
  return combined(take, (values) => Math.max(0, ...values));
}

function combined(take: (transcript: Transcript) => Parts, combine: (values: number[]) => number) {
  return (transcript: Transcript): MeasuredLimit => {
    const parts = take(transcript);
    const why = notMeasured(parts);
    const value = combine(knownOf(parts));
    return why === undefined ? { known: true, value } : { known: false, least: value, why };
  };
}

function counted(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? "" : "s"}`;
}

function showTime(value: number): string {
  return `${Math.round(value)} ms`;
}

/** Several question marks in a row are one question. Question marks in URLs and code do not count. */
export function questionsIn(text: string): number {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ").replace(/\bhttps?:\/\/\S+/g, " ");
  return prose.match(/[?？؟][?!？！]*/g)?.length ?? 0;
}
