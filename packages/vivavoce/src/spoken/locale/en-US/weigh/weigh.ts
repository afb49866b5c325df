import type { Calendar, SlotKindName } from "../../../slots/slot.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { inaudible } from "../answers/answers.ts";
import { slotKinds } from "../asks/kinds.ts";
import { addressGiven, weighAddress } from "../claims/address.ts";
import { digitsGiven, weighDigits } from "../claims/digits.ts";
import { doubt } from "../claims/doubt.ts";
import { emailGiven, weighEmail } from "../claims/email.ts";
import { nameGiven, weighName } from "../claims/name.ts";
import type { HeardLine } from "./stances.ts";
import { timesGiven, weighTime } from "./time.ts";

/** No call is longer, and nobody names more: comparing each with each would take too long. */
const mostTokens = 2000;

/**
 * Whether what was booked or read back is what the caller wants, by its parts. It is if each of them is named and
 * whatever else is named of its sort is ruled out or put right. It is not if one of them is ruled out, put right or
 * missing, and another is named in its place.
 */
export function weigh(
  kind: SlotKindName,
  value: string,
  lines: readonly HeardLine[],
  calendar?: Calendar,
): "same" | "different" | undefined {
  if (isUnread(kind, lines)) return undefined;
  if (kind === "time") return weighTime(value, lines, calendar);
  if (kind === "phone" || (kind === "zip" && /^[\d\s-]+$/.test(value))) return weighDigits(kind, value, lines);
  if (kind === "zip") return weighCode(value, lines);
  if (kind === "name") return weighName(value, lines);
  if (kind === "address") return weighAddress(value, lines);
  return kind === "email" ? weighEmail(value, lines) : undefined;
}

/**
 * What the caller's lines come to, as text: several values if any of them will do. Undefined if nobody can tell.
 */
export function stands(
  kind: SlotKindName,
  lines: readonly HeardLine[],
  calendar?: Calendar,
): readonly string[] | undefined {
  if (isUnread(kind, lines)) return undefined;
  if (kind === "time") return timesGiven(lines, calendar);
  if (kind === "phone" || kind === "zip") return digitsGiven(kind, lines);
  const value =
    kind === "name"
      ? nameGiven(lines)
      : kind === "address"
        ? addressGiven(lines)
        : kind === "email"
          ? emailGiven(lines)
          : undefined;
  return value === undefined ? undefined : [value];
}

function isUnread(kind: SlotKindName, lines: readonly HeardLine[]): boolean {
  const text = lines.map((line) => line.text.replaceAll("’", "'")).join(" . , ");
  return (
    tokensOf(text).length > mostTokens ||
    inaudible.test(text) ||
    (/^(?:time|name|email)$/.test(kind) && doubt.test(text))
  );
}

/** Postal codes with letters, of which the caller gives only one. */
function weighCode(value: string, lines: readonly HeardLine[]): "same" | "different" | undefined {
  const { find, normalise } = slotKinds.zip;
  const codes = new Set(lines.flatMap(({ text }) => find(text, { by: "caller", asked: true }).map((one) => one.value)));
  const booked = normalise(value);
  const [only] = codes;
  return codes.size !== 1 || booked === undefined ? undefined : only === booked ? "same" : "different";
}
