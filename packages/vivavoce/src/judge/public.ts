export { callItems, type Exchanges, replyItems, sentenceItems, userItems } from "./items.ts";
export type { Item, MenuEntry } from "./question.ts";
export { type Scale, scaleMenu } from "./rate.ts";
