export { type Scale, scaleMenu } from "./expected-score.ts";
export { callItems, type Exchanges, replyItems, sentenceItems, userItems } from "./items.ts";
export type { Item, MenuEntry } from "./question.ts";
