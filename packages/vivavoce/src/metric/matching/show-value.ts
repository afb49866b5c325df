import { type JsonValue, safeLine } from "../../base/index.ts";

/** A value in a sentence: JSON on one line, cut; "absent" where there is none. */
export function showValue(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : safeLine(JSON.stringify(value), 120);
}
