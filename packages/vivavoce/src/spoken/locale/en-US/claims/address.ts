import type { SlotComparison } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import { readAll, type TokenSpan } from "../../../text/reading.ts";
import { editDistance, type Token, tokensOf } from "../../../text/tokens.ts";
import { addedToAddress, compareAddresses, findAddresses, mayBeSameAddress, readWhole } from "../address/address.ts";
import { type Address, readUnit, showAddress } from "../address/read-address.ts";
import { readStreet } from "../address/read-street.ts";
import { directions, placesInHouse, shortDirections, streetTypes } from "../address/street-words.ts";
import { answerOf } from "../answers/answers.ts";
import { builtInSlots } from "../asks/built-in.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { soundOf } from "../name/may-be-same.ts";
import { noNames } from "../name/stop-words.ts";
import { opensWithHomophone, readRun, readTight } from "../numbers/digit-run.ts";
import { isCounted } from "../time/scan-times.ts";
import { clauseAt, isTakenBack } from "../weigh/clauses.ts";
import { type HeardLine, isCorrected } from "../weigh/stances.ts";
import { doubt } from "./doubt.ts";
import { isSomethingElse } from "./other-numbers.ts";
import { type Role, roleAt, winnerOf } from "./roles.ts";

/** An address that the caller gives, as far as it was said. */
interface Entry {
  address: Partial<Address>;
  role: Role;
  isPut: boolean;
  isSpelled?: boolean;
  /** The caller says that there is no unit. */
  hasNoUnit?: boolean;
}

interface Part extends TokenSpan {
  address: Partial<Address>;
  sort: "whole" | "unit" | "number" | "street" | "type" | "direction" | "letters" | "town";
  letters?: string;
  role: Role;
  isPut: boolean;
}

