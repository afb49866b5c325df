import type { FindContext, FoundValue, SlotComparison } from "../../../slots/slot.ts";
import { foundAt, readAll } from "../../../text/reading.ts";
import { foldWord, type Token, tokensOf, usesCapitals } from "../../../text/tokens.ts";
import { soundOf } from "../name/may-be-same.ts";
import { isCounted } from "../time/scan-times.ts";
import { type Address, type ReadAddress, readAddress, showAddress } from "./read-address.ts";
import { directions, placesInHouse, shortDirections, streetTypes } from "./street-words.ts";

/**
 * The first street address of a text in one comparable form: digits for number words, short forms of directions and
 * street types, ordinals as "6th", units as "#4". Undefined if there is no house number with a street.
 *
 * @example normaliseAddress("forty-two ten South Lamar Boulevard, apartment B") // "4210 s lamar blvd #b"
 */
export function normaliseAddress(text: string): string | undefined {
  const address = readWhole(text);
  return address && showAddress(address);
}

/** The first address of a text that is known to be one. */
export function readWhole(text: string): Address | undefined {
  const tokens = tokensOf(text);
  for (const at of tokens.keys()) {
    const read = readAddress(tokens, at, { whole: true });
    if (read) return read.address;
  }
  return undefined;
}

/**
 * Whether two addresses in their comparable form are the same. House number, direction, street and unit must be equal;
 * the type of the street, city, state and ZIP code may be missing on one side.
 */
export function compareAddresses(one: string, other: string): SlotComparison {
  const [first, second] = [readWhole(one), readWhole(other)];
  if (!first || !second) return "open";
  // Nobody can tell whether the rear house matters if only one side has it.
  const isLoose = (unit: string | undefined) => unit !== undefined && placesInHouse.has(unit);
  if (isLoose(first.unit ?? second.unit) && (first.unit === undefined || second.unit === undefined)) return "open";
  const [unit, otherUnit] = [first.unit, second.unit].map((one) =>
    one?.split(" #").filter((part) => !/^floor/.test(part)),
  );
  const isFloorOpen = first.unit !== second.unit && unit && otherUnit && String(unit) === String(otherUnit);
  if (isFloorOpen && first.unit?.includes("floor") !== second.unit?.includes("floor")) return "open";
  const same =
    first.number === second.number &&
    sameStreet(first.street, second.street) &&
    first.unit === second.unit &&
    samePlace(first, second);
  return same ? "same" : "different";
}

function samePlace(one: Address, other: Address): boolean {
  return fits(one.city, other.city) && fits(one.state, other.state) && fits(one.zip, other.zip);
}

function sameStreet(...streets: readonly [readonly string[], readonly string[]]): boolean {
  // "Martin Luther King Jr. Boulevard"
  const [one, other] = streets.map((words) =>
    words
      .join(" ")
      .replace(/(?<=^| )[a-z](?: [a-z])+(?= |$)/g, (letters) => letters.replaceAll(" ", ""))
      .split(" ")
      .filter((word) => !/^(?:jr|junior|sr|senior)$/.test(word)),
  );
  if (!one || !other) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const type = long.at(-1) ?? "";
  const open = long.length === short.length + 1 && streetTypes.has(type);
  const equal = (open || long.length === short.length) && short.every((word, index) => word === long[index]);
  return equal || hasInitials(short, long);
}

/** "mlk blvd" for "martin luther king blvd". */
function hasInitials(short: readonly string[], long: readonly string[]): boolean {
  const named = long.length - short.length + 1;
  return short.some((word, at) => {
    const name = long.slice(at, at + named);
    const initials = name.map((part) => part.charAt(0)).join("");
    if (named < 3 || word !== initials) return false;
    return [...short.slice(0, at), ...name, ...short.slice(at + 1)].every((part, index) => part === long[index]);
  });
}

