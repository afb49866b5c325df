import { type Token, tokensOf } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { numbersIn } from "../numbers/digit-run.ts";
import { readWhole } from "./address.ts";
import { type Address, readUnit, showAddress } from "./read-address.ts";
import { readStreet } from "./read-street.ts";
import { directions, shortDirections, streetTypes } from "./street-words.ts";

/**
 * A known address as a later line completes or corrects it: "apartment 4", "no, 4120, not 4210", "it's North Lamar".
 * Undefined if the line changes nothing of it.
 */
export function reviseAddress(known: string, line: string, { corrects }: { corrects: boolean }): string | undefined {
  const address = readWhole(known);
  if (!address) return undefined;
  const tokens = tokensOf(line);
  const change =
    unitOf(tokens) ??
    directionOf(tokens, address) ??
    streetOf(tokens, address, corrects) ??
    (corrects ? numberOf(tokens, address) : undefined);
  return change && showAddress({ ...address, ...change });
}

function unitOf(tokens: readonly Token[]): Partial<Address> | undefined {
  for (const at of tokens.keys()) {
    // "the number is 4120" is about the house.
    const unit = tokens[at]?.word === "number" || isNegated(tokens, at) ? undefined : readUnit(tokens, at);
    if (unit) return { unit: unit.unit };
  }
  return undefined;
}

/** Only a direction, as an answer to one: "west", "no, it's west". */
function directionOf(tokens: readonly Token[], { street }: Address): Partial<Address> | undefined {
  const words = tokens.filter(
    ({ kind, word }) => kind !== "mark" && !/^(?:no|nope|it's|that's|its|uh|um|actually)$/.test(word),
  );
  const direction = words.length === 1 ? directions.get(words[0]?.word ?? "") : undefined;
  if (direction === undefined) return undefined;
  return { street: [direction, ...(shortDirections.has(street[0] ?? "") ? street.slice(1) : street)] };
}

/** A street without a number, known by its direction or type; where only the direction is new, the type stays. */
function streetOf(tokens: readonly Token[], { street }: Address, corrects: boolean): Partial<Address> | undefined {
  for (const at of tokens.keys()) {
    const read = isNegated(tokens, at) ? undefined : readStreet(tokens, at);
    if (!read || read.evidence === "name") continue;
    const isSameName = read.words.some((word) => street.includes(word) && word.length > 2);
    // "Off Birch Court" tells where.
    const isWhole = read.evidence === "type" && (tokens[at - 1]?.kind ?? "mark") === "mark";
    if (corrects ? !isSameName && !read.upper : !isWhole || !street.includes(read.words[0] ?? "")) continue;
    const type = street.at(-1) ?? "";
    const keepsType = !streetTypes.has(read.words.at(-1) ?? "") && streetTypes.has(type);
    return { street: keepsType ? [...read.words, type] : read.words };
  }
  return undefined;
}

/** "Not before ten" is about the time. */
const tellsHour = /^(?:before|after|until|till|by|around|past)$/;

/** A house number, or part of one that the caller takes back: "4120, not 4210". */
function numberOf(tokens: readonly Token[], { number }: Address): Partial<Address> | undefined {
  const numbers = numbersIn(tokens).filter(({ at }) => !tellsHour.test(tokens[at - 1]?.word ?? ""));
  const said = numbers.filter(({ negated }) => !negated).map(({ digits }) => digits);
  // "Fifty, five zero, thirteen fifty": what is said to explain the number is an end of it.
  const whole = said.find((one) => said.every((part) => one.startsWith(part) || one.endsWith(part)));
  const joined = said.filter((part, index) => part !== said[index - 1]).join("");
  const right = whole ?? (joined === number ? number : said[0]);
  const wrong = numbers.find(({ negated }) => negated)?.digits;
  if (right === undefined || right.length > 6) return undefined;
  // "No, forty" of 440: its end, or another number.
  const isEnd = right !== number && (number.startsWith(right) || number.endsWith(right));
  const plausible = wrong === number || (right.length >= number.length - 1 && !isEnd);
  return plausible ? { number: right } : undefined;
}
