import type { SimulatedUser } from "../shape/index.ts";
import { foldText, isQuestion, says, sentencesOf, textSimilarity } from "../speech/index.ts";
import { factsOf, type SimulatedTurn, wasAsked } from "./simulator-facts.ts";

const alike = 0.85;

/** Why a line is not an answer: it repeats what the agent just said, or what the user said before. */
export function echoOf(user: SimulatedUser, turn: SimulatedTurn): string | undefined {
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
