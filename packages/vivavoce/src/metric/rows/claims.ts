import { type Fact, saysWords, sentenceItems, worldFacts } from "../../judge/index.ts";
import { allCalls, type Case, callsOf, check, type Exchange, type Transcript } from "../../shape/index.ts";
import { mean } from "../judged/combine.ts";
import type { JudgedAnswer, JudgedOptions, JudgedOutcome } from "../judged/definition.ts";
import { type Metric, type MetricResult, scored } from "../types.ts";
import { contextFacts, referenceFacts } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { rowMetric } from "./row.ts";

/** Options of `faithfulness`. */
export interface FaithfulnessOptions extends JudgedOptions, Pick<RowOptions, "reference"> {}

/**
 * Whether what the agent claims is borne out by the given facts: the world, the reference, what the case gives
 * (`expect.contexts`, `expect.facts`, `expect.reference`), what tools returned, what the user said. Value: supported /
 * claims. Skipped if the agent claims nothing, or there is nothing to compare claims with. One judge call. Threshold 0.7.
 *
 * @example faithfulness({ reference: { "Price list": priceList } })
 */
export function faithfulness(options: FaithfulnessOptions = {}): Metric {
  return rowMetric(options, {
    name: "faithfulness",
    takes: ["reference"],
    instructions:
      "Each item is a sentence of the agent. Decide whether the given facts, the results of tools and what the user said support what it claims, as they were at that point of the conversation. A claim is anything that could be checked: what is so in the world, what the agent did, what a method or a document says. Questions, offers, advice, courtesies and plans claim nothing. What the agent itself said does not prove a claim, and neither does what you know from elsewhere. A sentence with several claims is as good as its worst claim.",
    menu: [
      ["supported", 1, "the facts support everything that the sentence claims"],
      ["contradicted", 0, "the facts say otherwise"],
      ["unsupported", 0, "it claims something that the facts do not mention", "optional"],
      ["no claim", null, "it claims nothing that could be checked", "none"],
    ],
    sources: ["fact", "result", "call", "user"],
    world: "before-and-after",
    facts: (_transcript, testCase, own) => [...referenceTexts(own), ...givenFacts(testCase)],
    look: (transcript, testCase, own) =>
      hasFacts(transcript, [...referenceTexts(own), ...givenFacts(testCase)])
        ? sentenceItems(transcript)
        : "there is nothing to hold claims against: no world, no tool result, no reference, and neither contexts, facts nor reference in the case",
    none: "the agent claimed nothing",
  });
}

function referenceTexts({ reference = {} }: RowOptions): Fact[] {
  const texts = typeof reference === "string" ? { Reference: reference } : reference;
  return Object.entries(texts).map(([title, text], index) => ({ id: `reference-${index + 1}`, title, text }));
}

function hasFacts(transcript: Transcript, given: readonly Fact[]): boolean {
  return (
    given.length > 0 ||
    worldFacts(transcript, "before-and-after").length > 0 ||
    allCalls(transcript).some(({ call }) => call.result !== undefined)
  );
}

/** All that a case gives as true: its facts and those of the suite, its contexts, the right answer. */
function givenFacts(testCase: Case, usual: readonly string[] = []): Fact[] {
  const { facts = [], contexts = [] } = testCase.expect;
  const texts = [...usual, ...facts];
  return [
    ...texts.map((text, index) => ({ id: `fact-${index + 1}`, title: "What holds", text })),
    ...contextFacts(contexts),
    ...referenceFacts(testCase),
  ];
}

/** Options of `hallucination`. */
export interface HallucinationOptions extends JudgedOptions, Pick<RowOptions, "facts"> {}

/**
 * Whether the agent made anything up, sentence by sentence, compared with the given facts, contexts and right answer.
 * Common knowledge is allowed. Value: grounded / (grounded + contradicted + invented). Skipped if nothing is given, or the
 * agent claims nothing. One judge call.
 *
 * @example hallucination({ facts: ["The shop opens at nine.", "There is no parking."] })
 */
export function hallucination(options: HallucinationOptions = {}): Metric {
  return rowMetric(options, {
    name: "hallucination",
    takes: ["facts"],
    instructions:
      "Each item is a sentence of the agent. Decide whether the agent made up what it claims there. The given facts are true; what tools returned and what the user said counts as well, unless the facts say otherwise. What the agent itself said does not prove a claim. Questions, offers, advice, opinions, courtesies and common knowledge do not count as claims here. A sentence with several claims is as good as its worst claim.",
    menu: [
      ["grounded", 1, "the record supports what the sentence claims"],
      ["contradicted", 0, "the record says otherwise"],
      [
        "invented",
        0,
        "it claims something particular (a name, a number, an event, a rule) that is nowhere in the record",
        "optional",
      ],
      ["no claim", null, "it claims nothing particular", "none"],
    ],
    sources: ["fact", "result", "call", "user"],
    facts: (_transcript, testCase, { facts }) => givenFacts(testCase, facts),
    look: (transcript, testCase, { name, facts }) =>
      givenFacts(testCase, facts).length > 0
        ? sentenceItems(transcript)
        : `no facts are given: put them into the case (expect.facts) or into ${name}({ facts })`,
    none: "the agent claimed nothing",
  });
}

/**
 * Whether what the agent says belongs to what the user wants in that exchange, given what came before: relevant /
 * sentences for each exchange, then the mean; "unsure" counts as not relevant. An exchange in which the agent only calls
 * tools is left out. If one has neither words nor calls, the value is 0 and no judge is asked. One judge call. Threshold 0.7.
 *
 * @example suite({ …, metrics: [answerRelevancy({ threshold: 0.8 })] });
 */
export function answerRelevancy(options: JudgedOptions = {}): Metric {
  return rowMetric(options, {
    name: "answerRelevancy",
    instructions:
      "Each item is a sentence of the agent. Decide whether it is relevant: whether it serves what the user says or asks for in that exchange, given everything that came before. Answers, questions back, necessary warnings, reports of what was done, and plain courtesies are relevant. Whether a sentence is true, good or complete does not matter here.",
    menu: [
      ["relevant", 1, "the sentence serves what the user wants in that exchange"],
      ["irrelevant", 0, "it is off the point, padding, or about something nobody asked"],
      ["unsure", 0, "the record does not show it"],
    ],
    evidence: "none",
    look: (transcript) => emptyReply(transcript) ?? sentenceItems(transcript),
    formula: meanOfExchanges,
  });
}

/** An exchange without words is left out if the agent called a tool there, or chose to stay quiet. */
function emptyReply({ exchanges }: Transcript): MetricResult | undefined {
  const silent = exchanges.filter(
    (exchange) => !saysWords(exchange) && callsOf(exchange).length === 0 && !exchange.quiet && !wasCut(exchange),
  );
  if (silent.length === 0) return undefined;
  const checks = silent.map(({ number }) =>
    check(`a${number}`, false, `exchange ${number}: the agent said nothing`, {
      label: `the reply in exchange ${number}`,
      verdict: "empty",
      value: 0,
    }),
  );
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
