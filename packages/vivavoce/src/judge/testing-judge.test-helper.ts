import { encodeJudgeItems, type TapeItems, type TokenLogprob } from "../model/index.ts";
import { conversation, type Played } from "../shape/conversation.test-helper.ts";
import type { ToolCall, Transcript } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import type { Question, Subject } from "./question.ts";
import { rate, type Scale } from "./rate.ts";

export { conversation, type Played };

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

/** What a rating makes of one answer: a score, and the tokens it came in. */
export function rated(score: number, logprobs: readonly TokenLogprob[] | undefined, scale: Scale) {
  const model = scriptedModel({ text: `${score}`, ...(logprobs ? { logprobs: [...logprobs] } : {}) });
  const question = { name: "q", instructions: "Weigh it.", items: [{ id: "c1", text: "it is so" }], scale };
  return rate(model, question, subjectOf([["?", "x"]]), { samples: 1 });
}
