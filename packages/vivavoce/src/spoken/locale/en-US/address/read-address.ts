import { matchAt, skipWords, wordSet } from "../../../text/reading.ts";
import { startsUpper, type Token } from "../../../text/tokens.ts";
import { exampleAfter } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { readGroup, readOrdinal } from "../numbers/digit-group.ts";
import { continuesNumber, readTight } from "../numbers/digit-run.ts";
import { readStreet, type StreetEvidence } from "./read-street.ts";
import { directions, placesInHouse, states, streetTypes, unitWords } from "./street-words.ts";

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
  if (continuesNumber(tokens, at) || tokens[at]?.text === ",") return undefined;
  const unit = readUnits(tokens, at);
  const from = unit ? skipWords(tokens, unit.next, behindUnit, 2) : at;
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
  let from = street.evidence === "type" ? (exampleAfter(tokens, street.next) ?? street.next) : tokens.length;
  // "Walnut Street, not Walnut Lane, number 830"
  if (tokens[from]?.text === "," && tokens[from + 1]?.word === "not") {
    from = readStreet(tokens, from + 2)?.next ?? from;
  }
  if (tokens[from]?.text === ",") from += 1;
  from = skipWords(tokens, from, beforeNumber, tokens.length);
  const isNumber = /^number(?:'s)?$/.test(tokens[from]?.word ?? "");
  const behind = isNumber ? readHouse(tokens, tokens[from + 1]?.word === "is" ? from + 2 : from + 1) : undefined;
  return behind && { house: behind, street, end: behind.next };
}

const beforeNumber = wordSet("house the at and is");
const behindUnit = wordSet(", at in on of");

/** "4210", "forty-two ten", "4210B", "4210 1/2" */
function readHouse(tokens: readonly Token[], at: number): { number: string; next: number } | undefined {
  const number = readTight(tokens, at);
  if (!number || number.digits.length > mostDigits || tokens[at - 1]?.text === "$") return undefined;
  const half = matchAt(tokens, number.next, /^(?:1 ?\/ ?2|and a half)/);
  if (half) return { number: `${number.digits} 1/2`, next: half.next };
  const after = tokens[number.next];
  const letter = after && !after.gap && /^[a-z]$/.test(after.word) ? after.word : "";
  return { number: number.digits + letter, next: number.next + letter.length };
}

/** One way to write an address; reading it gives the same address again. */
export function showAddress({ number, street, unit, city, state, zip }: Address): string {
  const place = [city, state, zip].filter((part) => part !== undefined).join(" ");
  return `${number} ${street.join(" ")}${unit === undefined ? "" : ` #${unit}`}${place ? `, ${place}` : ""}`;
}

/** What may follow a street: the unit, then city, state and ZIP code. */
interface AddressTail {
  unit?: string;
  city?: string;
  state?: string;
  zip?: string;
}

interface ReadTail {
  tail: AddressTail;
  next: number;
  zipAt: number | undefined;
}

const mostCityWords = 3;
const mostUnits = 3;

/** Reads the rest of an address. A city alone counts only where the whole text is known to be an address. */
export function readTail(tokens: readonly Token[], at: number, { whole }: { whole: boolean }): ReadTail {
  const unit = readUnits(tokens, at);
  const place = readPlace(tokens, unit?.next ?? at, whole);
  return {
    tail: { ...(unit ? { unit: unit.unit } : {}), ...place?.tail },
    next: place?.next ?? unit?.next ?? at,
    zipAt: place?.zipAt,
  };
}

/** "building D, apartment 108": every unit, in one order. */
function readUnits(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const units: string[] = [];
  let next = at;
  for (;;) {
    const read = units.length < mostUnits ? readUnit(tokens, skipMarks(tokens, next)) : undefined;
    if (!read) return units.length > 0 ? { unit: units.toSorted().join(" #"), next } : undefined;
    units.push(read.unit);
    next = read.next;
  }
}

