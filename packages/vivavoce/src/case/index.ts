export { type CaseFiles, type CaseOptions, type CaseSchema, caseList, cases } from "./case-files.ts";
export { caseInForm, inForm } from "./case-in-form.ts";
export type { CaseSet } from "./case-set.ts";
export type { KnownTools } from "./check/check-tools.ts";
export { examineCase, lacking } from "./check/examine-case.ts";
export { jsonSchemaOf } from "./json-schema.ts";
export { lineCases } from "./line-cases.ts";
export type { Path } from "./read/placed-tree.ts";
export type { Flaw, RawCase, ReadItem } from "./read/raw-case.ts";
export { type CaseFormat, formatOf, readCaseFile } from "./read/read-file.ts";
export { readJson, readJsonLines } from "./read/read-json.ts";
export { readYaml } from "./read/read-yaml.ts";
export { ProblemList, scanCases } from "./scan-cases.ts";

export { caseUnderFault } from "./under-fault.ts";
