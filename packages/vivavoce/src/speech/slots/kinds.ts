import { compareAddresses, normaliseAddress } from "../address/address.ts";
import { findAddresses } from "../address/find-addresses.ts";
import { mayBeSameAddress } from "../address/may-be-same.ts";
import { reviseAddress } from "../address/revise-address.ts";
import { findGivenNames } from "../name/given-names.ts";
import { findHeardNames } from "../name/heard-names.ts";
import { mayBeSameName } from "../name/may-be-same.ts";
import { compareNames, normaliseName } from "../name/name.ts";
import { reviseName } from "../name/revise-name.ts";
import { leavesDigitsUnread } from "../numbers/unread-digits.ts";
import { findPhones, normalisePhone } from "../phone/find-phones.ts";
import { comparePhones } from "../phone/phone-number.ts";
import { revisePhone } from "../phone/revise-phone.ts";
import { timeKind } from "../time/time-kind.ts";
import { findZips } from "../zip/find-zips.ts";
import { compareZips, normaliseZip } from "../zip/zip.ts";
import { exactKind, textKind } from "./plain-kinds.ts";
import type { FoundValue, SlotKind } from "./slot-kind.ts";

/** The kinds of value that Viva can find and compare. They are looked for in this order, each in what the ones before left. */
export const slotKinds = {
  phone: {
    normalise: normalisePhone,
    compare: comparePhones,
    find: findPhones,
    revise: revisePhone,
    leavesUnread: digitsUnread,
  },
  address: {
    normalise: normaliseAddress,
    compare: compareAddresses,
    find: findAddresses,
    revise: reviseAddress,
    mayBeSame: mayBeSameAddress,
  },
  zip: { normalise: normaliseZip, compare: compareZips, find: findZips, leavesUnread: digitsUnread },
  time: timeKind(),
  name: {
    normalise: normaliseName,
    compare: compareNames,
    find: (text, { by, asked, known }) =>
      by === "caller" ? findGivenNames(text, { asked }) : findHeardNames(text, known),
    revise: reviseName,
    mayBeSame: mayBeSameName,
    leavesOpen: (name, question) => /\b(?:last|family|full|sur)\s?name\b/i.test(question) && !name.includes(" "),
  },
  exact: exactKind,
  text: textKind,
} as const satisfies Record<string, SlotKind>;

function digitsUnread(line: string, found: readonly FoundValue[]): boolean {
  const last = found.at(-1);
  return last !== undefined && leavesDigitsUnread(line, last.end);
}

/** A kind of slot that Viva knows. */
export type SlotKindName = keyof typeof slotKinds;
