export { directives } from "./audit/added-sentences.ts";
export type { SuiteAudit } from "./audit/audit.ts";
export { type AuditEstimate, type AuditRow, auditRows, leastCases, type VerdictChange } from "./audit/audit-rows.ts";
export { drawDirective, padded, reformatted, withSentence } from "./audit/changed-replies.ts";
export { type FamilyRate, type JudgedAgent, type OwnFamily, ownFamily } from "./audit/own-family.ts";
export type { AskedTrial } from "./audit/pair-verdicts.ts";
export { type Reading, readingOf } from "./audit/reading.ts";
export { type Candidate, sampleTrials } from "./audit/sample-trials.ts";
export { type AuditCheck, auditChecks, type Way, waysFor } from "./audit/ways.ts";
