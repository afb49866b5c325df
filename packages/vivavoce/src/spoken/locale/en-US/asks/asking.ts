import { tokensOf } from "../../../text/tokens.ts";

export function isQuestion(sentence: string): boolean {
  return /\?["'”’)]*\s*$/.test(sentence.slice(-8));
}

/** Whether a sentence asks for something: a question, or "I just need …". */
export function isRequest(sentence: string): boolean {
  return (
    isQuestion(sentence) ||
    /\b(?:may i|can i|could i|can you|could you|would you|tell me|give me|let me (?:get|have|grab|take)|i(?:'ll|’ll| will)? (?:just |still |also )?need|please)\b/i.test(
      sentence,
    )
  );
}

const softeners = new Set("and so okay ok great alright perfect sure now , - – — . …".split(" "));

/** "Is that the address?", "Did I get your name right?": asks for a yes, not for the value. */
export function isConfirmation(sentence: string): boolean {
  const first = tokensOf(sentence.slice(0, 200)).find(({ word }) => !softeners.has(word));
  return (
    /^(?:is|was|are|did|does)$/.test(first?.word ?? "") ||
    /\b(?:do i have|right|correct)\b[^\w]*$/i.test(sentence.slice(-40))
  );
}
