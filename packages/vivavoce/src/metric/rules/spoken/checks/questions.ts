import { quoteReply } from "../../../evidence.ts";
import type { Check } from "../../../score.ts";
import type { ReplyText } from "../../text/replies.ts";
import { thingsAsked } from "./asked-things.ts";
import { decided } from "./verdict.ts";

/** No reply asks more questions than a caller can answer at once. */
export function checkQuestions(replies: readonly ReplyText[], limit: number): Check[] {
  if (replies.length === 0) return [];
  const over = replies
    .map((reply) => ({ ...reply, questions: thingsAsked(reply.text) }))
    .filter(({ questions }) => questions > limit);
  const list = over.map(({ exchange, questions }) => `${questions} in exchange ${exchange}`).join(", ");
  return [
    decided({
      id: "questions",
      label: "questions per reply",
      ok: over.length === 0,
      verdict: over.length === 0 ? "kept" : "over",
      reason: over.length === 0 ? `no reply asks more than ${limit}` : `${list}, at most ${limit} allowed`,
      evidence: over.map(({ exchange, text }) => quoteReply(exchange, text)),
    }),
  ];
}