function fits(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/**
 * Why two addresses that differ may still be one: only one of them names a direction or a part of the house, or they are
 * the same letters, parted differently.
 */
export function mayBeSameAddress(one: string, other: string, { spelled }: { spelled: boolean }): string | undefined {
  const [first, second] = [readWhole(one), readWhole(other)];
  if (!first || !second) return undefined;
  if (compareAddresses(one, other) === "open") return `only one of “${one}” and “${other}” names a part of the house`;
  if (doorOf(first) === doorOf(second) && samePlace(first, second))
    return `“${one}” and “${other}” may be one address, parted differently`;
  const heard = ({ street }: Address) =>
    street.map((word) => (streetTypes.has(word) || /\d/.test(word) ? word : soundOf(word)));
  const isAlike = first.number === second.number && first.unit === second.unit && samePlace(first, second);
  if (!spelled && isAlike && sameStreet(heard(first), heard(second)))
    return `“${one}” and “${other}” sound alike, and nobody spelled it`;
  const [direction, otherDirection] = [first, second].map(({ street }) => street.some(isDirection));
  const [plain, otherPlain] = [first, second].map((address) =>
    showAddress({ ...address, street: address.street.filter((word) => !isDirection(word)) }),
  );
  return direction !== otherDirection && compareAddresses(plain ?? "", otherPlain ?? "") === "same"
    ? `only one of “${one}” and “${other}” has a direction`
    : undefined;
}

/** An apartment or a town that was booked, but not given with the street. */
export function addedToAddress(given: string, booked: string, said: string): string | undefined {
  const [first, second] = [readWhole(given), readWhole(booked)];
  if (!first || !second) return undefined;
  const { unit, city, ...rest } = second;
  const isNewUnit = unit !== undefined && first.unit === undefined;
  const isNewCity = city !== undefined && first.city === undefined && !foldWord(said).includes(city);
  if (!isNewUnit && !isNewCity) return undefined;
  const plain = { ...rest, ...(unit && !isNewUnit ? { unit } : {}), ...(city && !isNewCity ? { city } : {}) };
  return compareAddresses(given, showAddress(plain)) === "same" ? `“${booked}” is more than “${given}”` : undefined;
}

/** House, unit and street without their spaces: "12B" and "12, unit B", "Hill Crest" and "Hillcrest". */
function doorOf({ number, unit = "", street }: Address): string {
  const names = street.slice(0, -1).map((word) => longForms.get(word) ?? word);
  return `${number}${unit} ${names.join("")}${street.at(-1)}`;
}

const longForms: ReadonlyMap<string, string> = new Map(
  [...streetTypes].filter(([long, short]) => long !== short).map(([long, short]) => [short, long]),
);
const isDirection = (word: string) => shortDirections.has(word);

/** Every street address in a text: a house number, and a street that its words or the question make certain. */
export function findAddresses(text: string, context: FindContext): FoundValue[] {
  const tokens = tokensOf(text);
  const capitals = usesCapitals(tokens);
  const addresses = readAll(tokens, (at) => {
    const read = readAddress(tokens, at, { whole: false });
    return read && isAddress(tokens, read, { ...context, capitals }) ? read : undefined;
  });
  return addresses.map((read) => {
    const found = foundAt(text, tokens, read, showAddress(read.address));
    // The ZIP code is left for other kinds: it may be a slot of its own.
    return { ...found, end: tokens[(read.zipAt ?? read.next) - 1]?.end ?? found.end };
  });
}

function isAddress(
  tokens: readonly Token[],
  { at, next, address, evidence, upper }: ReadAddress,
  { asked, known, capitals }: FindContext & { capitals: boolean },
): boolean {
  // "two dogs in the yard"
  if (evidence === "name" && !upper && tokens.slice(at, next).some(isCounted)) return false;
  if (asked) return true;
  const small = address.number.length === 1 && tokens[at]?.kind === "word";
  if (evidence === "type") return !small || isLedIn(tokens, at);
  if (known !== undefined && sharesStreet(address.street, known)) return true;
  if (evidence === "direction") return capitals ? upper : isLedIn(tokens, at);
  return upper && isLedIn(tokens, at);
}

/** "at 4210 Lamar", "the address is 4210 Lamar" */
function isLedIn(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - 3), at).some(({ word }) => /^(?:at|address|addresses)$/.test(word));
}

/** Whether a street has the name of the known one, whatever else differs. */
function sharesStreet(street: readonly string[], known: string): boolean {
  const names = street.filter((word) => !directions.has(word));
  return names[0] !== undefined && ` ${known.replace(",", " ")} `.includes(` ${names[0]} `);
}
