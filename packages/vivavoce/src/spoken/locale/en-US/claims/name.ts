import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import { editDistance, startsUpper, type Token, tokensOf, usesCapitals } from "../../../text/tokens.ts";
import { asksLastName, builtInSlots } from "../asks/built-in.ts";
import { findSpelled, readHint } from "../letters/spelled-letters.ts";
import { mayBeSameName, soundOf } from "../name/may-be-same.ts";
import { compareNames, normaliseName, putSpelling } from "../name/name.ts";
import { plainWords } from "../name/plain-words.ts";
import { noNames, relatives, titles } from "../name/stop-words.ts";
import { clauseAt } from "../weigh/clauses.ts";
import { type HeardLine, isCorrected } from "../weigh/stances.ts";
import { type Role, winnerOf } from "./roles.ts";

/** Somebody whom the caller names. */
interface Person {
  words: string[];
  /** The words that were spelled. */
  spelled: string[];
  hints: ((name: string) => boolean)[];
  /** The words that were said to be the first or the last name. */
  first?: string;
  last?: string;
  role: Role;
  isPut: boolean;
  /** A word of it was put right. */
  isChanged?: boolean;
}

/** Words one behind the other that may be a name, and what stands around them. */
interface Group extends TokenSpan {
  words: string[];
  role: Role;
  isPut: boolean;
  label: "first" | "last" | undefined;
}

/** Somebody may go by either name. */
const nicknames = /\b(?:known as|calls? me|go(?:es)? by)\b/;
const doubts = /\b(?:known as|calls? me|either|or|unless|maybe|not sure|goes by|go by)\b/;

