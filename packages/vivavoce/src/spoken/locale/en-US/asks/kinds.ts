import type { FindContext, FoundValue, SlotComparison, SlotKind, SlotKindName } from "../../../slots/slot.ts";
import { readAll } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { compareAddresses, findAddresses, mayBeSameAddress, normaliseAddress } from "../address/address.ts";
import { findEmails, normaliseEmail } from "../email/find-emails.ts";
import { findGivenNames } from "../name/given-names.ts";
import { findHeardNames } from "../name/heard-names.ts";
import { mayBeSameName, soundOf } from "../name/may-be-same.ts";
import { compareNames, normaliseName } from "../name/name.ts";
import { readTight, spokenDigits } from "../numbers/digit-run.ts";
import { comparePhones, findPhones, normalisePhone } from "../phone/find-phones.ts";
import { timeKind } from "../time/time-kind.ts";
import { compareZips, findZips, normaliseZip } from "../zip/find-zips.ts";
import { asksLastName } from "./built-in.ts";

/** The kinds of value that Viva can find and compare. They are looked for in this order, each in what the ones before left. */
export const slotKinds = {
  email: {
    normalise: normaliseEmail,
    compare: equal,
    find: findEmails,
    mayBeSame: (one, other, { spelled }) => {
      const isSame = plainly(one) === plainly(other) || (!spelled && soundOf(plainly(one)) === soundOf(plainly(other)));
      return isSame ? `“${one}” and “${other}” may be said in the same words` : undefined;
    },
  },
  phone: {
    // Figures that are not a phone number are booked, and are none that was given.
    normalise: (text) =>
      normalisePhone(text) ?? (/^[?\d\s().+-]{6,}$/.test(text) ? `?${text.replace(/\D/g, "")}` : undefined),
    compare: comparePhones,
    find: findPhones,
  },
  address: {
    normalise: normaliseAddress,
    compare: compareAddresses,
    find: findAddresses,
    mayBeSame: mayBeSameAddress,
  },
  zip: {
    normalise: normaliseZip,
    compare: compareZips,
    find: findZips,
  },
  time: timeKind(),
  name: {
    normalise: normaliseName,
    compare: compareNames,
    find: (text, { by, asked, known }) =>
      by === "caller" ? findGivenNames(text, { asked }) : findHeardNames(text, known),
    mayBeSame: mayBeSameName,
    leavesOpen: (name, question) => {
      if (name.includes(" ")) return false;
      const mayWantMore = /\bname\b.*\b(?:under|for|on|in)\b/i.test(question) && "maybe";
      return asksLastName(question) || /\bfull name\b/i.test(question) || mayWantMore;
    },
  },
  /** A word or code from a list, given by a pattern: two are the same or they differ. */
  exact: {
    normalise: foldText,
    compare: equal,
    find: findKnown,
  },
  /** Free words, such as what is wrong: another wording is not a difference. An answer to the question gives it. */
  text: {
    normalise: foldText,
    compare: (one, other) => (holds(one, other) || holds(other, one) ? "same" : "open"),
    find(text, context) {
      if (context.by === "agent") return findKnown(text, context);
      const value = context.asked ? foldText(text) : undefined;
      return value === undefined ? [] : [{ text: text.trim(), value, start: 0, end: text.length }];
    },
  },
} as const satisfies Record<SlotKindName, SlotKind>;

function equal(one: string, other: string): SlotComparison {
  return one === other ? "same" : "different";
}

/** An e-mail address without what may be said in two ways: "two", "2", "to", and "the" in front of it. */
function plainly(email: string): string {
  return email
    .replace(/^(?:the|my|our)/, "")
    .replace(/(?:two|to|too)/g, "2")
    .replace(/(?:four|for)/g, "4")
    .replace(/one|three|five|six|seven|eight|nine/g, (word) => spokenDigits(word) ?? word);
}

/** Words in small letters without marks, numbers as digits: "Unit four, B!" → "unit 4 b". */
export function foldText(text: string): string | undefined {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== "mark");
  const words = readAll(tokens, (at) => readTight(tokens, at) ?? { digits: tokens[at]?.word, next: at + 1 });
  return words.map(({ digits }) => digits).join(" ") || undefined;
}

/** A plain value looks like other words, so an agent says it only if it says the known one. */
function findKnown(text: string, { by, known }: FindContext): FoundValue[] {
  const said = by === "agent" && known !== undefined && holds(foldText(text) ?? "", known);
  return said ? [{ text: text.trim(), value: known, start: 0, end: 0 }] : [];
}

function holds(text: string, part: string): boolean {
  return ` ${text} `.includes(` ${part} `);
}
