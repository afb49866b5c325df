import { listed, safeLine } from "../../../../base/index.ts";
import { quoteReply } from "../../../evidence.ts";
import type { Check } from "../../../score.ts";
import type { ReplyText } from "../../text/replies.ts";
import { type SpeakabilityOptions, unspeakableIn } from "./unspeakable.ts";
import { decided } from "./verdict.ts";

const mostShown = 5;

/** Every reply can be said aloud as it is written. */
export function checkSpeakability(replies: readonly ReplyText[], options: SpeakabilityOptions): Check[] {
  if (replies.length === 0) return [];
  const faulty = replies
    .map((reply) => ({ ...reply, found: unspeakableIn(reply.text, options) }))
    .filter(({ found }) => found.length > 0);
  const list = faulty.flatMap(({ exchange, found }) =>
    found.map(({ kind, text }) => `${kind} “${safeLine(text, 40)}” in exchange ${exchange}`),
  );
  return [
    decided({
      id: "speakability",
      label: "can be said as it is written",
      ok: list.length === 0,
      verdict: list.length === 0 ? "speakable" : "unspeakable",
      reason: list.length === 0 ? "a voice can say every reply as it is written" : listed(list, mostShown),
      evidence: faulty.map(({ exchange, text }) => quoteReply(exchange, text)),
    }),
  ];
}
