import type { Hint, Path } from "../read/placed-tree.ts";

/** Something found in a finished case. The path leads through that case; the hint finds it in the text. */
export interface CaseFinding {
  level: "problem" | "warning";
  message: string;
  remedy?: string | undefined;
  path: Path;
  hint: Hint;
}

/** The hint for a name that stands at a path as a value or as a field's name. */
export function nameHint(name: string, as: "value" | "field"): Hint {
  return as === "field" ? { kind: "field", name } : { kind: "value", value: name };
}