/** Whether a booked address is the one that the caller's lines come to. */
export function weighAddress(value: string, lines: readonly HeardLine[]): "same" | "different" | undefined {
  const booked = readWhole(value);
  if (!booked) return undefined;
  const entries: Entry[] = [];
  for (const line of lines) {
    const text = line.text.replaceAll("’", "'");
    if (twoWays.test(text) || opensWithHomophone(tokensOf(text))) return undefined;
    if (!hearLine(entries, text, line.question, booked)) return undefined;
  }
  const whole = entries.filter(({ address }) => address.number !== undefined && address.street !== undefined);
  const winner = winnerOf(
    whole,
    (one, other) =>
      String(one.address.number) === String(other.address.number) && compare(one.address, other.address) === "same",
    true,
  );
  if (!winner) return undefined;
  const given = showAddress(winner.address as Address);
  const shown = showAddress(booked);
  const said = lines.map(({ text }) => text).join("\n");
  const comparison = compareAddresses(given, shown);
  if (winner.hasNoUnit && booked.unit !== undefined) return "different";
  if (comparison === "same") return addedToAddress(given, shown, said) === undefined ? "same" : undefined;
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
function hearLine(entries: Entry[], text: string, question: string, booked: Address): boolean {
  const tokens = tokensOf(text);
  const words = wordsOf(tokens, { at: 0, next: tokens.length });
  const asked =
    question.split(/(?<=[.?!])/).some((sentence) => builtInSlots.address.asks(sentence)) ||
    /\b(?:unit|apartment|suite|street|house number|which (?:house|building|street))\b/i.test(question);
  const last = entries.at(-1);
  const isBegun = last !== undefined && !(last.address.number && last.address.street);
  const lastQuestion = question.split(/(?<=[.?!]) /).findLast((one) => one.includes("?")) ?? question;
  const told = findAddresses(lastQuestion, { by: "agent", asked: false });
  const known = last?.address.street && last.address.number ? showAddress(last.address as Address) : undefined;
  const wholes = findAddresses(text, { by: "caller", asked: asked || isBegun, known }).filter(
    ({ value }) => !/^\S+ [a-z]$/.test(value),
  );
  const isAbout = asked || isBegun || told.length > 0 || wholes.length > 0 || (last !== undefined && names.test(words));
  if (!isAbout) return true;
  const parts = partsIn(tokens, wholes, { question, entries, told: told.map(({ value }) => value), booked });
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
  return parts.every((part) => take(entries, part, { isAnswer, told: told.length === 1 ? told[0]?.value : undefined }));
}

interface Around {
  question: string;
  entries: readonly Entry[];
  told: readonly string[];
  booked: Address;
}

/** The addresses and the parts of addresses in a line, in order. */
function partsIn(
  tokens: readonly Token[],
  wholes: ReturnType<typeof findAddresses>,
  { question, entries, booked }: Around,
): Part[] {
  const parts: Part[] = [];
  const place = (start: number) => tokens.findIndex((token) => token.end > start);
  const spans = wholes.map((whole) => {
    const at = place(whole.start);
    return {
      at,
      next: tokens.findLastIndex((token) => token.start < Math.max(whole.end, whole.start + whole.text.length)) + 1,
      address: readWhole(whole.value) ?? ({} as Partial<Address>),
    };
  });
  const spelled = findSpelled(tokens);
  const town = booked.city?.split(" ") ?? [];
  const more = (from: number) => (tokens[from]?.kind === "word" && /^\p{Lu}/u.test(tokens[from]?.text ?? "") ? 1 : 0);
  const asksUnit =
    /\b(?:any|what|which|an?|the|and) (?:unit|apartment|suite|apt)\b[^?]*\?/i.test(question) &&
    !/\bhow\b/i.test(question);
  const streets = [...entries.map(({ address }) => address), ...spans.map(({ address }) => address)].flatMap(
    ({ street = [] }) => street,
  );
  for (let at = 0; at < tokens.length; at += 1) {
    const last = parts.at(-1)?.next ?? 0;
    const add = (sort: Part["sort"], next: number, address: Partial<Address>, letters?: string) => {
      const span = { at, next };
      const following = spans.find((one) => one.at >= next)?.at;
      const role = roleAt(tokens, span, { question, last, following });
      const isPut =
        isCorrected(tokens, { at: last, next: at }) ||
        (parts.length === 0 &&
          /^(?:no|nope|nah|wait|sorry|actually|oh wait)\b/.test(wordsOf(tokens, { at: 0, next: at })));
      parts.push({ ...span, sort, address, role, isPut, ...(letters ? { letters } : {}) });
      at = next - 1;
    };
    const whole = spans.find((one) => one.at === at);
    if (whole) {
      add("whole", whole.next, whole.address);
      continue;
    }
    const run = spelled.find((one) => one.at === at);
    if (run) {
      if (run.letters.length > 2 || run.letters.length === 2) add("letters", run.next, {}, run.letters);
      continue;
    }
    const token = tokens[at];
    if (!token || token.kind === "mark") continue;
    const before = wordsOf(tokens, { at: Math.max(0, at - 3), next: at });
    const isLandmark = landmark.test(before);
    const isBehind = parts.at(-1)?.sort === "whole" && at - last < 2;
    const unit = token.word === "number" && !isBehind ? undefined : readUnit(tokens, at);
    if (unit && !/^(?:space|level|box|door|room|building|house|floor|wing|tower)\d*$/.test(unit.unit)) {
      add("unit", unit.next, { unit: unit.unit });
      continue;
    }
    if (/^(?:unit|apartment|suite)$/.test(token.word) && /\b(?:no|not an?|isn't an?|without an?)$/.test(before)) {
      add("unit", at + 1, { unit: "" });
      continue;
    }
    const number = readTight(tokens, at);
    const street = !number && !noNames.has(token.word) ? readStreet(tokens, at) : undefined;
    if (
      street &&
      (street.evidence === "type" ||
        streets.some((word) => street.words.includes(word) && word.length > 2 && !streetTypes.has(word)))
    ) {
      if (!isLandmark) add("street", street.next, { street: street.words });
      else at = street.next - 1;
      continue;
    }
    const letter = number && tokens[number.next];
    if (number && asksUnit && spans.length === 0 && number.digits.length < 5) {
      const isLettered = letter?.kind === "word" && letter.word.length === 1;
      add("unit", number.next + (isLettered ? 1 : 0), { unit: number.digits + (isLettered ? letter.word : "") });
      continue;
    }
    if (number) {
      const span = { at, next: number.next };
      const isOther =
        isSomethingElse(tokens, span) ||
        isCounted(tokens[number.next]) ||
        (number.digits.length < 2 && entries.length > 0 && !/\b(?:number|it's|at)$/.test(before)) ||
        labelled.test(before);
      if (!isOther && number.digits.length < 7 && !(number.digits.length === 1 && /^(?:one|oh|two)$/.test(token.word)))
        add("number", number.next, { number: number.digits });
      else at = number.next - 1;
      continue;
    }
    const direction = token.word.length > 2 ? directions.get(token.word) : undefined;
    if (
      direction &&
      !isLandmark &&
      !/^(?:of|side|end|bound)$/.test(tokens[at + 1]?.word ?? "") &&
      !/\b(?:in|the)$/.test(before)
    ) {
      add("direction", at + 1, { street: [direction] });
      continue;
    }
    const type = streetTypes.get(token.word.replace(/'s$/, ""));
    if (
      type &&
      !isLandmark &&
      token.word.length > 2 &&
      /(?:\b(?:the|a|it's|not|as in|is)|,)$/.test(before) &&
      !/^(?:of|from|over|down|and)$/.test(tokens[at + 1]?.word ?? "")
    ) {
      add("type", at + 1, { street: [type] });
      continue;
    }
    if (placesInHouse.has(token.word)) {
      const isOwn = /\b(?:i'm|we're|i live|we live|it's|come|go)\b/.test(
        wordsOf(tokens, { at: clauseAt(tokens, at), next: at }),
      );
      if (isBehind || isOwn) add("unit", at + 1, { unit: token.word });
    } else if (town.every((word, index) => tokens[at + index]?.word === word) && town.length > 0)
      add("town", at + town.length, { city: town.join(" ") });
    else if (/\bin$/.test(before) && /^\p{Lu}/u.test(token.text) && !noNames.has(token.word))
      add("town", at + 1 + more(at + 1), { city: wordsOf(tokens, { at, next: at + 1 + more(at + 1) }) });
  }
  return parts;
}

const landmark =
  /\b(?:near|by|off|off of|behind|across(?: from)?|next to|close to|between|past|around|opposite|corner of|cross street is|from)(?: the)?$/;
const labelled =
  /\b(?:exit|route|highway|interstate|marker|gate|code|buzzer|room|box|zip|about|since|for|after|before|until|till|by|around|every)(?:'s| is)?$/;

/** Takes a part into the address that it belongs to. False if nobody can tell what it changes. */
function take(
  entries: Entry[],
  part: Part,
  { isAnswer, told }: { isAnswer: boolean; told: string | undefined },
): boolean {
  const { sort, role, isPut, address } = part;
  const last = entries.at(-1);
  const isOut = role === "out";
  const change = (more: Partial<Address>, also: Partial<Entry> = {}) => {
    if (last) entries[entries.length - 1] = { ...last, ...also, address: { ...last.address, ...more } };
    else entries.push({ address: more, role: isOut ? "own" : role, isPut: false, ...also });
    return true;
  };
  if (sort === "whole") {
    const isRest = last && (last.address.street === undefined || last.address.number === undefined);
    if (isRest && !isOut) return change(address);
    entries.push({ address, role, isPut: isPut && last !== undefined && !isOut });
    return true;
  }
  const offered = told === undefined ? undefined : readWhole(told);
  if (!last && offered && (isPut || sort === "unit")) entries.push({ address: offered, role: "own", isPut: false });
  const base = entries.at(-1)?.address;
  const settle = (more: Partial<Address>) => {
    const one = entries.at(-1);
    if (!one) return change(more);
    entries[entries.length - 1] = { ...one, address: { ...one.address, ...more } };
    return true;
  };
  switch (sort) {
    case "unit": {
      if (address.unit === "") {
        const one = entries.at(-1);
        if (one) entries[entries.length - 1] = { ...one, hasNoUnit: true };
        return true;
      }
      if (isOut || role === "other") return base?.unit !== address.unit;
      if (base?.unit === undefined || isPut) return settle({ unit: address.unit ?? "" });
      return base.unit === address.unit ? true : settle({ unit: [base.unit, address.unit].toSorted().join(" #") });
    }
    case "number": {
      const { number = "" } = address;
      if (isOut) return base?.number !== number;
      if (base?.number === undefined) return settle({ number });
      // "It's eleven", "oh five"
      if (base.street === undefined && !isPut) return settle({ number: base.number + number });
      if (
        base.number === number ||
        base.number.endsWith(number) ||
        base.number.startsWith(number) ||
        base.street?.some((word) => word.startsWith(number))
      )
        return true;
      return isPut && number.length > 1 ? settle({ number }) : role === "other" || !isAnswer;
    }
    case "street":
    case "direction":
    case "type":
      return takeStreet(part, base, isAnswer, settle);
    case "letters":
      return takeLetters(entries, part);
    case "town":
      return !isOut && (base?.city === undefined || base.city.includes(address.city ?? ""))
        ? base?.city !== undefined || settle({ city: address.city ?? "" })
        : base?.city === undefined || !base.city.includes(address.city ?? "");
    default:
      return true;
  }
}

function takeStreet(
  { sort, role, isPut, address }: Part,
  base: Partial<Address> | undefined,
  isAnswer: boolean,
  settle: (more: Partial<Address>) => boolean,
): boolean {
  const { street = [] } = address;
  const known = base?.street;
  const isOut = role === "out";
  if (known === undefined) return isOut ? true : sort === "street" ? settle({ street }) : true;
  if (sort === "street") {
    const same = street.every((word) => known.includes(word));
    if (isOut) return !same;
    if (same) return true;
    // "Walnut Circle, not Street"
    if (street.some((word) => known.includes(word) && word.length > 2 && !streetTypes.has(word)))
      return settle({ street });
    if (!isPut && !isAnswer) return role === "other" || role === "theirs";
    const type = known.at(-1) ?? "";
    const keeps = !streetTypes.has(street.at(-1) ?? "") && streetTypes.has(type);
    const heads = !shortDirections.has(street[0] ?? "") && shortDirections.has(known[0] ?? "");
    return isPut && settle({ street: [...(heads ? known.slice(0, 1) : []), ...street, ...(keeps ? [type] : [])] });
  }
  const [word = ""] = street;
  if (known.includes(word)) return !isOut;
  if (isOut || role === "other" || role === "theirs") return true;
  if (sort === "direction") {
    if (!isPut && !isAnswer) return false;
    return settle({ street: [word, ...(shortDirections.has(known[0] ?? "") ? known.slice(1) : known)] });
  }
  return streetTypes.has(known.at(-1) ?? "")
    ? isPut && settle({ street: [...known.slice(0, -1), word] })
    : settle({ street: [...known, word] });
}

/** Letters that spell a word of the street. */
function takeLetters(entries: Entry[], { letters = "", role }: Part): boolean {
  const last = entries.at(-1);
  if (role === "out" || !last) return role === "out";
  const { street = [], city } = last.address;
  const near = street
    .map((word, at) => ({ at, off: editDistance(word, letters), sounds: soundOf(word) === soundOf(letters) }))
    .filter(({ off, sounds }) => sounds || off <= letters.length / 2)
    .toSorted((one, other) => one.off - other.off);
  const [best] = near;
  if (!best)
    return (
      city?.replaceAll(" ", "") === letters ||
      street.join("") === letters ||
      /^(?:ac|hvac|tv|pm|am|ok|po)$/.test(letters)
    );
  entries[entries.length - 1] = {
    ...last,
    isSpelled: true,
    address: { ...last.address, street: street.with(best.at, letters) },
  };
  return true;
}
