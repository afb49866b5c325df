export { asksForAbsence, evidenceFor } from "./absence.ts";
export { answerSchema, strictObject } from "./answer-schema.ts";
export { ask } from "./ask.ts";
export { type Finding, inquire, withParameterFallback } from "./attempts.ts";
export { checkScale, type Scale, scaleMenu, unitOf } from "./expected-score.ts";
export { callItems, type Exchanges, replyItems, saysWords, sentenceItems, sentencesOf, userItems } from "./items.ts";
export type { Agreement, ItemVerdict, Judgement } from "./judgement.ts";
export { Unscored } from "./judgement.ts";
export { invalid, type ParsedAnswer, parseAnswer } from "./parse-answer.ts";
export { systemText } from "./prompt.ts";
export type { EvidenceRule, Fact, Item, JudgeQuote, MenuEntry, Question, QuoteSource, WorldView } from "./question.ts";
export { type JudgeRating, rate, ratingText, usualSamples } from "./rate.ts";
export { relay } from "./relay.ts";
export { inReverse } from "./reversed.ts";

export type { Judge } from "./types.ts";
export { worldFacts } from "./world-facts.ts";
