export { type Scale, scaleMenu } from "./expected-score.ts";
export { callItems, type Exchanges, replyItems, sentenceItems, userItems } from "./items.ts";
export type { ItemVerdict, Judge } from "./judgement.ts";
export type { EvidenceRule, Fact, Item, JudgeQuote, MenuEntry, QuoteSource, WorldView } from "./question.ts";
