import type { SimulatedUser } from "../shape/index.ts";
import {
  builtInSlots,
  compareNames,
  comparePhones,
  compareSpokenTimes,
  emailsIn,
  findAddresses,
  findGivenNames,
  findPhones,
  findZips,
  isNegated,
  isQuestion,
  normaliseAddress,
  normaliseName,
  numbersSaid,
  saidTimes,
  says,
  sentencesOf,
  tokensOf,
  wholeTime,
} from "../spoken/index.ts";
import { factsOf, isOwnName, type SimulatedTurn, sheetOf, slotOf, type UserFact, wasAsked } from "./simulator-facts.ts";

/** A line, the sheet, and the last question. */
interface Reading {
  line: string;
  last: string;
  facts: readonly UserFact[];
  /** Whether the sheet or the agent has the value, or the line takes it back. */
  isKnown(said: string): boolean;
  asks(slot: keyof typeof builtInSlots): boolean;
}

/**
 * What a line says about the user against its sheet: another name, phone number, address, ZIP code, e-mail address, time
 * or number. What the sheet does not hold is ignored, and so is a line that also gives the right value.
 */
export function wrongFacts(user: SimulatedUser, { line, heard }: SimulatedTurn): string[] {
  const sheet = [...sheetOf(user), ...heard];
  const last = heard.at(-1) ?? "";
  const reading: Reading = {
    line,
    last,
    facts: factsOf(user),
    isKnown: (said) => isTakenBack(line, said) || sheet.some((text) => says(text, said)),
    asks: (slot) => sentencesOf(last).some(({ text }) => builtInSlots[slot].asks(text)),
  };
  const changes = user.behaviours.includes("changes-mind");
  const confirmed = changes || !agrees.test(line) ? [] : readBack(last);
  // Another time may be all that is left.
  const wasRefused = heard.some((reply) =>
    /\b(?:no|not|full|only|sorry|earliest|next|instead|unavailable|\w+n(?:'|’)t)\b/i.test(reply),
  );
  const agreed = confirmed.flatMap((text) =>
    [wrongPhone, wrongZip, wrongAddress, wrongEmail, ...(wasRefused ? [] : [wrongTime])].flatMap((check) =>
      check({ ...reading, line: text, last: "", isKnown: () => false, asks: () => true }),
    ),
  );
  const wrong = [
    ...agreed,
    ...wrongName(reading, nameIn(user.persona)),
    ...(changes ? [] : [wrongPhone, wrongZip, wrongAddress, wrongEmail, wrongTime, wrongNumber]).flatMap((check) =>
      check(reading),
    ),
  ];
  return wrong.map(({ fact, said }) => `said “${said}” for its ${fact.name}, which is “${fact.value}”`);
}

const agrees =
  /^\W*(?:yes|yeah|yep|yup|correct|right|exactly|perfect|that(?:'|’)?s (?:right|correct|it))\b(?!.*\b(?:but|except|actually|no|not|wait)\b)/i;

/** The sentences in which the agent says what it has understood of the user, for a yes: "That's 12 Oak Street, right?" */
function readBack(reply: string): string[] {
  const sentences = sentencesOf(reply).map(({ text }) => text);
  if (
    !sentences.some(
      (text) => isQuestion(text) && /\b(?:right|correct|is that|that(?:'|’)?s|you(?:r|(?:'|’)re)?|so)\b/i.test(text),
    )
  )
    return [];
  return sentences.filter((text) => !/\b(?:our|us|we|my)\b/i.test(text));
}

interface Wrong {
  fact: UserFact;
  said: string;
}

/** "78705" in "not 78705". */
function isTakenBack(line: string, said: string): boolean {
  const start = line.indexOf(said);
  const tokens = tokensOf(line);
  return (
    start >= 0 &&
    isNegated(
      tokens,
      tokens.findIndex((token) => token.start >= start),
    )
  );
}

/** The first value of one kind in a line that is not known, unless the line also has a known one. */
function pick(found: readonly string[], facts: readonly UserFact[], { line, isKnown }: Reading): Wrong[] {
  const [fact] = facts;
  if (!fact || facts.some(({ value }) => says(line, value))) return [];
  const said = found.find((text) => !isKnown(text));
  return said === undefined ? [] : [{ fact, said }];
}

function wrongName(reading: Reading, persona: string | undefined): Wrong[] {
  const { line, last } = reading;
  const own = reading.facts.filter(({ name }) => isOwnName(name));
  const facts = own.length > 0 || persona === undefined ? own : [{ name: "name", value: persona, withheld: false }];
  const asked =
    (reading.asks("name") && !othersName.test(last)) ||
    own.some((fact) => fact.asked !== undefined && wasAsked(fact, [last]));
  const known = facts.map(({ value }) => normaliseName(value) ?? "");
  const given = sentencesOf(line)
    .filter(({ text }) => !isQuestion(text))
    .flatMap(({ text }) =>
      findGivenNames(text, { asked }).filter(({ start, end }) => asked || isSure(text, start, end)),
    )
    .filter(({ value }) => value !== "" && !known.some((name) => isShortFor(value, name)))
    .filter(({ value }) => known.every((name) => compareNames(name, value) === "different"));
  return pick(
    given.map(({ text }) => text),
    facts,
    reading,
  );
}

/** "Your wife's name", "the name of your doctor": somebody else is meant. */
const othersName =
  /\b(?!what|who|it|that|let|here|there|how)(?:[a-z]+['’]s|her|his|their) (?:(?:first|last|full|family) )?name\b|\bname of\b/i;

/** "Seun" for Oluwaseun, "Alex" for Alexandra. */
function isShortFor(value: string, name: string): boolean {
  return value.length > 2 && !value.includes(" ") && name.split(" ").some((part) => part.includes(value));
}

/** If nobody asked, "this is …" gives the speaker's name only if nothing else follows. */
function isSure(text: string, start: number, end: number): boolean {
  if (/\b(?:name(?:'|’)?s?(?: is)?|call me|go by)\W*$/i.test(text.slice(0, start))) return true;
  return /^\W*$|^,|^ (?:calling|from|here|speaking)\b/i.test(text.slice(end));
}

/** "Kim Tran, who runs a café" */
function nameIn(persona: string): string | undefined {
  return /^(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2})(?:,| is\b)/u.exec(persona)?.[1];
}

function wrongPhone(reading: Reading): Wrong[] {
  const facts = reading.facts.filter(({ value }) => findPhones(value).length > 0);
  const known = facts.flatMap(({ value }) => findPhones(value));
  // A card number also ends in four digits.
  const whole = findPhones(reading.line).filter(({ value }) => !value.startsWith("ending") || reading.asks("phone"));
  const found = whole.filter((said) =>
    // "555-0199, area code 512"
    [said.value, said.value.replace(/^\+1(\d{7})(\d{3})$/, "+1$2$1")].every((read) =>
      known.every(({ value }) => comparePhones(value, read) === "different"),
    ),
  );
  return pick(textsOf(found), facts, reading);
}

function wrongZip(reading: Reading): Wrong[] {
  const facts = reading.facts.filter(({ name, value }) => slotOf(name) === "zip" && /\d{5}/.test(value));
  const asked = reading.asks("zip") || facts.some((fact) => wasAsked(fact, [reading.last]));
  if (!asked && !/\b(?:zip|postal)\b/i.test(reading.line)) return [];
  return pick(textsOf(findZips(reading.line, { by: "caller", asked: true })), facts, reading);
}

/** Another house or another street. Leaving out or adding later parts does not make another address. */
function wrongAddress(reading: Reading): Wrong[] {
  const facts = reading.facts.filter(({ value }) => normaliseAddress(value) !== undefined);
  const asked = reading.asks("address") || facts.some((fact) => wasAsked(fact, [reading.last]));
  const own = /\b(?:my|the|our) (?:\w+ )?address\b|\bi(?:'|’)m (?:at|on)\b|\bi live\b|\bcome (?:out )?to\b/i.test(
    reading.line,
  );
  if (!asked && !own) return [];
  const found = findAddresses(reading.line, { by: "caller", asked }).filter(({ value }) =>
    facts.every((fact) => isOtherDoor(normaliseAddress(fact.value) ?? "", value)),
  );
  return pick(textsOf(found), facts, reading);
}

function isOtherDoor(one: string, other: string): boolean {
  const [[number, ...street], [otherNumber, ...otherStreet]] = [doorOf(one), doorOf(other)];
  return number !== otherNumber || !street.some((word) => word.length > 2 && otherStreet.includes(word));
}

function doorOf(address: string): string[] {
  const [number = "", ...street] = (address.split(/ #|, /)[0] ?? "").split(" ");
  return [number.replace(/\D/g, ""), ...street];
}

function wrongEmail(reading: Reading): Wrong[] {
  const facts = reading.facts.filter(({ value }) => emailsIn(value).length > 0);
  return pick(emailsIn(reading.line), facts, reading);
}

/** Only in answer to the question, because a caller may take another time that is offered. */
function wrongTime(reading: Reading): Wrong[] {
  const { last, line } = reading;
  const facts = reading.facts.filter(({ value }) => wholeTime(value) !== undefined);
  const asked = facts.filter((fact) => (slotOf(fact.name) === "time" ? reading.asks("time") : wasAsked(fact, [last])));
  const said = saidTimes(line);
  const others = facts.flatMap(({ value }) => wholeTime(value) ?? []);
  const [fact] = asked;
  const wanted = fact && wholeTime(fact.value);
  if (!wanted || said.length === 0 || saidTimes(last).length > 0 || says(line, fact.value)) return [];
  // The line may be about another time on the sheet.
  const differ = said.every(
    (time) =>
      compareSpokenTimes(wanted, time) === "different" &&
      others.every((other) => compareSpokenTimes(other, time) !== "same"),
  );
  return differ ? [{ fact, said: line.trim() }] : [];
}

/** A number with as many digits as the wanted one; a small number only if the answer is nothing else. */
function wrongNumber(reading: Reading): Wrong[] {
  const { line, last } = reading;
  return reading.facts
    .filter(({ value }) => isPlainNumber(value))
    .filter((fact) => wasAsked(fact, [last]))
    .flatMap((fact) => {
      const length = fact.value.replace(/\D/g, "").length;
      const said = numbersSaid(line);
      const bare = said.length === 1 && line.split(" ").length <= 5 && saidTimes(line).length === 0;
      const found = said.filter((digits) => digits.length === length && (length > 2 || bare));
      return pick(found, [fact], reading);
    });
}

/** A plain number such as that of an order or account, not a phone number, a time or an address. */
function isPlainNumber(value: string): boolean {
  const other = findPhones(value).length > 0 || wholeTime(value) !== undefined || normaliseAddress(value) !== undefined;
  return !other && /^[\p{L}\d#./ -]{1,30}$/u.test(value) && numbersSaid(value).length === 1;
}

function textsOf(found: readonly { text: string }[]): string[] {
  return found.map(({ text }) => text);
}
