import type { Problem } from "../base/index.ts";
import { exportPlace } from "./user-place.ts";

/** The problem of a file that exports something other than a suite. */
export function noSuite(value: unknown, file: string): Problem {
  const place = exportPlace(file);
  const remedy = "Write `export default suite({ … })`, with suite from vivavoce.";
  if (place.line === undefined) return { message: "the file has no default export, so it has no suite", place, remedy };
  if (value instanceof Promise) {
    const awaited = "Await it: `export default await …`.";
    return { message: "the default export is a promise, not a suite", place, remedy: awaited };
  }
  return { message: `the default export is ${kindOf(value)}, not a suite`, place, remedy };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const isDefinition = ["cases", "agent", "metrics"].every((field) => field in value);
  return isDefinition ? "an object that did not go through suite()" : "an object";
}
