import { wordsOf } from "../../../text/grammar.ts";
import { readAll, type TokenSpan, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf, usesCapitals, wordsAt } from "../../../text/tokens.ts";
import { directions, placesInHouse, unitWords } from "../address/street-words.ts";
import { isNegated } from "../answers/negation.ts";
import { findSpelled, readHint } from "../letters/spelled-letters.ts";
import { isNameWord } from "../name/given-names.ts";
import { noNames } from "../name/stop-words.ts";
import { readGroup, readOrdinal } from "../numbers/digit-group.ts";
import { readRun } from "../numbers/digit-run.ts";
import { dayParts, weekdayAt } from "../time/read-day.ts";
import { isCounted, isMeasure } from "../time/scan-times.ts";
import { isTold } from "../time/time-kind.ts";

/** Words before a number that make it something else: an hour, a code, an age. */
const hourLeads = wordSet("after before around until till about by every");
const labels =
  /^(?:code|codes|pin|password|model|serial|account|policy|order|ticket|age|aged|over|under|almost|nearly)$/;

/** Numbers of at least two digits that count nothing and are not an hour, a code or taken back. */
export function numbersOf(tokens: readonly Token[]): (TokenSpan & { digits: string })[] {
  return readAll(tokens, (at) => readRun(tokens, at)).filter(
    (number) => (number.digits.length > 1 || isUnknownUnit(tokens, number)) && !isSomethingElse(tokens, number),
  );
}

/** "pod 5": a digit behind a word that nobody knows. */
function isUnknownUnit(tokens: readonly Token[], { at, next }: TokenSpan): boolean {
  const before = tokens[at - 1];
  return before?.kind === "word" && !noNames.has(before.word) && !isCounted(tokens[next]) && tokens[at]?.word !== "oh";
}

function isSomethingElse(tokens: readonly Token[], { at, next }: TokenSpan): boolean {
  const words = tokens.slice(Math.max(0, at - 6), at).map(({ word }) => word);
  const before = words.slice(words.lastIndexOf(",") + 1);
  if (tokens[at - 1]?.text === "$" || isMeasure(tokens[next]) || isMeasure(tokens[next + 1])) return true;
  if (/^(?:am|pm|o'clock|a|p)$/.test(tokens[next]?.word ?? "")) return true;
  return hourLeads.has(before.at(-1) ?? "") || before.some((word) => labels.test(word)) || isNegated(tokens, at);
}

/** Words before a number that is not an hour: "a party of eight", "cabin eleven". */
const numbered =
  /\b(?:(?:party|group|table|family|team|crew) of|apartment|bay|building|cabin|code|court|dock|door|exit|flat|flight|floor|gate|grade|highway|interstate|lane|level|locker|lot|model|number|pier|pin|platform|pump|room|route|row|seat|site|size|slip|space|stall|suite|table|terminal|track|trailer|unit)$/;

/** Every number, however small, as in the hours of a time; "one" in "that one" is not a number. */
export function hoursOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => {
    if (/^(?:half|quarter)$/.test(tokens[at]?.word ?? "")) return [{ at, next: at + 1 }];
    const read = readGroup(tokens, at) ?? readOrdinal(tokens, at);
    if (!read || /^(?:oh|o|one)$/.test(tokens[at]?.word ?? "") || read.digits.length > 4) return [];
    const before = wordsOf(tokens, { at: Math.max(0, at - 2), next: at });
    const behind = wordsOf(tokens, { at: read.next, next: read.next + 2 });
    // "four of us", "the second one", "I always do first Fridays"
    const isOther = numbered.test(before) || /^(?:of (?:us|you|them)\b|(?:one|\w+days)\b)/.test(behind);
    const counts = isOther || isMeasure(tokens[read.next]) || isCounted(tokens[read.next]);
    return counts || isNegated(tokens, at) ? [] : [{ at, next: read.next }];
  });
}

/** "and a half" behind a number: another house or street. */
export function halvesOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => (wordsAt(tokens, at, ["and", "a", "half"]) ? [{ at, next: at + 3 }] : []));
}

/** "apartment 4", "floor nine", "second floor", "unit B", "rear house" */
export function unitsOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => {
    const word = tokens[at]?.word ?? "";
    if (placesInHouse.has(word)) return [{ at, next: at + 1 }];
    if (word === "number" || !unitWords.has(word)) return [];
    const named = readGroup(tokens, at + 1) !== undefined || /^[a-z]$/.test(tokens[at + 1]?.word ?? "");
    if (named) return [{ at, next: at + 2 }];
    const counted = [at - 2, at - 1].find((from) => readOrdinal(tokens, from)?.next === at);
    return counted === undefined ? [] : [{ at: counted, next: at + 1 }];
  });
}

