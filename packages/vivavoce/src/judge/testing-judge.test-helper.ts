import { encodeJudgeItems, type TapeItems } from "../model/index.ts";
import { conversation, type Played } from "../shape/conversation.test-helper.ts";
import type { ToolCall, Transcript } from "../shape/index.ts";
import type { Question, Subject } from "./question.ts";

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
