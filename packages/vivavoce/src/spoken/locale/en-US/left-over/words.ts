import type { SlotKindName } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import { readAll, type TokenSpan, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf, wordsAt } from "../../../text/tokens.ts";
import { directions, placesInHouse, unitWords } from "../address/street-words.ts";
import { isNegated } from "../answers/negation.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { readGroup, readOrdinal } from "../numbers/digit-group.ts";
import { readRun } from "../numbers/digit-run.ts";
import { dayParts, weekdayAt } from "../time/read-day.ts";
import { isCounted, isMeasure } from "../time/scan-times.ts";
import { isTold } from "../time/time-kind.ts";

/** Words before a number that make it something else: an hour, a code, an age. */
const hourLeads = wordSet("after before around until till about by every");
const labels =
  /^(?:code|codes|pin|password|model|serial|account|policy|order|ticket|invoice|reservation|confirmation|reference|tracking|claim|case|membership|license|plate|vin|badge|quoted?|price|total|costs?|paid|paying|charged?|fee|age|aged|over|under|almost|nearly)$/;

/** A price, or a landmark: "they charge", "down from the Motel". */
const toldBefore =
  /\b(?:charged?|charges|costs?|pay|pays|paid|prices?|fees?|owed?|spent|quoted?)\b|\b(?:from|to|past|by|behind|near|opposite) the(?: \w+)?$/;
const toldBehind = /^(?:was|were|is|used to be) (?:the|my|our|an?|her|his|their) (?:last|old|former|previous|wrong)\b/;

/** Numbers of at least two digits that count nothing and are not an hour, a code or taken back. */
export function numbersOf(tokens: readonly Token[]): (TokenSpan & { digits: string })[] {
  return readAll(tokens, (at) => readRun(tokens, at)).filter(
    (number) => (number.digits.length > 1 || isUnknownUnit(tokens, number)) && !isSomethingElse(tokens, number),
  );
}

/** "pod 5": a digit behind a word that nobody knows. */
function isUnknownUnit(tokens: readonly Token[], { at, next }: TokenSpan): boolean {
  const before = tokens[at - 1];
  return (
    before?.kind === "word" &&
    !noNames.has(before.word) &&
    !isCounted(tokens[next]) &&
    !/^oh?$/.test(tokens[at]?.word ?? "")
  );
}

function isSomethingElse(tokens: readonly Token[], { at, next }: TokenSpan): boolean {
  const words = tokens.slice(Math.max(0, at - 6), at).map(({ word }) => word);
  const before = words.slice(words.lastIndexOf(",") + 1);
  if (tokens[at - 1]?.text === "$" || isMeasure(tokens[next]) || isMeasure(tokens[next + 1])) return true;
  if (/^(?:am|pm|o'clock|a|p)$/.test(tokens[next]?.word ?? "")) return true;
  if (toldBefore.test(before.join(" ")) || toldBehind.test(wordsOf(tokens, { at: next, next: next + 4 }))) return true;
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
    const tellsWhere = /^(?:from|of)$/.test(tokens[at + 1]?.word ?? "");
    if (placesInHouse.has(word)) return tellsWhere ? [] : [{ at, next: at + 1 }];
    if (word === "number" || !unitWords.has(word)) return [];
    const named = readGroup(tokens, at + 1) !== undefined || /^[a-z]$/.test(tokens[at + 1]?.word ?? "");
    if (named) return [{ at, next: at + 2 }];
    const counted = [at - 2, at - 1].find((from) => readOrdinal(tokens, from)?.next === at);
    return counted === undefined ? [] : [{ at: counted, next: at + 1 }];
  });
}

