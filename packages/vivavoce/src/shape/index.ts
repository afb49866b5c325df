export {
  answerOrigins,
  answersFromWord,
  answersOf,
  earlierAnswers,
  newDraw,
  type TrialAnswers,
} from "./answer-origin.ts";
export { baselineNameSchema, baselineText, currentResult, parseBaseline } from "./baseline-file.ts";
export {
  type CallRecord,
  callRecordSchema,
  modelAnswerSchema,
  type Role,
  roles,
  spentOn,
  type WireRecord,
  wireRecordSchema,
} from "./call-record.ts";
export {
  type Ability,
  type ApprovalDecision,
  type Approvals,
  abilities,
  approvalsSchema,
  type Case,
  type CaseInput,
  caseSchema,
  caseTags,
  caseTitle,
  clockSchema,
  exchangesOf,
  incompleteTag,
  type Message,
  messageSchema,
  neededAbilities,
  silentLineSchema,
  spokenLineSchema,
  type UserLine,
  type UserLineInput,
} from "./case.ts";
export {
  type CaseValues,
  type Cell,
  cellsOf,
  meanOf,
  passRateName,
  type Tally,
  type TrialStatus,
  type TrialValues,
  trialStatuses,
} from "./case-values.ts";
export type { Circumstances, Decision, Reason, ReasonKind, RunDecision, SuiteDecision, Verdict } from "./decision.ts";
export { type Effect, type EffectKind, effectSchema, type NoteContent, type Snapshot, type World } from "./effect.ts";
export {
  commitmentSchema,
  disclosureSchema,
  type Expectations,
  type ExpectedCall,
  type ExpectedEffect,
  expectedCallSchema,
  expectedEffectSchema,
  isToolStep,
  type Limits,
  type LineExpectations,
  languageSchema,
  limitsSchema,
  type ToolExpectation,
  toolExpectationSchema,
} from "./expectations.ts";
export { type FailedTest, type Fate, fateOf, isCalled, wasRun, withFates } from "./fate.ts";
export { type GatePolicy, gatePolicySchema, type Scope } from "./gate-policy.ts";
export { type GivenTrial, type KeptTranscript, type OwnCase, ownCaseHash } from "./given-trial.ts";
export { type DagJson, type DagJsonNode, dagJsonSchema, drawDag, looseDagSchema } from "./graph.ts";
export { issueMessage, readAs, unionMessage } from "./issue-messages.ts";
export {
  itemKey,
  type Label,
  labelSchema,
  labelVerdicts,
  newestLabels,
  raterKey,
  raterSchema,
  type Sampled,
} from "./label.ts";
export { type ExpectedValue, expectedValueSchema, type Matcher, matcherSchema } from "./matcher.ts";
export {
  type FaultKind,
  faultKindSchema,
  faultKinds,
  type MockAnswer,
  mockAnswerSchema,
  type ToolFault,
} from "./mocks-and-faults.ts";
export {
  addUsage,
  allCalls,
  callsOf,
  departureOf,
  inFormOf,
  lastExchange,
  lineInWords,
  messagesOf,
  replyOf,
  sumKnown,
  wholeReplyOf,
  wholeSum,
  wholeUsage,
} from "./readers.ts";
export { objectsIn } from "./receipt.ts";
export type {
  AgentIdentity,
  EarlyPlan,
  FailedCase,
  MetricHeader,
  Origin,
  RunHeader,
  RunPlanOptions,
  Shard,
  StoredRun,
  StoredSuite,
  SuiteHeader,
  VariantHeader,
} from "./run-header.ts";
export {
  type Check,
  check,
  checkSchema,
  dimensionsIn,
  isMissed,
  onScale,
  type Quote,
  quoteSchema,
  type Score,
  type Scored,
  scaleOf,
  scoreSchema,
  skippedCheck,
} from "./score.ts";
export type { Behaviour, SimulatedUser } from "./simulated-user.ts";
export { storedTranscript } from "./stored-transcript.ts";
export {
  type Approval,
  approvalSchema,
  calledName,
  callFault,
  isWrite,
  type LooseToolCall,
  type ToolCall,
  type ToolEffect,
  type ToolError,
  toolCallOf,
  toolCallSchema,
  toolEffectSchema,
  toolErrorSchema,
} from "./tool-call.ts";
export {
  type Ended,
  type Exchange,
  type ExchangeTimes,
  exchangeSchema,
  exchangeTimesSchema,
  type Outcome,
  outcomeSchema,
  type SaidLine,
  type SimulatorFault,
  type Transcript,
  type TranscriptItem,
  transcriptItemSchema,
  transcriptSchema,
  type Usage,
  type UserRecord,
  usageSchema,
} from "./transcript.ts";
export { showVariant, type Variant, variantTitle } from "./variant.ts";
export type { AgentSources, Tried, UsedDimension, VariantResult } from "./variant-result.ts";
export type {
  AssuredMean,
  MeasureSummary,
  MetricSummary,
  ShownMeasure,
  UsersOfCase,
  VarianceSplit,
  VariantRepeats,
  VariantSummary,
} from "./variant-summary.ts";
export { kindInWords, listInWords, pathInWords, suggestion, valueInWords } from "./words.ts";
