import type { SlotComparison } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import { readAll } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { addedToAddress, compareAddresses, findAddresses, mayBeSameAddress, readWhole } from "../address/address.ts";
import { type Address, readUnit, showAddress } from "../address/read-address.ts";
import { readStreet } from "../address/read-street.ts";
import { directions, streetTypes } from "../address/street-words.ts";
import { answerOf } from "../answers/answers.ts";
import { builtInSlots } from "../asks/built-in.ts";
import { opensWithHomophone, readRun, readTight } from "../numbers/digit-run.ts";
import { type AddressEntry, take } from "./address-fold.ts";
import { type AddressPart, partsIn } from "./address-parts.ts";
import { doubt, type HeardLine, isCorrected, isTakenBack, type KindClaims } from "./clauses.ts";
import { winnerOf } from "./roles.ts";

/** Whether a booked address is the one that the caller's lines come to. */
function weighAddress(value: string, lines: readonly HeardLine[]): "same" | "different" | undefined {
  const booked = readWhole(value);
  const entries: AddressEntry[] = [];
  const winner = booked && claimedAddress(lines, entries, booked.city);
  if (!winner) return undefined;
  const given = showAddress(winner.address as Address);
  const shown = showAddress(booked);
  const said = lines.map(({ text }) => text).join("\n");
  const comparison = compareAddresses(given, shown);
  if (winner.hasNoUnit && booked.unit !== undefined) return "different";
  if (comparison === "same")
    return addedToAddress(given, shown, said) === undefined && namesUnits(value, said) ? "same" : undefined;
  if (comparison === "open") return undefined;
  // What is booked in the caller's own words, and what nobody put right, may be what they meant.
  const words = tokensOf(said);
  const isTown = booked.city === undefined || winner.address.city === undefined || booked.city === winner.address.city;
  const isNamed =
    isTown &&
    booked.state === winner.address.state &&
    booked.street.every((word) => words.some((one) => one.word === longest(word) || one.word === word)) &&
    numbersOfTokens(words).some((digits) => digits.includes(booked.number));
  const isSettled =
    entries.length > 1 ||
    isCorrected(words, { at: 0, next: words.length }, { sure: true }) ||
    /\bnot\b|n't\b|\.\.\.|\bpardon\b|\bspelled\b/i.test(said) ||
    winner.isSpelled;
  if (isNamed && !isSettled && booked.unit === winner.address.unit) return undefined;
  const isOpen = mayBeSameAddress(given, shown, { spelled: winner.isSpelled === true }) !== undefined;
  const isAdded = addedToAddress(given, shown, said) !== undefined;
  return isOpen || isAdded ? undefined : "different";
}

/** Whether a building and a unit are called what the caller calls them: "building C, unit 12" is not the other way round. */
function namesUnits(value: string, said: string): boolean {
  const [booked, named] = [value, said].map((text) => {
    const tokens = tokensOf(text);
    return readAll(tokens, (at) => readUnit(tokens, at)).map(
      ({ at, unit }) => [tokens[at]?.word.slice(0, 1), unit] as const,
    );
  });
  if (!booked || !named || booked.length < 2) return true;
  return booked.every(
    ([label, unit]) =>
      label === "#" ||
      !named.some((one) => one[1] === unit && one[0] !== label) ||
      named.some((one) => one[0] === label && one[1] === unit),
  );
}

/** The address that the caller's lines come to. Undefined if nobody can tell. */
function addressGiven(lines: readonly HeardLine[]): string | undefined {
  const winner = claimedAddress(lines);
  return winner && showAddress(winner.address as Address);
}

/** `town`: one that may be named without a word that tells what it is. */
function claimedAddress(
  lines: readonly HeardLine[],
  entries: AddressEntry[] = [],
  town?: string,
): AddressEntry | undefined {
  for (const line of lines) {
    const text = line.text.replaceAll("’", "'");
    if (twoWays.test(text) || opensWithHomophone(tokensOf(text))) return undefined;
    if (!hearLine(entries, text, line.question, town)) return undefined;
  }
  const whole = entries.filter(({ address }) => address.number !== undefined && address.street !== undefined);
  const winner = winnerOf(
    whole,
    (one, other) =>
      String(one.address.number) === String(other.address.number) && compare(one.address, other.address) === "same",
    true,
  );
  return winner;
}

const longest = (word: string) => [...streetTypes, ...directions].find(([, short]) => short === word)?.[0] ?? word;

const numbersOfTokens = (tokens: readonly Token[]) =>
  readAll(tokens, (at) => readRun(tokens, at)).map(({ digits }) => digits);

const compare = (one: Partial<Address>, other: Partial<Address>): SlotComparison =>
  compareAddresses(showAddress(one as Address), showAddress(other as Address));

/** "One twenty first street" may be number 1 or number 120. */
const twoWays =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|hundred|thousand|twelve|eleven|oh|\d+) (?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b/i;

const doubts =
  /\b(?:unless|maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember|recall)|guess(?:ing)?|either|swap\w*|revers\w*|same (?:as|but)|except|opposite)\b|something\b/;

