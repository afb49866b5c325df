import { type Token, wordsAt } from "../../../text/tokens.ts";
import { continuesNumber, readTight } from "../numbers/digit-run.ts";
import { readStreet, type StreetEvidence } from "./read-street.ts";
import { type AddressTail, readTail, readUnits } from "./read-tail.ts";

/** A street address in its parts, each in its short form. */
export interface Address extends AddressTail {
  number: string;
  /** Direction, name and type: ["s", "lamar", "blvd"]. */
  street: string[];
}

export interface ReadAddress {
  address: Address;
  at: number;
  next: number;
  /** Where its ZIP code begins, if it has one. */
  zipAt: number | undefined;
  evidence: StreetEvidence;
  /** Whether the street is written with a capital. */
  upper: boolean;
}

const mostDigits = 6;

/** Reads the address that begins at a place. `whole`: the text is known to be an address and nothing else. */
export function readAddress(
  tokens: readonly Token[],
  at: number,
  { whole }: { whole: boolean },
): ReadAddress | undefined {
  if (continuesNumber(tokens, at)) return undefined;
  const unit = readUnits(tokens, at);
  const from = unit && tokens[unit.next]?.text === "," ? unit.next + 1 : (unit?.next ?? at);
  const { house, street, end } = readDoor(tokens, from) ?? (unit && readDoor(tokens, at)) ?? {};
  if (!house || !street || end === undefined) return undefined;
  const isBehind = unit !== undefined && readDoor(tokens, from) !== undefined;
  const { tail, next, zipAt } = readTail(tokens, end, { whole });
  const { words, evidence, upper } = street;
  const address = { number: house.number, street: words, ...(isBehind ? { unit: unit.unit } : {}), ...tail };
  return { address, at, next, zipAt, evidence, upper };
}

/** A house and its street; the number may stand behind: "County Road 214, number 51". */
function readDoor(tokens: readonly Token[], at: number) {
  const house = readHouse(tokens, at);
  const street = readStreet(tokens, house?.next ?? at);
  if (!street) return undefined;
  if (house) return { house, street, end: street.next };
  let from = street.evidence === "type" ? street.next : tokens.length;
  // "Walnut Street, not Walnut Lane, number 830"
  if (tokens[from]?.text === "," && tokens[from + 1]?.word === "not") {
    from = readStreet(tokens, from + 2)?.next ?? from;
  }
  if (tokens[from]?.text === ",") from += 1;
  while (/^(?:house|the|at)$/.test(tokens[from]?.word ?? "")) from += 1;
  const behind = tokens[from]?.word === "number" ? readHouse(tokens, from + 1) : undefined;
  return behind && { house: behind, street, end: behind.next };
}

/** "4210", "forty-two ten", "4210B", "4210 1/2" */
function readHouse(tokens: readonly Token[], at: number): { number: string; next: number } | undefined {
  const number = readTight(tokens, at);
  if (!number || number.digits.length > mostDigits || tokens[at - 1]?.text === "$") return undefined;
  const [one, slash, two] = tokens.slice(number.next, number.next + 3);
  if (one?.text === "1" && slash?.text === "/" && two?.text === "2") {
    return { number: `${number.digits} 1/2`, next: number.next + 3 };
  }
  if (wordsAt(tokens, number.next, ["and", "a", "half"])) {
    return { number: `${number.digits} 1/2`, next: number.next + 3 };
  }
  const letter = one && !one.gap && /^[a-z]$/.test(one.word) ? one.word : "";
  return { number: number.digits + letter, next: number.next + letter.length };
}

/** One way to write an address; reading it gives the same address again. */
export function showAddress({ number, street, unit, city, state, zip }: Address): string {
  const place = [city, state, zip].filter((part) => part !== undefined).join(" ");
  return `${number} ${street.join(" ")}${unit === undefined ? "" : ` #${unit}`}${place ? `, ${place}` : ""}`;
}
