import { isBlank } from "../../../base/index.ts";
import { type Check, replyOf, type Transcript } from "../../../shape/index.ts";
import { quoteReply } from "../../evidence.ts";

/** Which reply a text check reads: the last, any one, every one, or that of one exchange. */
export type WhichReply = "last" | "any" | "every" | number;

/** What a line expects is about the reply to it, the last one at that point, whichever reply the metric reads otherwise. */
export const replyOfLine: WhichReply = "last";

/** What the agent said in an exchange. */
export interface ReplyText {
  exchange: number;
  text: string;
}

/** The replies of the exchanges in which anything was said. */
export function repliesOf(transcript: Transcript): ReplyText[] {
  return selected(transcript, "every").filter(({ text }) => !isBlank(text));
}

/** What a check says of one reply. */
export interface ReplyVerdict {
  ok: boolean;
  reason: string;
}

/** Checks one expectation against the replies it is about. */
export function checkReplies(
  transcript: Transcript,
  which: WhichReply,
  wish: { id: string; label: string },
  judge: (text: string) => ReplyVerdict,
): Check {
  const judged = selected(transcript, which).map((reply) => ({ ...reply, ...judge(reply.text) }));
  const base = { ...wish, evidence: [] };
  if (judged.length === 0)
    return { ...base, verdict: "no reply", ok: false, value: 0, reason: `${whichWords(which)} was not played` };
  const ok = which === "any" ? judged.some((one) => one.ok) : judged.every((one) => one.ok);
  // The first reply that decides is quoted: a right one for "any", otherwise a wrong one.
  const deciding = judged.find((one) => one.ok === ok) ?? judged[0];
  return {
    ...base,
    verdict: ok ? "yes" : "no",
    ok,
    value: ok ? 1 : 0,
    reason: deciding ? `exchange ${deciding.exchange}: ${deciding.reason}` : "",
    evidence: deciding?.text ? [quoteReply(deciding.exchange, deciding.text)] : [],
  };
}

function selected({ exchanges }: Transcript, which: WhichReply): ReplyText[] {
  const chosen =
    typeof which === "number"
      ? exchanges.filter(({ number }) => number === which)
      : which === "last"
        ? exchanges.slice(-1)
        : exchanges;
  return chosen.map((exchange) => ({ exchange: exchange.number, text: replyOf(exchange) }));
}

function whichWords(which: WhichReply): string {
  return typeof which === "number" ? `exchange ${which}` : "an exchange";
}

/** The form in which texts are compared: "é" may be written as one character or as two. */
export function composed(text: string): string {
  return text.normalize("NFC");
}

/** Options of the text checks that can ignore letter case. */
export function folder(ignoreCase: boolean): (text: string) => string {
  return (text) => composed(ignoreCase ? text.toLowerCase() : text);
}
