import { testPattern } from "../base/index.ts";
import type { SimulatedUser, SimulatorFault } from "../shape/index.ts";
import {
  compareNames,
  emailsIn,
  findGivenNames,
  foldText,
  isQuestion,
  numbersSaid,
  says,
  sentencesOf,
  textSimilarity,
} from "../spoken/index.ts";
import { factsOf, isOwnName, type SimulatedTurn, sheetOf, wasAsked } from "./simulator-facts.ts";
import { speaksAnotherLanguage, speaksForOther } from "./simulator-role.ts";
import { wrongFacts } from "./wrong-facts.ts";

/**
 * What a simulated user did that a real person would not do. One fault spoils the conversation, which then says nothing
 * about the agent. An opening line from the case is its author's own and is not checked.
 */
export function faultsOf(user: SimulatedUser, turn: SimulatedTurn): SimulatorFault[] {
  const { exchange, line } = turn;
  const fault = (kind: SimulatorFault["kind"]) => (reason: string) => ({ kind, exchange, reason, line });
  const role = speaksForOther(line, factsOf(user));
  const echo = echoOf(user, turn);
  const evasion = evasionOf(user, turn);
  const wrong = wrongFacts(user, turn);
  const invented = wrong.length > 0 ? [] : inventionsIn(user, turn);
  return [
    ...leaks(user, turn).map(fault("leaked")),
    ...toldEarly(user, turn).map(fault("told-before-asked")),
    ...contradictions(user, turn).map(fault("contradicted-goal")),
    ...(role === undefined ? [] : [role]).map(fault("spoke-like-assistant")),
    ...wrong.map(fault("wrong-fact")),
    ...invented.map((said) => `gave “${said}”, which is not on its sheet`).map(fault("wrong-fact")),
    ...(evasion === undefined ? [] : [evasion]).map(fault("no-answer")),
    ...(echo === undefined ? [] : [echo]).map(fault("echoed")),
    ...(speaksAnotherLanguage(user, turn) ? ["spoke another language"] : []).map(fault("wrong-language")),
    ...(brokenMark.test(line) ? ["wrote its stop mark in the wrong form"] : []).map(fault("broke-stop-rule")),
  ];
}

