import { z } from "zod";
import { nearest, type Place, type Problem } from "../base/index.ts";
import { fieldPlace, textPlace } from "./user-place.ts";

/** Something that a user writes in code, and examples of its fields. */
interface Written {
  /** Its name in messages. */
  subject: string;
  schema: z.ZodObject;
  /** How to write it as a whole, and those of its fields that no other has. */
  whole: string;
  forms: Readonly<Record<string, string>>;
  /** The file that holds it, if known. */
  file?: string;
}

/** Fields that more than one of suite, config and conversation may have. */
const commonForms: Readonly<Record<string, string>> = {
  world: "world: (testCase) => vaultOf(testCase).",
  mocks: 'mocks: { find_slot: () => ({ … }), book: [{ result: … }, { error: "…" }] }.',
  models: 'models: { agent: "openai:gpt-5", judge: "openai:gpt-5" }.',
  threshold: "threshold: 0.7, from 0 to 1.",
  gate: 'gate: { primary: "criteria", margin: 0.05 }.',
  limits: "limits: { exchangeMs: 60_000, modelCalls: 20 }.",
  network: 'network: { allow: ["db.example.com", "localhost:5432"] }.',
  gateway: 'gateway: { upstream: "http://localhost:8080/v1" }.',
  mcp: 'mcp: { files: { command: "npx", args: ["server"] } }, { url: "http://…" } or { tools: […], mocks: { … } }.',
  capture: 'capture: { hosts: ["models.example.com"], allow: ["api.example.com"] }, or capture: false.',
};

/** What a schema found wrong: which field, and what was probably meant or how to write it. */
export function schemaProblems(error: z.ZodError, written: Written): Problem[] {
  return error.issues.map((issue) => {
    const remedy = issue.code === "unrecognized_keys" ? meantFields(issue, written.schema) : formOf(issue, written);
    return {
      message: `${written.subject}: ${inWords(issue)}`,
      ...(written.file === undefined ? {} : { place: placeOf(issue, written.file) }),
      ...(remedy === undefined ? {} : { remedy }),
    };
  });
}

/** The words are those for case files. */
function inWords(issue: z.core.$ZodIssue): string {
  const path = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return `${path || "definition"}: ${issue.message}`;
  const fields = issue.keys.map((key) => JSON.stringify(key)).join(", ");
  return `unknown field ${fields}${path && ` in ${path}`}`;
}

function placeOf(issue: z.core.$ZodIssue, file: string): Place {
  const [field] = issue.code === "unrecognized_keys" ? issue.keys : issue.path.slice(0, 1);
  return field === undefined ? textPlace(file) : fieldPlace(String(field), file);
}

function formOf({ path }: z.core.$ZodIssue, { whole, forms }: Written): string | undefined {
  if (path.length === 0) return whole;
  const form = new Map(Object.entries({ ...commonForms, ...forms })).get(String(path[0]));
  return form && `Write it like this: ${form}`;
}

/** What a run decides, and not a suite or a config. */
const flags = ["repeat", "repeats", "concurrency", "seed", "timeout"];

function meantFields({ keys, path }: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodType): string | undefined {
  const known = fieldsAt(schema, path);
  const flag = keys.find((key) => flags.includes(key));
  const isSuiteOrConfig = path.length === 0 && (known.includes("cases") || known.includes("suites"));
  if (flag !== undefined && isSuiteOrConfig) return `A run decides that: npx viva run --${flag.replace(/s$/, "")}.`;
  const role = (key: string) => (known.includes("models") ? nearest(key, ["judge", "user"]) : undefined);
  const inModels = (key: string) => role(key) && `models: { ${role(key)}: … }`;
  const meant = keys.map((key) => nearest(key, known) ?? inModels(key)).filter((key) => key !== undefined);
  if (meant.length > 0) return `Did you mean ${meant.join(", ")}?`;
  return known.length > 0 ? `It may have ${known.join(", ")}.` : undefined;
}

/** The fields that a schema knows at a path. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let node: unknown = bare(schema);
  for (const key of path) {
    if (node instanceof z.ZodObject) node = bare(node.shape[String(key)]);
    else if (node instanceof z.ZodRecord) node = bare(node.valueType);
    else return [];
  }
  return node instanceof z.ZodObject ? Object.keys(node.shape) : [];
}

function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodUnion) return schema.options.find((option) => option instanceof z.ZodObject);
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault;
  return wrapped ? bare(schema.unwrap()) : schema;
}
