export { answerSchema, strictObject } from "./answer-schema.ts";
export { type AskOptions, ask } from "./ask.ts";
export { type Finding, type Inquiry, inquire } from "./attempts.ts";
export { checkScale, type ExpectedScore, expectedScore, type Scale, unitOf } from "./expected-score.ts";
export type { Exchanges } from "./items.ts";
export { callItems, replyItems, saysWords, sentenceItems, userItems } from "./items.ts";
export type { Agreement, ItemVerdict, Judgement, RawAnswer, Sample } from "./judgement.ts";
export { withParameterFallback } from "./parameter-fallback.ts";
export { invalid, type ParsedAnswer, parseAnswer } from "./parse-answer.ts";
export { systemText } from "./prompt.ts";
export type { Refusal } from "./prompt-record.ts";
export {
  type EvidenceRule,
  type Fact,
  type Item,
  type JudgeQuote,
  type MenuEntry,
  menuOf,
  type Question,
  type QuoteSource,
  type Subject,
  type WorldView,
} from "./question.ts";
export { type JudgeRating, type RateOptions, type RatingQuestion, rate, ratingText, usualSamples } from "./rate.ts";
export { type ForeignPrompt, relay } from "./relay.ts";
export { familyOf, sameFamilyWarning } from "./same-family.ts";
export { scaleMenu } from "./scale-menu.ts";
export { sentencesOf } from "./sentences.ts";
export type { Judge } from "./types.ts";
export { Unscored } from "./unscored.ts";
export { worldFacts } from "./world-facts.ts";
