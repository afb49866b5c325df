import { type Case, replyOf, type Transcript } from "../../../shape/index.ts";
import { type DimensionDecision, decideByCode } from "./decide-by-code.ts";
import type { Dimension, RubricReply } from "./dimension.ts";
import type { RubricExchange, RubricSettings } from "./options.ts";

/** One dimension of one reply, and who decides it. */
export interface DimensionSlot {
  /** The item's id: the dimension's, followed by the exchange if every reply is scored. */
  id: string;
  dimension: Dimension;
  /** The exchange of the reply. */
  exchange: number;
  decision: DimensionDecision;
}

/** Every dimension of every reply that is scored. Exchanges in which nothing was said have none. */
export function slotsOf(rubric: RubricSettings, transcript: Transcript, testCase: Case): DimensionSlot[] {
  return repliesOf(transcript, rubric.exchange).flatMap((reply) =>
    rubric.dimensions.map((dimension): DimensionSlot => {
      const { number } = reply.exchange;
      const id = rubric.exchange === "every" ? `${dimension.id}.${number}` : dimension.id;
      return { id, dimension, exchange: number, decision: decideByCode(dimension, reply, testCase, rubric) };
    }),
  );
}

function repliesOf(transcript: Transcript, which: RubricExchange): RubricReply[] {
  const { exchanges } = transcript;
  const chosen =
    which === "every"
      ? exchanges
      : which === "last"
        ? exchanges.slice(-1)
        : exchanges.filter(({ number }) => number === which);
  return chosen
    .map((exchange) => ({ text: replyOf(exchange), exchange, transcript }))
    .filter(({ text }) => text.trim() !== "");
}

/** Why there is nothing to score. */
export function nothingToScore(which: RubricExchange): string {
  if (which === "every") return "the agent said nothing";
  return which === "last" ? "the last exchange has no reply" : `exchange ${which} was not played, or has no reply`;
}
