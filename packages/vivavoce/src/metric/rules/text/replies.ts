import { isBlank } from "../../../base/index.ts";
import { type Case, type Check, type LineExpectations, replyOf, type Transcript } from "../../../shape/index.ts";
import { defineMetric, type MetricDefinition } from "../../define-metric.ts";
import { quoteReply } from "../../evidence.ts";
import { type Metric, shareOf, skipped } from "../../types.ts";
import { withLines } from "../../with-lines.ts";

/** Which reply a text check reads: the last, any one, every one, or that of one exchange. */
export type WhichReply = "last" | "any" | "every" | number;

/** What the agent said in an exchange. */
interface ReplyText {
  exchange: number;
  text: string;
}

/** The replies of the exchanges in which anything was said. */
export function repliesOf(transcript: Transcript): ReplyText[] {
  return selected(transcript, "every").filter(({ text }) => !isBlank(text));
}

/** Something that is expected of a reply. */
interface Wish {
  id: string;
  label: string;
  /** Whether a reply is as expected, and why. */
  look(reply: string): { ok: boolean; reason: string };
}

interface ReplyMetric extends Omit<MetricDefinition, "score"> {
  exchange: WhichReply;
  reads: [keyof LineExpectations];
  /** What is expected, or why nothing is. */
  wishes(transcript: Transcript, testCase: Case): readonly Wish[] | string;
}

/** A metric whose value is the share of the wishes that the replies meet. */
export function replyMetric({ exchange, reads, wishes, ...definition }: ReplyMetric): Metric {
  const reading = (which: WhichReply) =>
    defineMetric({
      ...definition,
      score(transcript, testCase) {
        const wished = wishes(transcript, testCase);
        if (typeof wished === "string") return skipped(wished);
        return shareOf(wished.map((wish) => checkReplies(transcript, which, wish)));
      },
    });
  // What a line expects is about the reply to it, the last one at that point, whichever the metric reads otherwise.
  return withLines(reading(exchange), reads[0], reading("last"));
}

function checkReplies(transcript: Transcript, which: WhichReply, { id, label, look }: Wish): Check {
  const judged = selected(transcript, which).map((reply) => ({ ...reply, ...look(reply.text) }));
  const ok = which === "any" ? judged.some((one) => one.ok) : judged.every((one) => one.ok);
  // The first reply that decides is quoted: a right one for "any", otherwise a wrong one.
  const deciding = judged.find((one) => one.ok === ok) ?? judged[0];
  if (!deciding) {
    const reason = `${typeof which === "number" ? `exchange ${which}` : "an exchange"} was not played`;
    return { id, label, evidence: [], verdict: "no reply", ok: false, value: 0, reason };
  }
  const evidence = deciding.text ? [quoteReply(deciding.exchange, deciding.text)] : [];
  const reason = `exchange ${deciding.exchange}: ${deciding.reason}`;
  return { id, label, evidence, verdict: ok ? "yes" : "no", ok, value: ok ? 1 : 0, reason };
}

function selected({ exchanges }: Transcript, which: WhichReply): ReplyText[] {
  const last = exchanges.at(-1)?.number;
  return exchanges
    .filter(({ number }) => (typeof which === "number" ? number === which : which !== "last" || number === last))
    .map((exchange) => ({ exchange: exchange.number, text: replyOf(exchange) }));
}