/** "south" of a street; "in South Austin" and "north of the river" tell where, not which. */
export function directionsOf(tokens: readonly Token[]): TokenSpan[] {
  const spelled = findSpelled(tokens);
  return [...tokens.keys()].flatMap((at) => {
    const token = tokens[at];
    const named = token && directions.has(token.word) && (token.word.length > 2 || /^[NSEW]{1,2}$/.test(token.text));
    const where =
      /^(?:in|the|of)$/.test(tokens[at - 1]?.word ?? "") || /^(?:of|side|end|bound)$/.test(tokens[at + 1]?.word ?? "");
    const letter = spelled.some((run) => at >= run.at && at < run.next);
    return named && !where && !letter && !isNegated(tokens, at) ? [{ at, next: at + 1 }] : [];
  });
}

/** Letters in a row that people say and that spell no name. */
const acronyms = wordSet("ac hvac tv pm am ok usa asap faq zip po");

/** Spelled letters that the value does not hold, and "with a K" where it is not written like that. */
export function lettersOf(tokens: readonly Token[], values: readonly string[]): TokenSpan[] {
  const words = values.map((value) => value.replace(/[^a-z]/g, ""));
  const spelled = findSpelled(tokens).filter(
    ({ at, letters }) =>
      tokens[at - 1]?.word !== "with" && !acronyms.has(letters) && !words.some((word) => word.includes(letters)),
  );
  const hints = [...tokens.keys()].flatMap((at) => {
    const hint = readHint(tokens, at);
    return hint && !values.some(hint.fits) ? [{ at, next: hint.next }] : [];
  });
  return [...spelled, ...hints];
}

/** Words with capitals that lead in no place: "under Fisk", "the patient is Ruth Abel". */
function capitalsOf(tokens: readonly Token[]): TokenSpan[] {
  const runs = readAll(tokens, (at) => {
    let next = at;
    while (isNameWord(tokens[next], true)) next += 1;
    return next > at ? { next } : undefined;
  });
  return runs.filter(({ at, next }) => {
    const before = tokens[at - 1]?.word ?? "";
    const begins = at === 0 || tokens[at - 1]?.kind === "mark";
    return (
      before === "under" || (next - at > 1 && !begins && !/^(?:at|in|on|from|near|with|of|by|the|\d+)$/.test(before))
    );
  });
}

