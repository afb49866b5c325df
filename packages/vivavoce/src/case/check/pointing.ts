import type { Position } from "../read/position.ts";
import type { SourceMap } from "../read/raw-case.ts";
import type { Complaint } from "./complaints.ts";
import type { CaseFinding } from "./finding.ts";

/** Where to point for a complaint about the case as written, or about what the schema made from it. */
export function positionOfComplaint(
  source: SourceMap,
  { path, target, found }: Complaint,
  shape: "input" | "output",
): Position {
  if (shape === "input") return target === "field" ? source.field(path) : source.value(path);
  const value = typeof found === "string" || typeof found === "number" ? found : undefined;
  return (value === undefined ? undefined : source.find({ kind: "value", value })) ?? source.start;
}

/**
 * Where to point for something found in the finished case: its path if the text has the same shape, otherwise the value or
 * name itself; `nth` if the same thing was found before.
 */
export function positionOfFinding(source: SourceMap, { path, hint }: CaseFinding, nth: number): Position {
  if (source.has(path)) return hint.kind === "field" ? source.field(path) : source.value(path);
  return source.find(hint, nth) ?? source.start;
}
