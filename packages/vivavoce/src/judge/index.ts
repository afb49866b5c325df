export { ask } from "./ask.ts";
export { type Finding, inquire, together, withParameterFallback } from "./attempts.ts";
export { saysWords, sentencesOf } from "./items.ts";
export { type ItemVerdict, type Judge, type Judgement, Unscored } from "./judgement.ts";
export { invalid, type ParsedAnswer, parseAnswer } from "./parse-answer.ts";
export { questionText, rules, strictObject } from "./prompt.ts";
export * from "./public.ts";
export {
  asksForAbsence,
  type EvidenceRule,
  evidenceFor,
  type Fact,
  inReverse,
  type Question,
  type QuoteSource,
  type WorldView,
} from "./question.ts";
export { checkScale, rate, ratingText, unitOf, usualSamples } from "./rate.ts";
export { worldFacts } from "./record.ts";
export { relay } from "./relay.ts";
