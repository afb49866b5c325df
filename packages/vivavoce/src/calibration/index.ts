export { type AuditRow, auditRows } from "./audit/audit-rows.ts";
export { changedReplies, directives } from "./audit/changed-replies.ts";
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
export { sampleTrials } from "./audit/sample-trials.ts";
export { type Figure, least } from "./figure.ts";
export { isAboveChance } from "./judge-card.ts";
export { KeptValues } from "./kept-values.ts";
export { parseLabels } from "./label-file.ts";
export { cardsOfRun, readCards, type StoredCard } from "./read-cards.ts";
export { criterionVersion, type Disagreement, type ReviewItem } from "./review-items.ts";
export { reviewPool, reviewQueue } from "./review-queue.ts";
