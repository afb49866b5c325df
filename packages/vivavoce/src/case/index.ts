export type { UserLineInput } from "./case.ts";
export {
  type Ability,
  type ApprovalDecision,
  type Approvals,
  abilities,
  approvalsSchema,
  type Case,
  type CaseInput,
  caseSchema,
  clockSchema,
  exchangesOf,
  incompleteTag,
  type Message,
  messageSchema,
  neededAbilities,
  silentLineSchema,
  spokenLineSchema,
  type UserLine,
} from "./case.ts";
export { type CaseFiles, type CaseOptions, type CaseSchema, caseList, cases, type InputWarning } from "./case-files.ts";
export { caseInForm, inForm } from "./case-in-form.ts";
export type { CaseSet } from "./case-set.ts";
export { lacking } from "./check/check-abilities.ts";
export type { KnownTools } from "./check/check-tools.ts";
export { examineCase } from "./check/examine-case.ts";
export { issueMessage } from "./check/issue-messages.ts";
export { readAs } from "./check/read-as.ts";
export {
  type Expectations,
  type ExpectedCall,
  type ExpectedEffect,
  expectationsSchema,
  expectedCallSchema,
  expectedEffectSchema,
  type Limits,
  limitsSchema,
  type ToolExpectation,
  toolExpectationSchema,
} from "./expectations.ts";
export { jsonSchemaOf } from "./json-schema.ts";
export { type LineExpectations, lineCases } from "./line-cases.ts";
export { type ExpectedValue, expectedValueSchema, type Matcher, matcherSchema } from "./matcher.ts";
export {
  type FaultKind,
  faultKindSchema,
  faultKinds,
  type MockAnswer,
  mockAnswerSchema,
  type ToolFault,
} from "./mocks-and-faults.ts";
export { ProblemList } from "./problem-list.ts";
export type { Path } from "./read/placed-tree.ts";
export type { Flaw, RawCase, ReadItem } from "./read/raw-case.ts";
export { type CaseFormat, formatOf, readCaseFile } from "./read/read-file.ts";
export { readJson } from "./read/read-json.ts";
export { readJsonLines } from "./read/read-json-lines.ts";
export { readYaml } from "./read/read-yaml.ts";
export { scanCases } from "./scan-cases.ts";
export { type Behaviour, type SimulatedUser, simulatedUserSchema } from "./simulated-user.ts";
export { caseTags, caseTitle } from "./title.ts";
export { caseUnderFault } from "./under-fault.ts";