/** "[goal met]", "**GOAL_MET**", "(gives up)": meant as the mark, but in the wrong form. */
const brokenMark =
  /[<[({*]\s*(?:goal[ _-]?(?:met|reached|achieved)|gives?[ _-]?up|end of (?:the )?(?:call|conversation))/i;

/** Once the agent or the opening line has said it, it is no longer a secret. */
function isOut(value: string, { opening }: SimulatedUser, heard: readonly string[]): boolean {
  return [...(opening === undefined ? [] : [opening]), ...heard].some((text) => says(text, value));
}

function leaks(user: SimulatedUser, { line, heard, said }: SimulatedTurn): string[] {
  return user.cannotKnow
    .filter((words) => (says(line, words) || hides(line, words, said)) && !isOut(words, user, heard))
    .map((words) => `said “${words}”, which it cannot know`);
}

function toldEarly(user: SimulatedUser, { line, heard }: SimulatedTurn): string[] {
  return factsOf(user)
    .filter(({ withheld }) => withheld)
    .filter(({ name, value }) => says(line, value) || (isOwnName(name) && givesName(line, value)))
    .filter((fact) => !wasAsked(fact, heard) && !isOut(fact.value, user, heard))
    .map(({ name }) => `told its ${name} before it was asked`);
}

/** "This is Kim": a part of the name counts as the name. */
function givesName(line: string, name: string): boolean {
  const known = name.toLowerCase();
  return findGivenNames(line, { asked: false }).some(({ value }) => compareNames(known, value) === "same");
}

function contradictions(user: SimulatedUser, { line }: SimulatedTurn): string[] {
  return user.neverSays.flatMap((pattern) => {
    const outcome = testPattern(pattern, line, { flags: "i" });
    if (outcome === "no-match") return [];
    const what = `said what goes against its goal (${pattern})`;
    // It is unclear whether the conversation counts, so it does not.
    return [outcome === "match" ? what : `may have ${what}: the pattern took too long`];
  });
}

/** Words that only agree. */
const agreement =
  /^\W*(?:(?:yes|yeah|yep|yup|sure|ok|okay|alright|absolutely|definitely|of course|please|certainly|correct|right|exactly|perfect|great|fine|good|wonderful|excellent|agreed|thanks|thank you|sounds (?:good|great|fine|perfect)|that(?:'|’)?s (?:right|correct|fine|good|perfect|great|it)|that (?:works|sounds good|is (?:right|correct|fine))(?: for me)?|works for me|go ahead|i agree|whatever you (?:say|think|recommend|suggest)|(?:that|it) does|it is|do that|let(?:'|’)?s do (?:it|that))\b[\s,.!]*)+$/i;
const tail = /,\s*(?:and |or )?(?:is|are|will|would|do|does|did|can|could|was|were|has|have|should|shall)\b/i;
const suggests =
  /\b(?:how (?:about|does|do|would|is)|what (?:about|if)|why don(?:'|’)?t|sound|works? for you|okay|all right|right|correct)\b/i;
const open =
  /^(?:\W*(?:and|so|ok|okay|great|perfect|thanks|now|alright|got it|first|next|also|then)\b[\s,]*)*(?:(?:for|on|at|to|in|from|by) )?(?:what|which|when|where|who|whose|how (?:many|much|old|long|big|large|far|soon)|how(?! (?:are|is|was|have|can|may|could)\b)(?!(?:'|’)s))\b/i;

/** In letters; longer lines say more than that. */
const mostWords = 200;

/** Why a line does not answer: it agrees to a question that asks for something, or is the third of small talk in a row. */
function evasionOf(user: SimulatedUser, { line, heard, said, isLast }: SimulatedTurn): string | undefined {
  if (isLast || line.length > mostWords) return undefined;
  const asked = sentencesOf(heard.at(-1) ?? "").filter(({ text }) => isQuestion(text));
  const isOpen =
    asked.length > 0 && asked.every(({ text }) => open.test(text) && !suggests.test(text) && !tail.test(text));
  if (isOpen && agreement.test(line)) return "agreed to a question that asks for something, instead of answering it";
  const lines = [...said.slice(-2), line];
  if (lines.length < 3 || lines.some((text) => text.length > mostWords)) return undefined;
  const sheet = new Set(sheetOf(user).flatMap(longWords));
  const isIdle = (text: string) =>
    chat.test(text) && !longWords(text).some((word) => sheet.has(word) && !chat.test(word));
  if (lines.every(isIdle)) return "went on with small talk";
  return lines.every((text) => farewell.test(text)) ? "went on saying goodbye" : undefined;
}

const chat =
  /\b(?:weather|sunny|rain(?:y|ing)?|snow(?:ing)?|hot out|cold out|weekends?|holidays?|vacation|how are you|how(?:'|’)?s (?:it going|your (?:day|morning|week|evening|family))|how is your|(?:your|the) (?:day|game|match|team|show|movie|band|favou?rite)|football|soccer|baseball|basketball|hockey|movies?|series|netflix|music|concert|hobby|hobbies|grandkids|coffee|lunch|dinner|recipe|traffic|do you (?:like|enjoy|ever|have (?:kids|pets|a (?:dog|cat)))|are you (?:from|based)|where are you (?:from|based|located)|funny story|reminds me|small world|lovely|crazy times|these days|back in my day|been busy)\b/i;
const farewell =
  /^\W*(?:(?:ok(?:ay)?|and|alright|well|great|you|too|thanks?|thank you|thank you so much|so much|again|very much|bye|bye-bye|goodbye|take care|see you|have a (?:great|good|nice|lovely|wonderful) (?:day|one|evening|night|weekend|afternoon)|same to you|cheers|appreciate it|i appreciate it|talk (?:to you )?(?:soon|later))\b[\s,.!]*)+$/i;

function longWords(text: string): string[] {
  return (foldText(text) ?? "").split(" ").flatMap((word) => (word.length > 4 ? [word.slice(0, 6)] : []));
}

const named =
  /\b(?:number|order|account|policy|ids?|code|reference|confirmation|member(?:ship)?|ticket|booking|reservation|licen[cs]e|serial|invoice|case|claim|card|phone|call (?:me|back)|reach me|zip|postal|ssn|social|tracking|passport|e-?mail)\b/i;
/** Amounts and dates are not identifiers. */
const amount =
  /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|[$€£]\s?[\d.,]+|\d[\d.,]*\s?(?:miles?|km|kilomet|square|sq\b|feet|ft\b|dollars?|bucks|euros?|pounds?|btu|watts?|people|years?|hours?|minutes?|percent|%|gallons?|lit(?:er|re)s?)/gi;

/** Numbers, codes and e-mail addresses that the sheet does not hold and nobody has said: it made them up. */
function inventionsIn(user: SimulatedUser, { line, heard, said }: SimulatedTurn): string[] {
  if (user.behaviours.includes("changes-mind")) return [];
  const known = [...sheetOf(user), ...user.cannotKnow, ...heard, ...said];
  const digits = known.flatMap((text) => [text, ...numbersSaid(text)]).map((text) => text.replace(/\D/g, ""));
  const isKnown = (text: string) => digits.some((one) => one.includes(text) || (one.length > 3 && text.includes(one)));
  const emails = emailsIn(line).filter((email) => !known.some((text) => says(text, email)));
  if (!named.test(line) && !named.test(heard.at(-1) ?? "")) return emails;
  const spoken = line.replace(amount, " ");
  const groups = spoken.match(/\d{3,}/g);
  // "555-0199, area code 512"
  if (groups?.every(isKnown)) return emails;
  const codes = codesIn(spoken).filter((code) => !known.some((text) => lettersOf(text).includes(lettersOf(code))));
  const numbers = numbersSaid(spoken).filter((number) => number.length > 4 && !isKnown(number));
  return [...emails, ...(codes.length > 0 ? codes : numbers)];
}

/** Letters and digits in one word, such as "ZX-4418"; "3-bedroom", "10am" and dates are not codes. */
function codesIn(text: string): string[] {
  const words = text.match(/\b(?=[a-z\d-]*\d)(?=[a-z\d-]*[a-z])[a-z\d][a-z\d-]{4,}\b/gi) ?? [];
  return words.filter(
    (word) => !/^\d{1,2}(?:st|nd|rd|th)?(?:am|pm)?-?(?:am|pm|[a-z]{3,}|\d{1,2}(?:am|pm)?)?$/i.test(word),
  );
}

/** Whether a line holds words backwards, letter by letter, or in two pieces. */
function hides(line: string, words: string, said: readonly string[]): boolean {
  const secret = lettersOf(words);
  if (secret.length < 5) return false;
  const text = lettersOf(line);
  if (text.includes(secret) || text.includes([...secret].reverse().join(""))) return true;
  // An ordinary word may be made of two others.
  const pieces = new Set((/\d/.test(secret) ? [...said.slice(-2), line] : [line]).flatMap((one) => tokens(one)));
  const least = /\d/.test(secret) ? 3 : 4;
  const cuts = Array.from({ length: secret.length }, (_, n) => n).filter(
    (n) => n >= least && n <= secret.length - least,
  );
  return cuts.some((cut) => pieces.has(secret.slice(0, cut)) && pieces.has(secret.slice(cut)));
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function lettersOf(text: string): string {
  return tokens(text).join("");
}

const alike = 0.85;

/** Why a line is not an answer: it repeats what the agent just said, or what the user said before. */
function echoOf(user: SimulatedUser, turn: SimulatedTurn): string | undefined {
  if (polite.test(turn.line) && wordCount(turn.line) <= mostPolite) return undefined;
  if (echoesAgent(turn)) return "repeated what the agent had just said";
  return repeatsItself(user, turn) ? "repeated its own line instead of answering" : undefined;
}

/** Goodbyes and thanks may be repeated. */
const polite =
  /^\W*(?:(?:and |to )?(?:you|thanks?|thank you|bye|goodbye|hello|hi|hey|have a|good (?:day|night|morning|evening|afternoon)|take care|see you)\b)/i;
const mostPolite = 6;
/** "Yes, tomorrow between eight and ten" repeats what the user agrees to. */
const agreeing =
  /^\W*(?:yes|yeah|yep|yup|sure|ok|okay|correct|right|exactly|perfect|great|no|nope|wait|sorry|i don(?:'|’)t know|not sure|none)\b/i;

function echoesAgent({ line, heard, said }: SimulatedTurn): boolean {
  const reply = heard.at(-1);
  if (reply === undefined || agreeing.test(line)) return false;
  const questions = sentencesOf(reply).filter(({ text }) => isQuestion(text));
  const candidates = [reply, ...(isQuestion(line) ? questions.map(({ text }) => text) : [])];
  // The same question again, or the same words twice in a row, however short.
  if (isQuestion(line) && wordCount(line) > 2 && isSame(line, reply)) return true;
  const [saidLast, heardBefore] = [said.at(-1), heard.at(-2)];
  if (isSame(line, reply) && saidLast && heardBefore && isSame(saidLast, heardBefore)) return true;
  const enough = /\byou(?:r|'re|’re)?\b/i.test(line) ? 3 : 6;
  return wordCount(line) >= enough && candidates.some((text) => isAlike(line, text));
}

function repeatsItself(user: SimulatedUser, { line, heard, said }: SimulatedTurn): boolean {
  const thrice = said.length > 1 && said.slice(-2).every((before) => isSame(before, line));
  if (wordCount(line) < (thrice ? 3 : 6) || agreeing.test(line) || !said.some((before) => isAlike(line, before)))
    return false;
  const last = heard.at(-1) ?? "";
  // A person who is asked again repeats the answer, also to an agent that goes in circles.
  const askedAgain = asksAgain.test(last) || heard.slice(0, -1).some((reply) => textSimilarity(reply, last) > 0.6);
  const answers = factsOf(user).some((fact) => says(line, fact.value) && wasAsked(fact, [last]));
  return !askedAgain && !answers;
}

const asksAgain =
  /\b(?:again|repeat|rephrase|catch|missed|pardon|say that|come again|once more|one more time|didn(?:'|’)t (?:hear|get|understand|follow)|did you say|sorry|excuse me|not sure i|(?:still|anyone|anybody|are you) there|hear me|with me|hello\?)|\b(?:what|how) (?:was|did you) (?:that|say)\b/i;

function wordCount(text: string): number {
  return foldText(text)?.split(" ").length ?? 0;
}

function isSame(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

function isAlike(one: string, other: string): boolean {
  return textSimilarity(foldText(one) ?? "", foldText(other) ?? "") >= alike;
}