/** A part of the name said by itself, and a clause of words that can be a name: another one than was read. */
export function namesOf(tokens: readonly Token[], values: readonly string[]): TokenSpan[] {
  const strict = usesCapitals(tokens);
  const ends = [...tokens.keys(), tokens.length].filter((at) => tokens[at]?.kind !== "word");
  const clauses = ends.map((next, index) => ({ at: (ends[index - 1] ?? -1) + 1, next }));
  return [
    ...(strict ? capitalsOf(tokens) : []),
    ...clauses.filter(({ at, next }) => {
      const words = tokens.slice(at, next);
      const isPart = /\b(?:last|family|middle|maiden|married) name\b|\bsurname\b/.test(wordsOf(tokens, { at, next }));
      if (isPart && words.some((token) => isNameWord(token, strict) && !/^surname|^name/.test(token.word))) return true;
      // "Smith, John Smith" says the same one in full.
      const isFuller = values.some((value) =>
        value.split(" ").every((part) => words.some(({ word }) => word.replace(/'/g, "") === part)),
      );
      return words.length > 1 && words.length < 4 && !isFuller && words.every((token) => isNameWord(token, strict));
    }),
  ];
}

const dayWords =
  /^(?:today|tomorrow|tonight|weekends?|weekdays?|noon|midday|midnight|lunch|lunchtime|breakfast|dinner|christmas|thanksgiving|easter|halloween|holiday|holidays|hours?|minutes?|weeks?|months?|fortnight|eve)$/;
/** "as late as you can", "not this one, the next": a time by its relation to another. */
function isRelated(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  if (/^(?:late|early)$/.test(word)) return tokens[at - 1]?.word === "as";
  const ends = tokens[at + 1]?.kind !== "word" || /^(?:one|that|this|next)$/.test(tokens[at + 1]?.word ?? "");
  return (
    ends &&
    /^(?:next|following|after|before|then)$/.test(word) &&
    /^(?:the|one|day|week|or)$/.test(tokens[at - 1]?.word ?? "")
  );
}

const pastWords = /^(?:last|since|yesterday|every|past|ago|this|all|few)$/;

/** Days, parts of a day and lengths of time, except those of the past: "since last week". */
export function daysOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => {
    const token = tokens[at];
    if (
      !token ||
      !(
        weekdayAt(token) !== undefined ||
        dayWords.test(token.word) ||
        dayParts.has(token.word) ||
        isRelated(tokens, at)
      )
    )
      return [];
    const around = [...tokens.slice(Math.max(0, at - 3), at), ...tokens.slice(at + 1, at + 2)];
    const isPast = isTold(tokens, at) || around.some(({ word }) => pastWords.test(word));
    const isMeal =
      meals.test(token.word) && /^(?:my|our|have|having|eat|then|make|a)$/.test(tokens[at - 1]?.word ?? "");
    return isPast || isMeal || isNegated(tokens, at) ? [] : [{ at, next: at + 1 }];
  });
}

const meals = /^(?:lunch|breakfast|dinner)$/;

/**
 * Words that change nothing about the value that they stand beside: small words, those for the value and for giving it,
 * and whose it is. A word that is not listed may say that the value is another one, so that it stays undecided.
 */
const plainWords = wordSet(
  `a about absolutely account actually address after again ahead all alright also always am an and any anytime apartment
  are area as at be before believe best better bill boss both brother building but by cabin call called calling calls
  can capital card case cell certainly code come coming contact corner correct correction could course dad dash
  daughter day days daytime dear definitely do doctor does don't dot double down dr driver e-mail email evenings
  ex except ext extension family father fax fine first folks following for friend from get give given go goes going
  gone gonna good got grandmother great had has have he head hello her here hers hi him his hm hmm hold home house
  husband i im in instead into is it its job jot just kid landline landlord last later let lets letter
  letters like line live lives living located lower ma'am mail main make married may me mean middle mine mobile
  mom month mother move moved mr mrs ms must my myself name names need needed neighbor never new night no nope not note
  now number numbers nurse of office oh ok okay old on one or our ours out over parents partner perfect phone pick
  place please plus point postal probably property put quick rather reach really record rental right ring roommate s
  same say says scratch second send she should simply since sir sister site small so somebody someone son sorry sounds
  speaking spell spelled spelling still street sure surname take talking team tech tenant text thank thanks that thats
  the theirs them then there these they thing think third this those to today too triple try two uh uk um under unit
  until up upper us use used wait want wants was we week well whats when where which who whose why wife will with work
  would write writing yeah yep yes you your youre yours yup zip`,
);

/** Words by which a clause behind a value changes it: "only swap the last two". */
const changes =
  /\b(?:except|digits?|swap\w*|switch\w*|revers\w*|backwards|flip\w*|replac\w+|different|(?:don't|do not|never) (?:send|use|call|come|go|book|put|text|ring|mail|ship|bring|take|try|write))\b/;
/** Words that do so only beside one that is not plain. */
const mayChange =
  /\b(?:same|(?:last|first|second|third)(?! (?:year|month|week|night|time|house|door|floor|on|name))|only|(?<=\w )not|other|instead|new|old|former|changed?|drop|add|minus|without|unless|used)\b/;

/** Words that tell where a house stands, and what follows them. */
const landmark = /\b(?:near|by|off|behind|across|next|close|between|past|around|opposite|in|on)\b.*$/;

const clauseEnds = /[.;!?,…—–]+| (?:and|but|so|because|since) /i;

/**
 * The first clause with a word that may change the last value of a line: any word beside the value that is not plain,
 * and behind it a clause that says how it changes. `text`: the line with gaps for its values; `end`: where the last ends;
 * `places`: the value is a place, and may be told by others.
 */
export function changedBeside(text: string, { end, places }: { end: number; places: boolean }): string | undefined {
  const line = text.replaceAll("’", "'");
  const begin = line.slice(0, end).split(clauseEnds).at(-1) ?? "";
  const [behind = "", ...later] = line.slice(end).split(clauseEnds);
  const own = begin + behind;
  if (hasUnknown(places ? own.toLowerCase().replace(landmark, "") : own.toLowerCase())) return spoken(own);
  return later
    .map((clause) => clause.toLowerCase().trim())
    .find((clause) => changes.test(clause) || (mayChange.test(clause) && hasUnknown(clause)));
}

function hasUnknown(clause: string): boolean {
  const tokens = tokensOf(clause);
  return tokens.some(({ kind, word }, at) => {
    const plain = word.replace(/'(?:s|ve|re|ll|d|m)$/, "");
    return kind === "word" && plain.length > 1 && !plainWords.has(plain) && readGroup(tokens, at) === undefined;
  });
}

function spoken(clause: string): string {
  return clause.replace(/\uFFFC+/g, "…").trim();
}
