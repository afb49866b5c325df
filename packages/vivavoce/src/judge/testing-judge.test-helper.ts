import { encodeJudgeItems, type TapeItems } from "../model/index.ts";
import type { Exchange, ToolCall, Transcript, TranscriptItem } from "../transcript/index.ts";
import type { Question, Subject } from "./question.ts";

/** One exchange: what the user says, then what the agent says (a text) or does (a call). */
export type Played = readonly [user: string, ...deeds: (string | ToolCall)[]];

export function conversation(exchanges: readonly Played[], more: Partial<Transcript> = {}): Transcript {
  return {
    version: 1,
    case: "case",
    variant: {},
    repeat: 1,
    agent: { name: "agent", version: "1" },
    history: [],
    exchanges: exchanges.map(exchangeOf),
    outcome: { kind: "completed" },
    ...more,
  };
}

function exchangeOf([user, ...deeds]: Played, index: number): Exchange {
  const items = deeds.map(
    (deed): TranscriptItem => (typeof deed === "string" ? { type: "text", text: deed } : { type: "call", call: deed }),
  );
  return { number: index + 1, user: { content: user }, items, modelCalls: 1 };
}

export function toolCall(name: string, more: Partial<ToolCall> = {}): ToolCall {
  return { id: "call-1", name, arguments: {}, ...more };
}

export function subjectOf(exchanges: readonly Played[], more: Partial<Transcript> = {}): Subject {
  return { transcript: conversation(exchanges, more), repeat: 1 };
}

/** A question with two items, quotes required unless the answer is no. */
export function questionOf(more: Partial<Question> = {}): Question {
  return {
    name: "quality",
    instructions: "Decide on each item.",
    items: [
      { id: "c1", text: "names a step" },
      { id: "c2", text: "asks first" },
    ],
    menu: [
      { verdict: "yes", meaning: "it does" },
      { verdict: "partly", meaning: "in part" },
      { verdict: "no", meaning: "it does not", evidence: "required-or-absent" },
    ],
    evidence: "required",
    ...more,
  };
}

/** An answer as a judge gives it, from the short form that tapes use. */
export function answerOf(items: TapeItems): string {
  return encodeJudgeItems(items);
}
