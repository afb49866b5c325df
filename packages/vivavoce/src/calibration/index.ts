export type { AgreementFigures, Confusion } from "./agreement-figures.ts";
export type { RateCorrection, RateEstimate } from "./corrected-rate.ts";
export { type Figure, leastCases, leastLabels, leastOfClass } from "./figure.ts";
export type { HumanCeiling } from "./human-ceiling.ts";
export type { CardDisagreement, CardPart, CardState, JudgeCard } from "./judge-card.ts";
export { type CardFilter, cardsOfRun, readCards, type StoredCard } from "./read-cards.ts";
