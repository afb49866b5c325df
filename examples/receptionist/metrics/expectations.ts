import { replyOf } from "vivavoce";
import { type Check, defineMetric, type MetricOptions, scored, skipped } from "vivavoce/metrics";
import { callDataOf, type ReplyExpectation } from "../case.ts";
import { courseOf } from "../course.ts";
import { questionsIn, sentencesIn } from "../reply/sentences.ts";
import { holdsWord } from "../reply/words.ts";
import { slotPatterns, slotsAskedIn } from "../slots.ts";

/** A reply, and whether it was given in the state that the snippet is about. */
interface Answered {
  exchange: number;
  text: string;
  inState: boolean;
}

/**
 * Checks a snippet's `expect` by code: length, questions, what must and must not be asked, forbidden words. Where the
 * machine has moved on to another state, what is asked there is that state's business and is not checked.
 */
export function expectations({ name = "expectations", threshold, report }: MetricOptions = {}) {
  return defineMetric({
    name,
    version: 2,
    threshold,
    report,
    parts: { slots: slotPatterns },
    score(transcript, testCase) {
      const { expect, state } = callDataOf(testCase);
      if (!expect) return skipped("the snippet expects nothing that code can check");
      const { stages } = courseOf(transcript, testCase);
      const checks = transcript.exchanges.flatMap((exchange) => {
        const stage = stages.find((one) => one.exchange === exchange.number);
        const inState = stage === undefined || stage.state === state;
        return checksOf(expect, { exchange: exchange.number, text: replyOf(exchange), inState });
      });
      if (checks.length === 0) return skipped("the snippet expects nothing of this reply that code can check");
      return scored(checks.filter(({ ok }) => ok).length / checks.length, checks);
    },
  });
}

function checksOf(expect: ReplyExpectation, reply: Answered): Check[] {
  const { max_sentences, max_questions, must_ask = [], must_not_ask = [], forbidden = [] } = expect;
  const asked = slotsAskedIn(reply.text);
  const named = asked.join(", ") || "nothing";
  const check = (id: string, label: string, ok: boolean, reason: string): Check => ({
    id,
    label,
    verdict: ok ? "yes" : "no",
    ok,
    value: ok ? 1 : 0,
    reason,
    evidence: [{ text: reply.text, exchange: reply.exchange, source: "reply" }],
  });
  const atMost = (id: string, what: string, most: number | undefined, count: number) =>
    most === undefined ? [] : [check(id, `at most ${counted(most, what)}`, count <= most, counted(count, what))];
  const general = [
    ...atMost("max_sentences", "sentence", max_sentences, sentencesIn(reply.text).length),
    ...forbidden.map((word) => {
      const held = holdsWord(reply.text, word);
      return check(`forbidden.${word}`, `does not say “${word}”`, !held, held ? `it says “${word}”` : "it does not");
    }),
  ];
  if (!reply.inState) return general;
  return [
    ...general,
    ...atMost("max_questions", "question", max_questions, questionsIn(reply.text)),
    ...must_ask.map((field) =>
      check(`must_ask.${field}`, `asks for ${field}`, asked.includes(field), `it asks for ${named}`),
    ),
    ...must_not_ask.map((field) =>
      check(`must_not_ask.${field}`, `does not ask for ${field}`, !asked.includes(field), `it asks for ${named}`),
    ),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
