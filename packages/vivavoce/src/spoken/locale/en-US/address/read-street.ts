import { phraseAt, phrasesFor, wordMap, wordSet } from "../../../text/reading.ts";
import { startsUpper, type Token, wordsAt } from "../../../text/tokens.ts";
import { ordinalOf, pastHyphen, readOrdinal } from "../numbers/digit-group.ts";
import { readTight } from "../numbers/digit-run.ts";
import { readHalf } from "../time/read-clock.ts";
import { isMeasure } from "../time/scan-times.ts";
import { directions, nameWords, roadPrefixes, states, streetTypes, unitWords } from "./street-words.ts";

/** How sure it is that the words are a street: by its type ("Lane"), by a direction ("South …"), or not at all. */
export type StreetEvidence = "type" | "direction" | "name";

interface ReadStreet {
  words: string[];
  next: number;
  evidence: StreetEvidence;
  /** Whether its first word is written with a capital. */
  upper: boolean;
}

interface Part {
  kind: "direction" | "type" | "prefix" | "name";
  word: string;
  /** Left out for figures, which have no capitals. */
  upper?: boolean;
  next: number;
}

const mostParts = 7;
const mostPlainNames = 3;
const never = wordSet(
  "hundred thousand and or is it it's i i'm the to my in at on for from with of but so that that's please thanks thank yeah yes no not near by off behind right correct today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday am pm zip you we do does can what okay ok hello will be code noon between was were are have has instead if then which where when area works something er uh um",
);

/** Reads the street that begins at a place, behind the house number. */
export function readStreet(tokens: readonly Token[], at: number): ReadStreet | undefined {
  // "ten A M" is an hour.
  const isNamed = /^(?:st|ave|rd|ct|ln|blvd|pl|cir|ter)$/.test(streetTypes.get(tokens[at + 1]?.word ?? "") ?? "");
  if ((isMeasure(tokens[at]) && !isNamed) || readHalf(tokens, at)) return undefined;
  const parts = readParts(tokens, at);
  const [first, second] = parts;
  if (!first) return undefined;
  const typed = typedEnd(parts);
  if (typed > 0) return streetOf(parts.slice(0, typed), "type");
  const lead = first.kind === "direction" || /^(?:old|new)$/.test(first.word) ? 1 : 0;
  if (parts[lead]?.kind === "prefix" && /^\d/.test(parts[lead + 1]?.word ?? "")) {
    const trailing = parts[lead + 2]?.kind === "direction" ? 1 : 0;
    return streetOf(parts.slice(0, lead + 2 + trailing), "type");
  }
  if (first.kind === "direction") return second ? streetOf(plainNames(parts, 1), "direction") : undefined;
  const named = plainNames(parts, 0);
  return named.length > 0 ? streetOf(named, "name") : undefined;
}

/** Where a street ends that has a type: behind the last of the types that follow its name, and a direction after it. */
function typedEnd(parts: readonly Part[]): number {
  // "Avenue B"
  if (parts[0]?.kind === "type" && /^[a-z]$/.test(parts[1]?.word ?? "")) return 2;
  let end = parts.findIndex(({ kind }, index) => kind === "type" && index > 0) + 1;
  if (end === 0) return 0;
  while (parts[end]?.kind === "type") end += 1;
  return parts[end]?.kind === "direction" ? end + 1 : end;
}

/** The words of a name without a type; written with capitals, where the first of them is. */
function plainNames(parts: readonly Part[], from: number): Part[] {
  const names = parts.slice(from, from + mostPlainNames);
  const upper = names.find((part) => part.upper !== undefined)?.upper;
  const end = names.findIndex(
    (part, index) => (part.upper !== undefined && part.upper !== upper) || (index > 0 && part.kind === "prefix"),
  );
  return [...parts.slice(0, from), ...(end === -1 ? names : names.slice(0, end))];
}

function streetOf(parts: readonly Part[], evidence: StreetEvidence): ReadStreet {
  const words = parts.map(({ word, kind }, index) =>
    // "St Johns" at the front is a saint, not a street.
    kind === "type" && parts.length > 1 && (index === 0 || (index === 1 && parts[0]?.kind === "direction"))
      ? (fronts.get(word) ?? word)
      : word,
  );
  return {
    words,
    next: parts.at(-1)?.next ?? 0,
    evidence,
    upper: parts.find((part) => part.upper !== undefined)?.upper ?? true,
  };
}

