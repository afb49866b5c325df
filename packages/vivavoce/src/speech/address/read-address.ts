import { continuesNumber, readTight } from "../numbers/digit-run.ts";
import { type Token, wordsAt } from "../text/tokens.ts";
import { readStreet, type StreetEvidence } from "./read-street.ts";
import { type AddressTail, readTail } from "./read-tail.ts";

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
  const house = continuesNumber(tokens, at) ? undefined : readHouse(tokens, at);
  const street = house && readStreet(tokens, house.next);
  if (!house || !street) return undefined;
  const { tail, next, zipAt } = readTail(tokens, street.next, { whole });
  const { words, evidence, upper } = street;
  return { address: { number: house.number, street: words, ...tail }, at, next, zipAt, evidence, upper };
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
