import type { JsonValue } from "../base/index.ts";

/** A named choice for each of a suite's variants, such as `{ prompt: "v2" }`. */
export type Variant = Readonly<Record<string, string>>;

/** "prompt v2, mode fast" */
export function showVariant(variant: Variant): string {
  return Object.entries(variant)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** The same, next to others. Empty only for a suite without variants and without a fault. */
export function variantTitle(variant: Variant): string {
  return showVariant(variant) || "no fault";
}

/** What identifies an agent. Runs of different identities are different exams; a resume refuses to mix them. */
export interface AgentIdentity {
  name: string;
  version: string;
  variant: Variant;
  /** Models and their parameters, by role. */
  models: JsonValue;
  tools: string;
  /** Hash of the suite's module graph. */
  code: string;
  /** Hash of `suite.files`, and of the files that the agent itself names. */
  files: string;
  /** Of all this, of Node's version, and of the packages that the module graph enters: they are in the suite's header. */
  hash: string;
}