/** What the short form of a type means in front of a name. */
const fronts = wordMap("st saint, dr doctor");

function readParts(tokens: readonly Token[], at: number): Part[] {
  const parts: Part[] = [];
  let next = at;
  while (parts.length < mostParts) {
    const part = readFigure(tokens, next, parts.at(-1)) ?? readWord(tokens, next, parts.at(-1));
    if (!part) return parts;
    parts.push(part);
    next = skipMark(tokens, part);
  }
  return parts;
}

/** A full stop behind a short form, or the hyphen of "I-35", does not end a street. */
function skipMark(tokens: readonly Token[], { next }: Part): number {
  const mark = tokens[next];
  const after = tokens[next + 1];
  const short = (tokens[next - 1]?.text.length ?? 9) <= 4;
  if (mark?.text === "." && !mark.gap && short && after && after.kind !== "mark") return next + 1;
  return mark?.text === "-" && !mark.gap && after && !after.gap ? next + 1 : next;
}

/** "6th", or the number of a road: "Highway 71". */
function readFigure(tokens: readonly Token[], at: number, before: Part | undefined): Part | undefined {
  const ordinal = readOrdinal(tokens, at);
  if (ordinal) {
    const half = wordsAt(tokens, ordinal.next, ["and", "a", "half"]);
    const word = `${ordinalOf(ordinal.digits)}${half ? " and a half" : ""}`;
    return { kind: "name", word, next: ordinal.next + (half ? 3 : 0) };
  }
  const road = before?.kind === "prefix" || before?.word === "hwy" || before?.word === "rd";
  const number = road ? readTight(tokens, at) : undefined;
  return number && { kind: "name", word: number.digits, next: number.next };
}

function readWord(tokens: readonly Token[], at: number, before: Part | undefined): Part | undefined {
  const token = tokens[at];
  if (token?.kind !== "word") return undefined;
  const word = token.word.replace(/'/g, "");
  const part = { upper: startsUpper(token), next: at + 1 };
  const opens = !before || before.kind === "direction" || /^(?:old|new)$/.test(before.word);
  const road = opens ? readRoad(tokens, at) : undefined;
  if (road) return { ...part, kind: "prefix", ...road };
  if (opens && isInterstate(tokens, at)) return { ...part, kind: "prefix", word };
  if (never.has(token.word) || never.has(word) || unitWords.has(word)) return undefined;
  // A state's full name belongs to what follows the street.
  if (before && states.has(word) && states.get(word) !== word) return undefined;
  const direction = directions.get(word);
  if (direction) return { ...part, kind: "direction", word: direction };
  const prefix = opens ? roadPrefixes.get(word) : undefined;
  if (prefix) return { ...part, kind: "prefix", word: prefix };
  const type = streetTypes.get(word);
  return type ? { ...part, kind: "type", word: type } : { ...part, kind: "name", word: nameWords.get(word) ?? word };
}

/** "I-35" */
function isInterstate(tokens: readonly Token[], at: number): boolean {
  const hyphen = tokens[at + 1]?.text === "-" && !tokens[at + 1]?.gap && !tokens[at + 2]?.gap;
  return tokens[at]?.word === "i" && tokens[hyphen ? at + 2 : at + 1]?.kind === "digits";
}

/** Roads that have a number for a name, as they are said and written, and one short form of each. */
const roads = phrasesFor([
  ["fm", "farm to market road, farm to market, farm market road, f m road, f m, fm road, fm"],
  ["rm", "ranch to market road, ranch to market, r m, rm"],
  ["rr", "ranch road, r r, rr"],
  ["cr", "county road, county rd, c r, cr"],
  ["sh", "state highway, state hwy, s h, sh"],
  ["us", "u s highway, u s hwy, us highway, us hwy, u s, us"],
  ["sr", "state route, state rte, state road, state rd, s r, sr"],
  ["rt", "county route, us route, u s route, route, rte, rt"],
  ["i", "interstate highway, interstate, i h, ih"],
]);

/** Reads what a numbered road is: "farm to market" of "farm to market 1960". */
function readRoad(tokens: readonly Token[], at: number): { word: string; next: number } | undefined {
  const road = phraseAt(tokens, at, roads);
  return road && readTight(tokens, pastHyphen(tokens, road.next)) ? { word: road.means, next: road.next } : undefined;
}