/** "apt 4", "#4B", "suite two hundred", "unit B" */
export function readUnit(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const counted = readOrdinal(tokens, at);
  if (counted && tokens[counted.next]?.word === "floor") {
    return { unit: `floor${counted.digits}`, next: counted.next + 1 };
  }
  const word = tokens[at]?.word ?? "";
  // "Upstairs from the dentist" tells where.
  if (placesInHouse.has(word) && /^(?:from|of)$/.test(tokens[at + 1]?.word ?? "")) return undefined;
  if (placesInHouse.has(word)) {
    const kind = /^(?:apartment|unit|apt|flat|house|suite)$/.test(tokens[at + 1]?.word ?? "") ? 1 : 0;
    return { unit: word, next: at + 1 + kind };
  }
  if (!unitWords.has(word)) return undefined;
  let from = at + 1;
  while (from < at + 3 && (tokens[from]?.text === "." || unitWords.has(tokens[from]?.word ?? ""))) from += 1;
  if (placesInHouse.has(tokens[from]?.word ?? "")) return { unit: tokens[from]?.word ?? "", next: from + 1 };
  const number = readTight(tokens, from);
  // The ninth floor is not apartment nine.
  if (number && tokens.slice(at, from).some(({ word }) => word === "floor")) {
    return { unit: `floor${number.digits}`, next: number.next };
  }
  const letterAt = number?.next ?? from;
  const letter = tokens[letterAt];
  const lettered =
    letter &&
    /^[a-z]$/.test(letter.word) &&
    !(number && letter.gap && !/^[A-Z]$/.test(letter.text) && !exampleAfter(tokens, letterAt + 1));
  if (!lettered) return number && { unit: number.digits, next: number.next };
  const after = number ? undefined : readTight(tokens, letterAt + 1);
  return {
    unit: `${number?.digits ?? ""}${letter.word}${after?.digits ?? ""}`,
    next: after?.next ?? exampleAfter(tokens, letterAt + 1) ?? letterAt + 1,
  };
}

/** ", Austin, Texas 78704", "in Austin", ", 78704" */
function readPlace(tokens: readonly Token[], at: number, whole: boolean): ReadTail | undefined {
  let next = skipMarks(tokens, at);
  if (tokens[next]?.word === "over") next += 1;
  if (tokens[next]?.word === "in") next += 1;
  const apart = next > at;
  const city = readCity(tokens, next);
  const isTown = city !== undefined && (whole ? apart : isPlace(tokens, { at, from: next, next: city.next }));
  const afterCity = skipMarks(tokens, city?.next ?? next);
  const state = readState(tokens, afterCity, city !== undefined);
  const zipAt = skipMarks(tokens, state?.next ?? afterCity);
  const zip = readZip(tokens, zipAt);
  if (!zip && !state && !isTown) return undefined;
  const tail = {
    ...(city && (apart || isTown || state || zip) ? { city: city.city } : {}),
    ...(state ? { state: state.state } : {}),
    ...(zip ? { zip: zip.zip } : {}),
  };
  return { tail, next: zip?.next ?? state?.next ?? city?.next ?? next, zipAt: zip && zipAt };
}

function readCity(tokens: readonly Token[], at: number) {
  let next = at;
  while (next < at + mostCityWords && isCityWord(tokens, next) && !readState(tokens, next, next > at)) next += 1;
  const words = tokens.slice(at, next).map(({ word }) => word.replace(/'/g, ""));
  return words.length > 0 ? { city: words.join(" "), next } : undefined;
}

/** A town that ends its clause: "in Round Rock", ", Leeds". Common words are not a town. */
function isPlace(tokens: readonly Token[], { at, from, next }: { at: number; from: number; next: number }): boolean {
  const after = tokens[next];
  if (after && after.kind !== "mark") return false;
  const words = tokens.slice(from, next);
  const isStreet = (word: string) => words.length === 1 && (streetTypes.has(word) || directions.has(word));
  if (words.some(({ word }) => noNames.has(word) || isStreet(word))) return false;
  const isPaused = tokens[from - 1]?.kind === "mark" && from > at;
  return !isPaused || words.every(startsUpper) || next >= tokens.length - 1;
}

const noCity = wordSet(
  "and but or i it it's is my the zip please thanks that that's right correct in at between tomorrow today",
);

function isCityWord(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== "word" || token.word.length === 1 || readGroup(tokens, at)) return false;
  return ![noCity, unitWords, placesInHouse].some((words) => words.has(token.word.replace(/'s$/, "")));
}

/** A short form such as "ok" is a state only behind a city or in front of a ZIP code. */
function readState(tokens: readonly Token[], at: number, behindCity: boolean) {
  const two = states.get(`${tokens[at]?.word}-${tokens[at + 1]?.word}`);
  if (two) return { state: two, next: at + 2 };
  const word = tokens[at]?.word ?? "";
  const state = states.get(word);
  if (state === undefined) return undefined;
  const sure = word !== state || behindCity || readZip(tokens, skipMarks(tokens, at + 1)) !== undefined;
  return sure ? { state, next: at + 1 } : undefined;
}

function readZip(tokens: readonly Token[], at: number) {
  const number = readTight(tokens, at);
  return number?.digits.length === 5 ? { zip: number.digits, next: number.next } : undefined;
}

function skipMarks(tokens: readonly Token[], at: number): number {
  const stop = tokens[at]?.text === "." && !tokens[at]?.gap ? at + 1 : at;
  return tokens[stop]?.text === "," ? stop + 1 : stop;
}