/** "south" of a street; "in South Austin" and "north of the river" tell where, not which. */
export function directionsOf(tokens: readonly Token[], values: readonly string[]): TokenSpan[] {
  const spelled = findSpelled(tokens);
  return [...tokens.keys()].flatMap((at) => {
    const token = tokens[at];
    const named = token && directions.has(token.word) && (token.word.length > 2 || /^[NSEW]{1,2}$/.test(token.text));
    const where =
      /^(?:in|the|of)$/.test(tokens[at - 1]?.word ?? "") || /^(?:of|side|end|bound)$/.test(tokens[at + 1]?.word ?? "");
    const letter = spelled.some((run) => at >= run.at && at < run.next);
    // "West Haverly", the town of the value; "with an E"
    const known = values.some((value) => ` ${value} `.includes(` ${token?.word} ${tokens[at + 1]?.word} `));
    const lone = token?.word.length === 1 && /^an?$/.test(tokens[at - 1]?.word ?? "");
    return named && !where && !letter && !known && !lone && !isNegated(tokens, at) ? [{ at, next: at + 1 }] : [];
  });
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
  would write writing yeah yep yes you your youre yours yup zip
  add adding afraid age already annoyed anyhow anyway anyways appointment appreciate ask asked aunt auntie awful baby
  babysitter bad bakery bank barber basically being big bike bit bless boat booking born bother bought boy boyfriend
  break broke broken brothers buddy built bus business busy bye cafe car care carpenter cat cats chair check checked
  cheers child children church clean cleaner clear clearly clerk client clinic clock coffee cold college company
  contractor cook cool cousin cousins crew currently customer cute daddy dang darling darn daughters deal dentist desk
  dime diner dog dogs during early easier easy eating electric electrician embarrassing emergency evening everybody
  everyone everything exactly excuse fact fan farm farmer fast favor feel feeling fell fiance fiancee finally find
  fingers fix fixed forgetful forgot found free fresh fridge friends front full fully fun funny furnace gas gave
  girlfriend glad glasses goodness gosh grandchildren granddaughter grandfather grandma grandpa grandson guy guys gym
  hair hairdresser hand hands handwriting happened happy hard hate hear heard hearing heavens help helper honest
  honestly honey hospital hot hotel hun hungry hurt idea inn janitor jeez kids kind kindly kitchen knew know knows
  ladies lady laptop large lately lawyer leak learn legal legally lesson library light lights listen little look
  looking looks lost lot lots loud love lovely lunch mama man manager many mark math mechanic meet memorize memorized
  memory men mess minute morning much mum music nan nana neat neighbors nephew nice nicely niece nobody noise noisy
  nothing noticed nursing obviously order own paid pal papa pardon patience pen pencil penny people person pet pets
  pharmacist pharmacy plain play pleasure plenty plumber porch power presently pretty printer puppy question quiet
  quite rain raining read ready receptionist remember repair reservation restaurant running rush rusty sad safe said
  salon saw scared school secretary see seen sent shift shop short sick sign silly sis sisters sit sleep slow slowly
  snow sold something somewhere sons soon speak spoke stand start started stepdad stepmom stop stopped store story
  student stuff suddenly sun sunny supervisor suppose sweetheart table talk tea teacher technician terrible texting
  texts tired toddler told toll took town traffic tried trouble truck truly twin twins ugh uncle upset van very vet
  visit visiting voice voicemail waiting walk warm water way weather weekend welcome went wind window woman women word
  words works world worried wow year years yikes young`,
);

/** Words by which a clause behind a value changes it: "only swap the last two". */
const changes =
  /\b(?:except|digits?|swap\w*|switch\w*|revers\w*|backwards|unless|instead(?! of)|the (?:old|new|other|first|last|second|third|former|same) one|change (?:(?:it|that|this) (?:to|for|back)|(?:the|my) (?:name|number|address|spelling))|flip\w*|replac\w+|different|(?:don't|do not|never) (?:send|use|call|come|go|book|put|text|ring|mail|ship|bring|take|try|write))\b/;
/** What others do with the value, and what it was: "people always flip it", "it used to be Tran". */
const told = /^(?:and |but |because |so |most )*(?:people|everyone|everybody|folks|nobody|no one)\b|\bused to be\b/;
/** Words that do so only beside one that is not plain. */
const mayChange =
  /\b(?:same|(?:last|first|second|third)(?! (?:year|month|week|night|time|house|door|floor|on|name))|only|(?<=\w )not|other|instead|new|old|former|changed?|drop|add|minus|without|unless|used)\b/;

/** Words that tell where a house stands, and what follows them. */
const landmark = /\b(?:near|by|off|behind|across|next|close|between|past|around|opposite|in|on)\b.*$/;

/** Why a value is given, which changes nothing about it. */
const ifNeeded =
  /\b(?:if|in case) (?:we|i|you|it|the (?:call|line)|anything|something) (?:get|gets|am|are|need|drop|drops|lose|happens|comes|goes)\b.*$/i;
/** Words by which a clause before a value says that another is meant. */
const tellsOther = /\b(?:except|same (?:as|but))\b/i;

const clauseEnds = /[.;!?,…—–]+| (?:and|but|so|because|since) /i;

/**
 * The first clause with a word that may change the last value of a line: any word beside the value that is not plain,
 * and behind it a clause that says how it changes. `text`: the line with gaps for its values; `end`: where the last ends.
 */
export function changedBeside(
  text: string,
  { end, kind }: { end: number | undefined; kind: SlotKindName },
): string | undefined {
  const line = text.replaceAll("’", "'");
  if (end === undefined) return changes.exec(line.toLowerCase())?.[0];
  const places = kind === "address";
  const other = tellsOther.exec(line.slice(0, end));
  if (other && !places) return other[0];
  const [begin = "", before = ""] = line.slice(0, end).split(clauseEnds).toReversed();
  // "Two goats, goats at …": what stands before a pause may be the beginning of an address.
  if (kind === "email" && /^\W*[\w']+(?: [\w']+)?\W*$/.test(before) && hasUnknown(before.toLowerCase(), places))
    return before.trim();
  const [behind = "", ...later] = line.slice(end).split(clauseEnds);
  const own = (begin + behind).replace(ifNeeded, "");
  // A place may be told by others.
  if (hasUnknown(places ? own.toLowerCase().replace(landmark, "") : own.toLowerCase(), places)) return spoken(own);
  return later
    .map((clause) => clause.toLowerCase().trim())
    .find(
      (clause) => changes.test(clause) || (mayChange.test(clause) && !told.test(clause) && hasUnknown(clause, places)),
    );
}

function hasUnknown(clause: string, places: boolean): boolean {
  const tokens = tokensOf(clause);
  return tokens.some(({ kind, word }, at) => {
    const plain = word.replace(/'(?:s|ve|re|ll|d|m)$/, "");
    const isKnown = plainWords.has(plain) || readGroup(tokens, at) !== undefined || (!places && isNegated(tokens, at));
    return kind === "word" && plain.length > 1 && !isKnown;
  });
}

function spoken(clause: string): string {
  return clause.replace(/\uFFFC+/g, "…").trim();
}
