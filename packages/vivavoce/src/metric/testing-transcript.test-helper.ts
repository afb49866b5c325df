import type { JsonObject } from "../base/index.ts";
import type { Judge } from "../judge/index.ts";
import { conversation } from "../shape/conversation.test-helper.ts";
import {
  type Case,
  type CaseInput,
  caseSchema,
  type Effect,
  type Exchange,
  type Score,
  type Scored,
  type ToolCall,
  type Transcript,
  type TranscriptItem,
} from "../shape/index.ts";
import type { Metric } from "./types.ts";

/** One thing an agent does: a string is said, a call is made. */
type Deed = string | ToolCall;
type ExchangeFields = Partial<Omit<Exchange, "number" | "items" | "user">> & { user?: Partial<Exchange["user"]> };

export function call(name: string, args: JsonObject = {}, more: Partial<ToolCall> = {}): ToolCall {
  return { id: "call", name, effect: "write", arguments: args, ...more };
}

export function display(name: string, args: JsonObject = {}): ToolCall {
  return call(name, args, { effect: "display" });
}

export function rejected(name: string, args: JsonObject = {}): ToolCall {
  return call(name, args, { approval: { decision: "rejected" } });
}

export function exchange(deeds: readonly Deed[], { user, ...more }: ExchangeFields = {}): Exchange {
  const items = deeds.map(
    (deed): TranscriptItem => (typeof deed === "string" ? { type: "text", text: deed } : { type: "call", call: deed }),
  );
  return { number: 0, user: { content: "go on", ...user }, items, modelCalls: 1, ...more };
}

/** A transcript of these exchanges, numbered from 1; a list of deeds is an exchange. */
export function transcriptOf(exchanges: readonly (Exchange | readonly Deed[])[], effects?: Effect[]): Transcript {
  return conversation([], {
    exchanges: exchanges.map((one, index) => ({
      ...("items" in one ? one : exchange(one)),
      number: index + 1,
    })),
    ...(effects ? { world: { opening: "", closing: "", effects } } : {}),
  });
}

export function caseOf(expect: CaseInput["expect"] = {}, more: Partial<CaseInput> = {}): Case {
  return caseSchema.parse({ id: "case", script: [{ content: "go on" }], expect, ...more });
}

/** A judge that must not be asked. */
export const noJudge: Judge = {
  model() {
    throw new Error("a deterministic metric asked the judge");
  },
  repeat: 1,
};

export async function scoreOf(metric: Metric, transcript: Transcript, testCase: Case = caseOf()): Promise<Score> {
  return metric.score(transcript, testCase, noJudge);
}

/** The score where there must be one. */
export async function scoredOf(metric: Metric, transcript: Transcript, testCase: Case = caseOf()): Promise<Scored> {
  const score = await scoreOf(metric, transcript, testCase);
  if (score.status !== "scored") throw new Error(`expected a score, but it is ${score.status}: ${score.reason}`);
  return score;
}
