import type { Calendar, SlotKindName } from "../../../slots/slot.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { inaudible } from "../answers/answers.ts";
import { slotKinds } from "../asks/kinds.ts";
import { addressClaims } from "./address.ts";
import { doubt, type HeardLine, type KindClaims } from "./clauses.ts";
import { digitClaims } from "./digits.ts";
import { emailClaims } from "./email.ts";
import { nameClaims } from "./name.ts";
import { timeClaims } from "./time.ts";

/** No call is longer, and nobody names more: comparing each with each would take too long. */
const mostTokens = 2000;

const zips = digitClaims("zip");
const claims: { readonly [Kind in SlotKindName]?: KindClaims } = {
  phone: digitClaims("phone"),
  zip: {
    ...zips,
    weigh: (value, lines) => (/^[\d\s-]+$/.test(value) ? zips : { weigh: weighCode }).weigh(value, lines),
  },
  time: timeClaims,
  name: nameClaims,
  address: addressClaims,
  email: emailClaims,
};

/**
 * Whether what was booked or read back is what the caller wants, by its parts. It is if each of them is named and
 * whatever else is named of its sort is ruled out or put right. It is not if one of them is ruled out, put right or
 * missing, and another is named in its place.
 */
export function weigh(kind: SlotKindName, value: string, lines: readonly HeardLine[], calendar?: Calendar) {
  return isUnread(kind, lines) ? undefined : claims[kind]?.weigh(value, lines, calendar);
}

/** What the caller's lines come to, as text: several values if any of them will do. Undefined if nobody can tell. */
export function stands(kind: SlotKindName, lines: readonly HeardLine[], calendar?: Calendar) {
  return isUnread(kind, lines) ? undefined : claims[kind]?.stands(lines, calendar);
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