/** Whether a booked name is the one that the caller's lines come to. */
export function weighName(value: string, lines: readonly HeardLine[]): "same" | "different" | undefined {
  const booked = normaliseName(value)?.split(" ") ?? [];
  if (booked.length === 0) return undefined;
  const persons: Person[] = [];
  for (const line of lines) if (!hearLine(persons, booked, line)) return undefined;
  const said = lines.map(({ text }) => text.toLowerCase()).join(" . ");
  if (nicknames.test(said) || (doubts.test(said) && persons.length > 1)) return undefined;
  const isSame = (one: Person, other: Person) => isIn(one.words, other.words) || isIn(other.words, one.words);
  const mine = /\b(?:ask for me|put me|use mine|it's for me|under me|under mine|use me|to me)\b/.test(said);
  const turned = persons.map(
    (one): Person => ({
      ...one,
      role: one.role === "own" && mine ? "chosen" : mine && one.role === "chosen" ? "theirs" : one.role,
    }),
  );
  const winner = winnerOf(turned, isSame, true);
  const verdict = winner && compare(winner, booked, persons.length === 1 && !winner.isChanged ? said : undefined);
  // "Anna with one N", and a caller who names their company as well
  if (verdict === "same" && /\bwith one\b/.test(said) && !isIn(booked, winner?.words ?? [])) return undefined;
  const isOwn = booked.length > 1 && persons.some(({ role, words }) => role === "own" && isIn(booked, words));
  return verdict === "different" && isOwn && persons.length > 1 && !persons.some(({ isPut }) => isPut)
    ? undefined
    : verdict;
}

const isIn = (some: readonly string[], others: readonly string[]) => some.every((word) => others.includes(word));

const isAlike = (one: string, other: string) =>
  one === other || soundOf(one) === soundOf(other) || mayBeSameName(one, other, { spelled: false }) !== undefined;

function compare({ words, spelled, hints, first, last }: Person, booked: readonly string[], said: string | undefined) {
  if (words.some((word) => word.length < 2)) return undefined;
  const left = [...words];
  const open: string[] = [];
  for (const name of booked) {
    const at = left.findIndex(
      (word) =>
        compareNames(word, name) === "same" ||
        (hints.length > 0 &&
          (isAlike(word, name) || editDistance(word, name) < 2) &&
          hints.some((fits) => fits(name) && !fits(word))),
    );
    if (at === -1) open.push(name);
    else left.splice(at, 1);
  }
  const isHinted = hints.every((fits) => booked.some((name) => fits(name)));
  const isFlipped =
    booked.length > 1 &&
    ((first !== undefined && booked.at(-1) === first && booked[0] !== first) ||
      (last !== undefined && booked[0] === last && booked.at(-1) !== last));
  if (open.length === 0)
    return (!isHinted && spelled.length === 0) || isFlipped
      ? "different"
      : booked.length <= words.length
        ? "same"
        : undefined;
  // A part of a name that nobody gave, or one that is written together.
  if (booked.join("") === words.join("")) return spelled.length > 0 ? undefined : undefined;
  if (left.length === 0) return undefined;
  const settled = (word: string) =>
    spelled.includes(word) || spelled.some((one) => one.includes(word)) || (hints.length > 0 && !isHinted);
  const isSaid = (name: string) => said?.split(/[^\p{L}]+/u).includes(name) === true;
  const isOther = open.some((name) => left.every((word) => settled(word) || (!isAlike(word, name) && !isSaid(name))));
  const isNear = open.every(
    (name) => left.some((word) => word.startsWith(name) || name.startsWith(word)) && !spelled.length,
  );
  return isOther && !isNear ? "different" : undefined;
}

/** Takes in a line. False if it says something of a name that is not read. */
function hearLine(persons: Person[], booked: readonly string[], { text, question }: HeardLine): boolean {
  const tokens = tokensOf(text.replaceAll("’", "'"));
  const asked = builtInSlots.name.asks(question) || /\bspell|\bnames?\b|\bwho\b/i.test(question);
  const isHint = (at: number) => [at - 2, at - 1, at].some((from) => readHint(tokens, from) !== undefined);
  // "Kathy with a C, C-A-T-H-Y"
  const rows = findSpelled(tokens).map((run) => {
    const end = [run.at - 2, run.at - 1].flatMap((from) => readHint(tokens, from)?.next ?? [])[0] ?? run.at;
    return {
      ...run,
      letters: run.letters.slice(tokens.slice(run.at, end).filter(({ kind }) => kind === "word").length),
    };
  });
  const spelled = rows.filter(
    ({ at, letters }) => !(letters.length < 3 && isHint(at)) && !/^(?:ac|hvac|tv|pm|am|ok|usa|asap|po)$/.test(letters),
  );
  const groups = groupsIn(tokens, { booked, spelled, asked, question });
  if (!asked && groups.length === 0 && !spelled.length) return true;
  const events = [
    ...groups.map((group) => ({ ...group, letters: "" })),
    ...spelled.map(({ at, next, letters }) => ({ at, next, letters })),
  ].toSorted((one, other) => one.at - other.at);
  for (const event of events) {
    if (event.letters === "" && "words" in event) takeGroup(persons, event as unknown as Group, question);
    else if (!takeLetters(persons, event, asked)) return false;
  }
  for (const [at] of tokens.entries()) {
    const hint = readHint(tokens, at);
    const last = persons.at(-1);
    if (!hint) continue;
    if (!last) return false;
    last.hints.push((name) => hint.fits(name));
  }
  return true;
}

const determiners =
  /^(?:the|an?|this|that|my|our|his|her|their|your|no|some|any|of|at|in|on|from|with|to|he|she|we|they|you)$/;
const speaks =
  /\b(?:i'm|i am|this is|my name is|my name's|me)(?: ,)?(?: just)?(?: (?:the|a|an|her|his|their|mr|mrs|ms|miss|doctor|dr)(?: \w+){0,2})?\W*$/;
const chooses = new RegExp(
  `\\b(?:for|under|behalf of|put|use|name is|name's|names|ask for|goes under|list me as|me as|patient(?:'s| is)?|make it|change it to|(?:put|have|book|file) (?:it|that|me) in|in the name of|(?:under|for|put) (?:him|her|them)|(?:for|under|in|behalf of|put) (?:my|her|his|our|their|a|the) (?:\\w+ )?(?:${relatives.source.slice(6, -3)}|kid|patient|customer|owner|mother-in-law)(?: ,)?|(?:my|her|his|our|their|the) (?:\\w+ )?(?:${relatives.source.slice(6, -3)}|kid|patient|customer|owner|mother-in-law)(?:'s name(?: is)?| is)|says|account(?:'s| is)?|(?:her|his) name is|(?:he|she|you)'(?:s|ve) got|it's|it is)(?: (?:mr|mrs|ms|miss|doctor|dr|my \\w+))?\\W*$`,
);
/** Words that refuse to give a name, and those of a place or a company. */
const isTold =
  /^(?:'s |is |was )(?:my(?! (?:\w+ )?name)|the|our|his|her|a|an|just|not)\b|^(?:told|said|called|came|recommended|sent|referred|gave|did|put)\b/;

function groupsIn(
  tokens: readonly Token[],
  {
    booked,
    spelled,
    asked,
    question,
  }: { booked: readonly string[]; spelled: readonly TokenSpan[]; asked: boolean; question: string },
): Group[] {
  const strict = usesCapitals(tokens);
  const isName = ({ kind, word, text }: Token, at: number) => {
    const plain = (normaliseName(text.replace(/['’]s$/, "")) ?? "").replace(/ /g, "");
    if (
      kind !== "word" ||
      /'(?:ll|d|re|ve|m)$/.test(word) ||
      plain.length < 2 ||
      spelled.some((run) => at >= run.at && at < run.next)
    )
      return false;
    if (/^(?:as|like|for)$/.test(tokens[at - 1]?.word ?? "") && spelled.some((run) => run.next >= at)) return false;
    if (booked.includes(plain) && !(strict && noNames.has(word) && !startsUpper(tokens[at]))) return true;
    const isPlain = noNames.has(word) || plainWords.has(plain) || titles.has(plain);
    const isNoun = determiners.test(tokens[at - 1]?.word ?? "") && !/^\p{Lu}/u.test(text);
    return (
      !isPlain && !isNoun && (strict ? startsUpper(tokens[at]) : asked || booked.some((name) => isAlike(name, plain)))
    );
  };
  const groups: Group[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isName(token, at)) continue;
    const word = normaliseName(token.text.replace(/['’]s$/, "")) ?? token.word;
    const before = groups.at(-1);
    const between = before ? wordsOf(tokens, { at: before.next, next: at }) : "";
    if (before && (before.next === at || /^(?:- ?|hyphen|van|de|der|la|the|van der|de la|\.)$/.test(between))) {
      Object.assign(before, {
        next: at + 1,
        words: [
          ...before.words,
          ...(/^(?:van|de|der|la|van der|de la)$/.test(between) ? between.split(" ") : []),
          word,
        ],
      });
      continue;
    }
    const lead = wordsOf(tokens, { at: Math.max(0, at - 5), next: at });
    const [, led] = /\b(first|given|last|family|sur) ?name(?:'s)?(?: is| it's)?(?: \W)?$/.exec(lead) ?? [];
    groups.push({
      at,
      next: at + 1,
      words: [word],
      role: "own",
      isPut: isCorrected(tokens, { at: before?.next ?? 0, next: at }),
      label: led === undefined ? undefined : /first|given/.test(led) ? "first" : "last",
    });
  }
  const asksOther = /\b(?:whose|customer|homeowner|patient|tenant|passenger|guest|meeting|owner|under|for)\b/i.test(
    question,
  );
  return groups.flatMap((group) => {
    const { at, next, words } = group;
    const from = clauseAt(tokens, at);
    const lead = wordsOf(tokens, { at: Math.max(0, at - 5), next: at });
    const own = wordsOf(tokens, { at: from, next: at });
    const behind =
      (/'s$/.test(tokens[next - 1]?.word ?? "") ? "'s " : "") + wordsOf(tokens, { at: next, next: next + 4 });
    const [, told] = /^(?:, )?(?:'s|is|that's)(?: my| the)? (first|given|last|family|sur) ?name\b/.exec(behind) ?? [];
    const label = group.label ?? (told === undefined ? undefined : /first|given/.test(told) ? "first" : "last");
    const isOut = /\b(?:don't|not|never|isn't|used to|was|maiden|formerly|instead of)\b/.test(own);
    const role: Role =
      isOut || isTold.test(behind)
        ? "out"
        : speaks.test(lead)
          ? asksOther
            ? "other"
            : "own"
          : chooses.test(lead) && !/\b(?:it's|it is)\W*$/.test(lead)
            ? "chosen"
            : relatives.test(lead)
              ? asksOther
                ? "chosen"
                : "theirs"
              : "own";
    const isNow = tokens[next]?.word === "now" || /^(?:mean|meant|actually)$/.test(tokens[at - 1]?.word ?? "");
    // "I'd prefer not to say", "from Oak Hill Dental"
    const isLed =
      label !== undefined || speaks.test(lead) || chooses.test(lead) || words.some((word) => booked.includes(word));
    const isPlace = /\b(?:from|at|about|of|the|near)$/.test(own);
    if (
      !isLed &&
      (isPlace ||
        (!strict &&
          !/^(?:(?:it's|it is|that's|that is|yeah|yes|uh|um|sure|okay|so|well|me|just|a|my|name|is|oh|,|sorry|no|and|for|now|spelled) ?)*$/.test(
            own,
          )))
    )
      return [];
    return {
      ...group,
      label,
      role:
        role === "chosen" &&
        /\b(?:name|name's|names)(?: is)?\W*$/.test(lead) &&
        !/\b(?:his|her|their)\b/.test(lead) &&
        !relatives.test(lead)
          ? "own"
          : role,
      isPut: group.isPut || isNow,
    };
  });
}

function takeGroup(persons: Person[], { words, role, isPut, label }: Group, question: string): void {
  const person = persons.at(-1);
  const fresh = (): Person => ({
    words,
    spelled: [],
    hints: [],
    role,
    isPut: isPut && person !== undefined && role !== "out",
    ...(label ? { [label]: words[0] } : {}),
  });
  if (!person || role === "out") {
    persons.push(fresh());
    return;
  }
  const known = persons.find((one) => isIn(words, one.words) || isIn(one.words, words));
  if (known) {
    if (words.length > known.words.length) known.words = words;
    if (role === "chosen") known.role = known.role === "out" ? "out" : "chosen";
    if (label) known[label] = words[0] ?? "";
    return;
  }
  const isShared = words.some((word) => person.words.some((one) => isAlike(one, word)));
  if (isPut && isShared && words.length === person.words.length) Object.assign(person, { words, isChanged: true });
  else if (isPut && words.length === 1 && isShared)
    person.words = person.words.map((one) => (isAlike(one, words[0] ?? "") ? (words[0] ?? one) : one));
  else if (
    (asksLastName(question) || label === "last" || person.last !== undefined || person.first !== undefined) &&
    person.words.length === 1 &&
    words.length === 1
  ) {
    person.words =
      label === "first" || person.last !== undefined ? [...words, ...person.words] : [...person.words, ...words];
    if (label) person[label] = words[0] ?? "";
  } else if (role === "own" && words.length === 1 && person.words.length === 1 && !isPut && person.role === "own")
    person.words = [...person.words, ...words];
  else persons.push(fresh());
}

/** Letters that spell a name, or a word of it. False if nobody can tell which. */
function takeLetters(persons: Person[], { letters }: { letters: string }, asked: boolean): boolean {
  const person = persons.at(-1);
  if (letters.length < 3 && !person?.words.some((word) => word.length <= 3 && word.startsWith(letters.charAt(0))))
    return asked ? letters.length < 2 : true;
  if (!person) {
    if (asked) persons.push({ words: [letters], spelled: [letters], hints: [], role: "own", isPut: false });
    return true;
  }
  const words = [...person.words];
  putSpelling(words, letters);
  const isNear = words.length === person.words.length;
  if (!isNear && !asked) return editDistance(words.join(""), letters) > letters.length / 2;
  person.words = words;
  person.spelled.push(...words.filter((word) => letters.includes(word) || word === letters));
  return true;
}
