import { saysWords, sentenceItems } from "../../judge/index.ts";
import { callsOf, type Exchange, type Transcript } from "../../shape/index.ts";
import { type MetricResult, scored } from "../result.ts";
import type { Metric } from "../types.ts";
import { mean } from "./combine.ts";
import type { JudgedAnswer, JudgedOptions, JudgedOutcome } from "./definition.ts";
import { itemsOr, nothingDone, noWords } from "./items.ts";
import { judgedMetric } from "./judged-metric.ts";

/**
 * Whether what the agent says belongs to what the user wants in that exchange, given what came before: relevant /
 * sentences for each exchange, then the mean; "unsure" counts as not relevant. An exchange in which the agent only calls
 * tools is left out. If one has neither words nor calls, the value is 0 and no judge is asked. One judge call. Threshold 0.7.
 *
 * @example suite({ …, metrics: [answerRelevancy({ threshold: 0.8 })] });
 */
export function answerRelevancy({ name = "answerRelevancy", ...options }: JudgedOptions = {}): Metric {
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a sentence that the agent said in the exchange the item names. Decide whether it is relevant there: whether it serves what the user says or asks for in that exchange, given all that came before. Answers, questions back, necessary warnings, reports of what was done, and plain courtesies are relevant. Whether a sentence is true, good or complete does not matter here.",
    menu: [
      { verdict: "relevant", meaning: "the sentence serves what the user wants in that exchange", value: 1 },
      { verdict: "irrelevant", meaning: "it is beside the point, padding, or about something nobody asked", value: 0 },
      { verdict: "unsure", meaning: "the record does not let anyone decide", value: 0 },
    ],
    evidence: "none",
    items: (transcript) =>
      emptyReply(transcript) ?? itemsOr(noWords(transcript) ?? nothingDone, sentenceItems(transcript)),
    formula: meanOfExchanges,
  });
}

/** An exchange without words is left out if the agent called a tool there, or chose to stay quiet. */
function emptyReply({ exchanges }: Transcript): MetricResult | undefined {
  const silent = exchanges.filter(
    (exchange) => !saysWords(exchange) && callsOf(exchange).length === 0 && !exchange.quiet && !wasCut(exchange),
  );
  if (silent.length === 0) return undefined;
  const checks = silent.map(({ number }) => ({
    id: `a${number}`,
    label: `the reply in exchange ${number}`,
    verdict: "empty",
    ok: false,
    value: 0,
    reason: `exchange ${number}: the agent said nothing`,
    evidence: [],
  }));
  return scored(0, checks);
}

/** Whether the agent said something that the user did not hear. */
function wasCut({ items }: Exchange): boolean {
  return items.some((item) => item.type === "text" && item.unheard !== undefined);
}

function meanOfExchanges(answers: readonly JudgedAnswer[]): JudgedOutcome {
  const exchanges = Map.groupBy(answers, ({ item }) => item.exchange ?? 0);
  const values = [...exchanges].map(([exchange, own]) => ({
    exchange,
    value: mean(own.map(({ value }) => value ?? 0)),
  }));
  const lowest = values.reduce((low, one) => (one.value < low.value ? one : low));
  return { value: mean(values.map(({ value }) => value)), detail: { exchanges: values, lowest } };
}
