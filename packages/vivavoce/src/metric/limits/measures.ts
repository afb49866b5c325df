import type { Limits } from "../../case/index.ts";
import { callsOf, type Exchange, replyOf, type Transcript } from "../../transcript/index.ts";
import { wordsOf } from "../text/text-similarity.ts";

/** A quantity of one conversation. Where some exchange did not report it, `least` is what is known of it. */
export type Measure = { known: true; value: number } | { known: false; least: number };

interface MeasureKind {
  label: string;
  measure(transcript: Transcript): Measure;
  show(value: number): string;
}

/** What can be limited. Per reply the largest counts; all else is the sum over the conversation. */
export const measures: Record<keyof Limits, MeasureKind> = {
  latencyMs: {
    label: "latency",
    measure: total(({ latencyMs }) => latencyMs),
    show: (value) => `${Math.round(value)} ms`,
  },
  tokens: {
    label: "tokens",
    measure: total(({ usage }) => usage && usage.inputTokens + usage.outputTokens),
    show: (value) => counted(value, "token"),
  },
  cost: { label: "cost", measure: total(({ cost }) => cost), show: (value) => `$${Number(value.toPrecision(3))}` },
  modelCalls: {
    label: "model calls",
    measure: total(({ modelCalls }) => modelCalls),
    show: (value) => counted(value, "model call"),
  },
  toolCalls: {
    label: "tool calls",
    measure: total((one) => callsOf(one).length),
    show: (value) => counted(value, "tool call"),
  },
  wordsPerReply: {
    label: "words per reply",
    measure: largest((one) => wordsOf(replyOf(one)).length),
    show: (value) => `${counted(value, "word")} in a reply`,
  },
  questionsPerReply: {
    label: "questions per reply",
    measure: largest((one) => questionsIn(replyOf(one))),
    show: (value) => `${counted(value, "question")} in a reply`,
  },
};

function counted(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? "" : "s"}`;
}

function total(of: (exchange: Exchange) => number | undefined): (transcript: Transcript) => Measure {
  return ({ exchanges }) => {
    const values = exchanges.map(of);
    const sum = values.reduce<number>((before, value) => before + (value ?? 0), 0);
    const known = values.length > 0 && values.every((value) => value !== undefined);
    return known ? { known, value: sum } : { known, least: sum };
  };
}

function largest(of: (exchange: Exchange) => number): (transcript: Transcript) => Measure {
  return ({ exchanges }) =>
    exchanges.length > 0 ? { known: true, value: Math.max(...exchanges.map(of)) } : { known: false, least: 0 };
}

/** Question marks in a row are one question; those in addresses and code are none. */
export function questionsIn(text: string): number {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ").replace(/\bhttps?:\/\/\S+/g, " ");
  return prose.match(/[?？؟][?!？！]*/g)?.length ?? 0;
}
