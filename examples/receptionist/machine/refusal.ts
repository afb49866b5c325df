import type { JsonValue } from "vivavoce";
import type { ToolRequest } from "./turn.ts";

/**
 * What the machine makes of a tool that failed: the caller is not on record, nothing is booked, nothing is moved.
 * undefined for a callback: that is the last resort, and where it fails a person has to take the call.
 */
export function refusalOf({ name }: Pick<ToolRequest, "name">, reason: string): JsonValue | undefined {
  switch (name) {
    case "lookup_caller":
      return { found: false };
    case "book_service":
      return { booked: false, reason };
    case "manage_appointment":
      return { done: false, reason };
    default:
      return undefined;
  }
}
