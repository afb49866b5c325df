export { type AuditEstimate, type AuditRow, auditRows } from "./audit/audit-rows.ts";
export { directives, drawDirective, padded, reformatted, withSentence } from "./audit/changed-replies.ts";
export { type JudgedAgent, type OwnFamily, ownFamily, type SuiteAudit, sameFamilyWarning } from "./audit/family.ts";
export {
  type AskedTrial,
  type AuditCheck,
  auditChecks,
  type Reading,
  readingOf,
  type Way,
  waysFor,
} from "./audit/pair-verdicts.ts";
export { type Candidate, sampleTrials } from "./audit/sample-trials.ts";
export type { RateCorrection } from "./corrected-rate.ts";
export { type Figure, leastCases, leastLabels, leastOfClass } from "./figure.ts";
export type { HumanCeiling } from "./human-ceiling.ts";
export { type CardPart, type CardState, isAboveChance, type JudgeCard } from "./judge-card.ts";
export { KeptValues } from "./kept-values.ts";
export { parseLabels } from "./label-file.ts";
export { cardsOfRun, readCards, type StoredCard } from "./read-cards.ts";
export { criterionVersion, type Disagreement, type ReviewItem } from "./review-items.ts";
export { type QueuedItem, type ReviewPool, reviewPool, reviewQueue } from "./review-queue.ts";
