import type { SlotComparison } from "../../../slots/slot-kind.ts";
import { spokenDigits } from "../numbers/digit-run.ts";
import { findZips } from "./find-zips.ts";

/**
 * A ZIP code in one comparable form: five digits, or five and four; undefined if the text says none.
 *
 * @example normaliseZip("seven eight seven forty-five") // "78745"
 */
export function normaliseZip(text: string): string | undefined {
  const digits = spokenDigits(text);
  if (digits?.length === 9) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return digits?.length === 5 ? digits : findZips(text, { by: "caller", asked: true })[0]?.value;
}

/** The last four digits are left open where one side does not have them. */
export function compareZips(one: string, other: string): SlotComparison {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) === other.slice(0, length) ? "same" : "different";
}
