import type { FindContext, FoundValue, SlotComparison, SlotKind, SlotKindName } from "../../../slots/slot.ts";
import { readAll } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";
import {
  addedToAddress,
  compareAddresses,
  findAddresses,
  isAddressPiece,
  mayBeSameAddress,
  normaliseAddress,
} from "../address/address.ts";
import { reviseAddress } from "../address/revise-address.ts";
import { findEmails, normaliseEmail, reviseEmail } from "../email/find-emails.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { findGivenNames } from "../name/given-names.ts";
import { findHeardNames } from "../name/heard-names.ts";
import { mayBeSameName, soundOf } from "../name/may-be-same.ts";
import { addedToName, compareNames, normaliseName, putSpelling } from "../name/name.ts";
import { readTight, spokenDigits } from "../numbers/digit-run.ts";
import { reviseDigits } from "../numbers/revise-digits.ts";
import { comparePhones, findPhones, normalisePhone } from "../phone/find-phones.ts";
import { says } from "../said/says.ts";
import { timeKind } from "../time/time-kind.ts";
import { compareZips, findZips, normaliseZip } from "../zip/find-zips.ts";
import { asksLastName } from "./built-in.ts";

/** The kinds of value that Viva can find and compare. They are looked for in this order, each in what the ones before left. */
export const slotKinds = {
  email: {
    normalise: normaliseEmail,
    compare: equal,
    find: findEmails,
    revise: reviseEmail,
    isPiece: (line) => findSpelled(tokensOf(line)).length > 0 || /\b(?:at|dot)\b/i.test(line),
    mayBeSame: (one, other, { spelled }) => {
      const isSame = plainly(one) === plainly(other) || (!spelled && soundOf(plainly(one)) === soundOf(plainly(other)));
      return isSame ? `“${one}” and “${other}” may be said in the same words` : undefined;
    },
    // Its beginning may have been said in a line before.
    adds: (given, booked, said) =>
      booked.endsWith(given) && booked !== given && says(said, booked.slice(0, -given.length))
        ? `“${booked}” is more than “${given}”`
        : undefined,
  },
  phone: {
    // Figures that are not a phone number are booked, and are none that was given.
    normalise: (text) =>
      normalisePhone(text) ?? (/^[?\d\s().+-]{6,}$/.test(text) ? `?${text.replace(/\D/g, "")}` : undefined),
    compare: comparePhones,
    find: findPhones,
    revise: reviseDigits,
    adds: addedDigits,
    isPiece: (line) => digitsIn(line) < 10,
  },
  address: {
    normalise: normaliseAddress,
    compare: compareAddresses,
    find: findAddresses,
    revise: reviseAddress,
    mayBeSame: mayBeSameAddress,
    whyOpen: (one, other) => mayBeSameAddress(one, other, { spelled: true }),
    adds: addedToAddress,
    isPiece: isAddressPiece,
  },
  zip: {
    normalise: normaliseZip,
    compare: compareZips,
    find: findZips,
    revise: reviseDigits,
    adds: addedDigits,
    isPiece: (line) => digitsIn(line) < 5,
  },
  time: timeKind(),
  name: {
    normalise: normaliseName,
    compare: compareNames,
    find: (text, { by, asked, known }) =>
      by === "caller" ? findGivenNames(text, { asked }) : findHeardNames(text, known),
    revise: reviseName,
    mayBeSame: mayBeSameName,
    adds: addedToName,
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

/** How many digits a line holds that says nothing else. */
function digitsIn(line: string): number {
  const lead =
    /^\W*(?:(?:it's|it is|that's|the|my|so|yeah|okay|sure|and|then|uh|um|ready|here goes|here we go|alright|area code(?:'s| is)?)[\s,.?!]+)*/i;
  return spokenDigits(line.replaceAll("’", "'").replace(lead, ""))?.length ?? Number.POSITIVE_INFINITY;
}

/** A known name as a later line spells it: "that's J-O-N". Undefined if nothing of it is spelled. */
export function reviseName(known: string, line: string, { corrects }: { corrects: boolean }): string | undefined {
  const [spelled] = findSpelled(tokensOf(line));
  if (!spelled) return undefined;
  const words = known.split(" ");
  const count = words.length;
  putSpelling(words, spelled.letters);
  // A spelling of no word of it adds a last name at most: "Maria", then "L-O-P-E-Z".
  const added = words.length > count;
  return added && !(corrects && count === 1 && spelled.letters.length > 2) ? undefined : words.join(" ");
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

/** An extension, or the last four digits of a ZIP code. */
function addedDigits(given: string, booked: string): string | undefined {
  const more = /;ext=|^\d{5}-/;
  return more.test(booked) && !more.test(given) ? `“${booked}” is more than “${given}”` : undefined;
}
