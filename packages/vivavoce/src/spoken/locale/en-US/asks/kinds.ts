import type { SlotKind, SlotKindName } from "../../../slots/slot.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { compareAddresses, findAddresses, mayBeSameAddress, normaliseAddress } from "../address/address.ts";
import { reviseAddress } from "../address/revise-address.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { findGivenNames } from "../name/given-names.ts";
import { findHeardNames } from "../name/heard-names.ts";
import { mayBeSameName } from "../name/may-be-same.ts";
import { compareNames, normaliseName, putSpelling } from "../name/name.ts";
import { spokenDigits } from "../numbers/digit-run.ts";
import { comparePhones, findPhones, normalisePhone, revisePhone } from "../phone/find-phones.ts";
import { timeKind } from "../time/time-kind.ts";
import { compareZips, findZips, normaliseZip } from "../zip/find-zips.ts";
import { exactKind, textKind } from "./plain-kinds.ts";

/** The kinds of value that Viva can find and compare. They are looked for in this order, each in what the ones before left. */
export const slotKinds = {
  phone: {
    normalise: normalisePhone,
    compare: comparePhones,
    find: findPhones,
    revise: revisePhone,
    isPiece: (line) => digitsIn(line) < 10,
  },
  address: {
    normalise: normaliseAddress,
    compare: compareAddresses,
    find: findAddresses,
    revise: reviseAddress,
    mayBeSame: mayBeSameAddress,
  },
  zip: {
    normalise: normaliseZip,
    compare: compareZips,
    find: findZips,
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
    leavesOpen: (name, question) => /\b(?:last|family|full|sur)\s?name\b/i.test(question) && !name.includes(" "),
  },
  exact: exactKind,
  text: textKind,
} as const satisfies Record<SlotKindName, SlotKind>;

/** How many digits a line holds that says nothing else. */
function digitsIn(line: string): number {
  const lead = /^\W*(?:(?:it's|it is|the|my|so|yeah|okay|sure|and|then|area code(?:'s| is)?)\s+)*/i;
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