/** A part of a house that has no number, or a word with a letter: "back house", "stable B". */
const inHouse =
  /\b(?:lower|upper|back|rear|front|top|bottom|left|right|side|main|guest)[ -](?:level|house|unit|half|flat|door|building|apartment|cottage|hand)\b|\b(?:in|round|around|at|on) (?:the )?(?:back|rear)\b(?! (?:yard|of|seat|door|lot|garden|porch|alley|driveway|deck)\b)/;

const names = /\b(?:address|street|road|apartment|apt|unit|suite|house|number|building|floor|lane|avenue|drive)\b/i;

const known2 = /^(?:as|for|like|letter|with|and|double|capital|plus|avenue|street)$/;

/** Takes in a line. False if it says something of the address that is not read. */
function hearLine(entries: AddressEntry[], text: string, question: string, town: string | undefined): boolean {
  const tokens = tokensOf(text);
  const words = wordsOf(tokens, { at: 0, next: tokens.length });
  const asked =
    question.split(/(?<=[.?!])/).some((sentence) => builtInSlots.address.asks(sentence)) ||
    /\b(?:unit|apartment|suite|street|house number|which (?:house|building|street)|where)\b/i.test(question);
  const last = entries.at(-1);
  const isBegun = last !== undefined && !(last.address.number && last.address.street);
  const lastQuestion = question.split(/(?<=[.?!]) /).findLast((one) => one.includes("?")) ?? question;
  const [told = []] = [lastQuestion, question]
    .map((one) => findAddresses(one, { by: "agent", asked: false }))
    .filter(({ length }) => length > 0);
  const known = last?.address.street && last.address.number ? showAddress(last.address as Address) : undefined;
  const wholes = findAddresses(text, { by: "caller", asked: asked || isBegun, known }).filter(
    ({ value }) => !/^\S+ [a-z]$/.test(value),
  );
  const isAbout = asked || isBegun || told.length > 0 || wholes.length > 0 || (last !== undefined && names.test(words));
  if (!isAbout) return true;
  const parts = partsIn(tokens, wholes, { question, entries, told: told.map(({ value }) => value), town });
  if (parts.length === 0) {
    const [offer, ...others] = told;
    const answer = offer && others.length === 0 ? answerOf(text, question) : "none";
    if (answer === "yes" && !last)
      entries.push({ address: readWhole(offer?.value ?? "") ?? {}, role: "own", isPut: false });
    const isDenied =
      answer === "no" && known !== undefined && compareAddresses(known, offer?.value ?? "") !== "different";
    return !isDenied && !(doubts.test(words) && asked) && !/\bwrong\b/.test(words);
  }
  const isOr = parts.some(
    ({ at }, index) => index > 0 && /(?:^|, )or\b/.test(wordsOf(tokens, { at: parts[index - 1]?.next ?? 0, next: at })),
  );
  const isLettered = tokens.some(({ kind, word, text: letter }, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const isNoun =
      before?.kind === "word" && before.word.length > 2 && !known2.test(before.word) && !readTight(tokens, at - 1);
    return (
      kind === "word" &&
      /^[b-hj-npqt-z]$/i.test(letter) &&
      word.length === 1 &&
      isNoun &&
      after?.kind !== "word" &&
      !parts.some((part) => at >= part.at && at < part.next)
    );
  });
  const end = parts.at(-1);
  const behind = wordsOf(tokens, { at: end?.next ?? 0, next: tokens.length });
  const isBare = !/\w/.test(
    behind.replace(/\b(?:no|nope|wait|sorry|hang on|hold on|uh|um|actually|scratch that)\b/g, ""),
  );
  if (isBare && isTakenBack(behind) && !parts.some(({ isPut }) => isPut)) return false;
  if (
    doubt.test(text) ||
    isLettered ||
    doubts.test(words) ||
    isOr ||
    (inHouse.test(words) && !parts.some(({ sort }) => sort === "letters"))
  )
    return false;
  const isAnswer = told.length > 0 || asked;
  // "House number on Yarrow Lane?"
  const inQuestion = tokensOf(question);
  const street = last
    ? undefined
    : readAll(inQuestion, (at) => readStreet(inQuestion, at)).find(({ evidence }) => evidence === "type");
  if (street && parts.every(({ sort }) => sort === "number"))
    entries.push({ address: { street: street.words }, role: "own", isPut: false });
  // "Not 4210, 4120"
  const isOut = ({ role }: AddressPart) => role === "out";
  const isKnownOut = parts.some(
    (one) => isOut(one) && one.sort === "number" && one.address.number === last?.address.number,
  );
  for (const part of parts) part.isPut ||= isKnownOut && part.sort === "number";
  const ordered = [...parts.filter((part) => !isOut(part)), ...parts.filter(isOut)];
  return ordered.every((part) =>
    take(entries, part, { isAnswer, told: told.length === 1 ? told[0]?.value : undefined }),
  );
}

export const addressClaims: KindClaims = {
  weigh: weighAddress,
  stands(lines) {
    const value = addressGiven(lines);
    return value === undefined ? undefined : [value];
  },
};
