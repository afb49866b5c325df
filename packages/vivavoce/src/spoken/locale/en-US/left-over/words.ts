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

const ofThePast = /^(?:was|were|is|'s|used to be) (?:the|my|our|an?|her|his|their) (?:last|old|former|previous|wrong|neighbor's?)\b/;
const prices = /^(?:charged?|charges|costs?|pay|pays|paid|prices?|fees?|owed?|spent|quoted?)$/;

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
  if (before.some((word) => prices.test(word)) || ofThePast.test(wordsOf(tokens, { at: next, next: next + 4 }))) return true;
  // "down from the Motel 6"
  if (/\b(?:from|to|past|by|behind|near|opposite) the(?: \w+)?$/.test(before.join(" "))) return true;
  return hourLeads.has(before.at(-1) ?? "") || before.some((word) => labels.test(word)) || isNegated(tokens, at);
}

/** Every number, however small, as in the hours of a time; "one" in "that one" is not a number. */
export function hoursOf(tokens: readonly Token[]): TokenSpan[] {
  return [...tokens.keys()].flatMap((at) => {
    if (/^(?:half|quarter)$/.test(tokens[at]?.word ?? "")) return [{ at, next: at + 1 }];
    const read = readGroup(tokens, at) ?? readOrdinal(tokens, at);
    if (!read || /^(?:oh|o|one)$/.test(tokens[at]?.word ?? "") || read.digits.length > 4) return [];
    const counts = isMeasure(tokens[read.next]) || isCounted(tokens[read.next]);
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

/** Letters in a row that people say and that spell no name. */
const acronyms = wordSet("ac hvac tv pm am ok usa asap faq zip po");

/** Spelled letters that the value does not hold, and "with a K" where it is not written like that. */
export function lettersOf(tokens: readonly Token[], values: readonly string[]): TokenSpan[] {
  const words = values.map((value) => value.replace(/[^a-z]/g, ""));
  const spelled = findSpelled(tokens).filter(
    ({ at, letters }) =>
      tokens[at - 1]?.word !== "with" && !isNegated(tokens, at) && !acronyms.has(letters) && !words.some((word) => word.includes(letters)),
  );
  const hints = [...tokens.keys()].flatMap((at) => {
    const hint = readHint(tokens, at);
    return hint && !values.some(hint.fits) ? [{ at, next: hint.next }] : [];
  });
  return [...spelled, ...hints];
}

/** "My realtor Beth Oyler set it up": another person, of whom something is told. */
function isTellingOf(tokens: readonly Token[], at: number, next: number): boolean {
  const whose = /^(?:my|our|her|his|their|the)$/.test(tokens[at - 2]?.word ?? "");
  return whose && /^(?:set|called|made|booked|said|says|told|gave|used|recommended|did|does|usually|always|was|has|had|lives|works)$/.test(tokens[next]?.word ?? "");
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
      before === "under" || (!isTellingOf(tokens, at, next) && next - at > 1 && !begins && !/^(?:at|in|on|from|near|with|of|by|the|\d+)$/.test(before) && !isNegated(tokens, at))
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
  const ends = tokens[at + 1] === undefined || tokens[at + 1]?.kind === "mark" || tokens[at + 1]?.word === "one";
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
    return isPast || isNegated(tokens, at) ? [] : [{ at, next: at + 1 }];
  });
}

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
  appointment booking reservation mark legal legally order everybody everyone people folks friends
  anyhow anyway basically clearly currently exactly honestly honey hun darling luckily naturally obviously okey oops
  plain plainly pretty seriously sorta surely truly very whoops wow yikes ugh gosh goodness lord man boy buddy dude
  pal appreciate bless bother cheers excuse favor glad happy kind kindly lovely nice patience patient pardon
  pleasure polite welcome afraid annoyed angry ashamed bored confused crazy embarrassed excited exhausted fed
  frustrated grumpy hungry lonely mad nervous proud sad scared shy sick sleepy stressed stuck surprised tired upset
  worried funny silly weird aunt auntie babies baby boyfriend cousin couple ex-husband fiance fiancee girlfriend
  grandad granddad granddaughter granny grandpa grandma grandparents grandson guy guys gal in-laws kids lady ladies
  mama mum mommy nana nephew niece papa pop pops pa parent sibling sis spouse stepdad stepfather stepmom stepmother
  stepson stepdaughter teen teenager toddler triplets twin twins uncle widow widower woman women men gentleman child
  children people person bird bunny cat cats chicken chickens cow cows dog dogs goat goats goose hamster horse
  horses kitten kitty parrot pet pets pony pup puppy puppies rabbit sheep turtle breeze chilly cloudy cold cool dark
  drizzle foggy freezing frost heat hot hail humid ice icy muddy rain raining rainy snow snowing snowy storm stormy
  sun sunny thunder warm weather wind windy winter summer autumn boiler breaker cable carpet ceiling conditioner
  cooker cooling dishwasher dryer drain electric electricity faucet fan faucets filter freezer fridge furnace fuse
  gas heater heating hose internet kitchen lamp laundry leak leaking leaks leaky light lights microwave mold oven
  oil pipe pipes plumbing power pump radiator refrigerator screen shower sink sofa stove table tap thermostat toilet
  tub valve vent wall washer water wifi window windows wire wiring accountant actor assistant baker carpenter chef
  client cleaner clinic coach colleague company contractor crew customer dentist electrician employee farmer
  gardener guest guests handyman helper inspector installer insurance lawyer lesson lessons manager mechanic member
  mover movers officer operator owner painter pastor plumber principal priest professor receptionist repair
  repairman roofer salesman school secretary student supervisor teacher technician therapist trainer vet visitor
  waiter worker workers bike bus car cars driving ride taxi traffic train truck trip van agree ask asked asking bet
  born bought bring broke broken built buy care checked clean cleaned cook count crying cry did dying eat eating
  explain fell feel feeling felt find fix fixed found froze gave grew happen happened hate hear heard help holding
  hurt imagine knew know knows known laugh learn listen listening look looked looking looks lose lost love loved
  loves meet mention mentioned mess met noticed own owned owns paid pay play read reading remember rented renting
  rents run running see seen sees sell sent shout shows sign sit sits sitting sleep smell smells sold speak spoke
  standing start started staying stays stop stopped struggle talked tell telling tells thought told took tried
  understand visit visiting waited waiting walk walking wanted watch watching went wish woke worked working works
  worry writes wrote yell ago already anymore because been being besides during each early every everything finally
  fully however lately lot lots many much near nobody nothing plenty quite somehow something somewhere soon suddenly
  tonight yesterday yet age answer bit breakfast business chance church coffee date deal dinner doorbell emergency
  evening fact fun game garbage gift glasses grocery hand hands hospital idea joke lunch mind minute morning mouth
  music news noise party plan problem question rush shift shop situation song sound store stuff things thinking ton
  tool tools town trash trouble tv voice wedding weekend weekends weeks word words world year years bad big busy
  careful cheap clear dead deaf easy empty fancy fast free fresh full gentle handy hard heavy high honest huge
  important large little long loud low lucky messy normal noisy poor quiet ready ridiculous safe short slow smart
  soft special spelt strong terrible tiny tough tricky ugly urgent usual wet whole wide young`,
);

/** Words by which a clause behind a value changes it: "only swap the last two". */
export const changes =
  /\b(?:except|digits?|swap\w*|switch\w*|revers\w*|backwards|unless|instead(?! of)|the (?:old|new|other|first|last|second|third|former|same) one|change (?:(?:it|that|this) (?:to|for|back)|(?:the|my) (?:name|number|address|spelling))|flip\w*|replac\w+|different|(?:don't|do not|never) (?:send|use|call|come|go|book|put|text|ring|mail|ship|bring|take|try|write))\b/;
/** What others do with the value: "people always flip it". */
const ofOthers = /^(?:and |but |because |so |most )*(?:people|everyone|everybody|folks|nobody|no one)\b/;
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
  if (hasUnknown(places ? own.toLowerCase().replace(landmark, "") : own.toLowerCase(), places)) return spoken(own);
  return later
    .map((clause) => clause.toLowerCase().trim())
    .find((clause) => (changes.test(clause) && !(places && rulesOut(clause))) || (!ofOthers.test(clause) && !(!places && /\bused to be\b/.test(clause)) && mayChange.test(clause) && hasUnknown(clause, places)));
}

/** "Don't go to twenty four" */
function rulesOut(clause: string): boolean {
  const tokens = tokensOf(clause);
  return tokens.some((_, at) => readGroup(tokens, at) !== undefined && isNegated(tokens, at));
}

function hasUnknown(clause: string, places: boolean): boolean {
  const tokens = tokensOf(clause);
  return tokens.some(({ kind, word }, at) => {
    const plain = word.replace(/'(?:s|ve|re|ll|d|m)$/, "");
    return kind === "word" && plain.length > 1 && !plainWords.has(plain) && !readGroup(tokens, at) && (places || !isNegated(tokens, at));
  });
}

function spoken(clause: string): string {
  return clause.replace(/\uFFFC+/g, "…").trim();
}
