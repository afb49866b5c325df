export type { AgreementFigures, Confusion } from "./agreement-figures.ts";
export type { CorrectedRate, RateCorrection } from "./corrected-rate.ts";
export { type Figure, leastCases, leastLabels, leastOfClass } from "./figure.ts";
export type { HumanCeiling } from "./human-ceiling.ts";
export type { CardPart, CardState, Disagreement, JudgeCard } from "./judge-card.ts";
export { type CardFilter, cardsOfRun, readCards, type StoredCard } from "./read-cards.ts";
