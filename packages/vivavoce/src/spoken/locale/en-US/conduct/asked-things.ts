import { sentencesOf } from "../../../text/tokens.ts";
import { builtInSlots } from "../asks/built-in.ts";

/** Questions that want no answer: whether somebody is there, surprise, an announcement. */
const idle =
  /^\W*(?:(?:oh|wow|huh|ah|no|my|gosh|wait)\W+)*(?:hello|okay|ok|really|right|you know what|guess what|is that so|oh (?:no|yeah))\W*\?/i;
/** Phrases in the form of a question, which some answer: "Isn't that always how it goes?" */
const rhetorical =
  /^\W*(?:(?:well|oh|so|and|wow|no|gosh|hey)\W+)*(?:(?:isn't|doesn't|don't|aren't|wasn't) (?:that|it|they|we|things|these things) (?:\w+ ){0,2}(?:always|just|how|way|something)\b|isn't that the way|don't you (?:just )?(?:love|hate)|who (?:knew|doesn't|hasn't|isn't|can't|would have thought|wouldn't)|what are the odds|how about that|what would we do without)|, (?:do|is|are|does|was|were|have|has|ca|wo|would)n't (?:we|they|it|that|things|people)\W*$/i;
/** The agent has not heard something, and goes on to say what: "Sorry, what was that? Which street?" */
const repair =
  /^\W*(?:(?:oh|um|uh|i'm|okay|sorry|so sorry|wait|excuse me|pardon me)\W+)*(?:sorry|pardon(?: me)?|excuse me|come again|what(?:'s| was| is) that(?: (?:again|one more time))?|what did you (?:just )?say|(?:can|could|would) you (?:please )?(?:say|repeat) (?:that|it)(?: (?:again|once more|one more time|for me|please))*|say (?:that|it|what) ?(?:again)?|how's that|one more time|you said what)(?: (?:please|for me|ma'am|sir))?\W*\?/i;
/** An example of what may be told: "what happened, like when it started?" */
const example =
  /\b(?:like|such as|for (?:example|instance)|say|maybe)\b,? (?:what|when|where|who|which|how|why|if|whether|is|are|does|did|was)\b/i;
/** A guess behind a question: "What's wrong with it, is it leaking?" */
const guess =
  /^\W*(?:(?:and|so|okay)\W+)*(?:what|where|how|why)\b[^,?]*, (?:is|are|does|do|did|has|have|was|were) (?!that (?:right|correct|ok))(?:it|that|they|there|you|the)\b[^,?]*\?\W*$/i;
/** What an agent infers, or asks: "So no heat at all?" */
const infers = /^\W*(?:(?:okay|ok|oh|and|alright)\W+)*so\b/i;
const tagged = /,? (?:is it|was it|huh|eh|yeah|you said|you say)\W*$/i;
/** Asks whether what was just proposed suits. */
const asksFit =
  /^\W*(?:(?:so|and)\W+)?(?:(?:would|does|will|is|can|how does|how would|how's) (?:that|this|it) (?:work|suit|sound|do|fit|be (?:ok|okay|good|fine|all right)|ok|okay|good|fine|all right)|(?:that|this) (?:ok|okay|work|works|suit)|does it work)\b/i;
const proposes =
  /^\W*(?:(?:so|and|okay|well|then)\W+)*(?:how about|what about|what if|could we (?:say|do)|can we (?:say|do)|shall we (?:say|do)|maybe|say|let's say)\b/i;
/** A word or two of the caller given back, with thanks behind them: "Thursday? Sure." */
const thanks = /^\W*(?:sure|thanks|thank you|got it|perfect|great|okay|ok|alright|all right|wonderful|sounds good)\b/i;
const asking =
  /\b(?:what|when|where|who|which|how|why|is|are|do|does|did|can|could|may|would|will|has|have|your|or)\b|'s\b|\w \w+, (?:right|correct)\?/i;
/** A second question behind "and": "…, and what's a good number?" */
const joined =
  /(?<=\w,?\s)and (?:also |then |just |maybe |about |roughly )*(?:what|when|where|who|which|how|why|whether|if (?:you|there|it|that|the)|(?:is|are|was|do|does|did|can|could|may|would|will|should|shall|has|have) (?:it|that|this|you|your|i|we|he|she|they|there|the|any|anyone|anybody|someone|somebody|my|our))(?:'s)?\b/gi;
/** Three questions in a row: "Is it running, how long has it been, did you close the valve?" */
const listed =
  /,\s+(?:and )?(?:(?:what|when|where|who|which|how|why)\b|(?:is|are|was|were|do|does|did|can|could|has|have) (?:it|that|this|you|your|there|the|any|anyone)\b)/gi;
/** A second request in one sentence: "…, and let me know whether …" */
const joinedRequest =
  /(?<=\w,?\s)and (?:please |also |then )*(?:let me know|tell me|give me|i(?:'d|'ll| will| would)? (?:also |just |still )*(?:need|like to (?:know|have|get))|then (?:the|your))\b/gi;
/** What is only announced: "I'll need your name in a bit". */
const announced = /\b(?:in a (?:bit|moment|minute|second|sec|little)|later|shortly|soon|eventually)\b/i;
const opensQuestion =
  /^\W*(?:(?:and|so|okay|great|thanks)\W+)?(?:what|when|where|who|which|how|why|can i|could i|may i|do you|is there|are you)(?:'s)?\b/i;
/** Details that are asked for by name; a unit's number is part of an address. */
const details: readonly RegExp[] = [
  /\bname\b/i,
  /\b(?<!unit |apartment |suite |house )(?:phone|number|callback)\b/i,
  /\b(?:address|street)\b/i,
  /\b(?:zip|postal code)\b/i,
  /\be-?mail\b/i,
];

/** Words in quotation marks are not asked but told. */
const quoted = /"[^"]*"|“[^”]*”/g;

/**
 * How many things a reply asks for. Two questions joined by "and" are two, and so are a name and a number asked for in
 * one; "Hello?", "Oh really?" and "Thursday? Sure." ask nothing, nor do words of the caller (`heard`) given back. A few
 * words behind a question offer answers to it: "What kind of noise? A rattle?" With `sure`, what may be only a phrase
 * asks nothing either, and without it an example counts as a question.
 */
export function thingsAsked(text: string, { sure = false, heard = "" } = {}): number {
  const sentences = sentencesOf(text.replaceAll("’", "'").replace(quoted, " … "))
    .map((sentence) => sentence.text)
    // Whoever goes on with a statement does not wait for an answer.
    .filter((sentence, index, all) => !rhetorical.test(sentence) || !(sure || /[^?\s]\s*$/.test(all[index + 1] ?? "")))
    .filter((sentence, index, all) => !repair.test(sentence) || !all.slice(index + 1).some((one) => one.includes("?")));
  const known = new Set(
    heard
      .toLowerCase()
      .match(aWord)
      ?.flatMap((word) => [word, word.replace(/'s$/, "")]),
  );
  const isEcho = (sentence: string, next = "?") =>
    (sure || !next.includes("?")) &&
    !asking.test(sentence) &&
    (sentence.toLowerCase().match(aWord) ?? []).every((word) => known.has(word) || small.test(word));
  const counts = sentences.map((sentence, index) => {
    const next = sentences[index + 1];
    const mayGoOn = infers.test(sentence) || (next !== undefined && !next.includes("?"));
    if (isEcho(sentence, next) || (sure && mayGoOn && !asking.test(sentence.replace(tagged, "?")))) return 0;
    if (index > 0 && sayAgain(sentences[index - 1] ?? "", sentence)) return 0;
    const mayAskMore = !sure && sentence.includes("?") && (example.test(sentence) || guess.test(sentence));
    return askedIn(sentence, next) + (mayAskMore ? 1 : 0);
  });
  const counted = counts.filter(
    (count, index) =>
      !(count && counts[index - 1] && offersAnswers(sentences[index] ?? "", sentences[index - 1] ?? "")),
  );
  const questions = counted.reduce((sum, count) => sum + count, 0);
  const requests = sentences.filter(
    (sentence, index) => counts[index] === 0 && isRequest(sentence) && !(sure && announced.test(sentence)),
  );
  if (requests.length === 0) return questions;
  const asked = sentences.filter((_, index) => (counts[index] ?? 0) > 0).concat(requests);
  const named = details.filter((detail) => asked.some((sentence) => detail.test(sentence))).length;
  const wanted = (one: string) =>
    Math.max(
      1 + times(joinedRequest, one),
      Math.max(details.filter((it) => it.test(one)).length, 1) + times(joined, one),
    );
  const requested = requests.map(wanted);
  // "I'll need your address. Where are you?" may be one thing, said twice.
  if (sure) return Math.max(questions, named, ...requested);
  return questions + requested.reduce((sum, one) => sum + one, 0);
}

const aWord = /[\w']+/g;
const small = /^(?:no|wow|gosh|the|a|an|on|in|at|of|and|so|oh|okay|ok|past|by|your|for|to|you're|that's|it's|um|uh)$/;

/** Whether two questions ask for the same in other words; a day and an hour are two. */
function sayAgain(one: string, other: string): boolean {
  if (!one.includes("?") || /\b(?:and|also|too)\b/i.test(other)) return false;
  if (proposes.test(one) && asksFit.test(other)) return true;
  const wanted = (sentence: string) =>
    Object.entries(builtInSlots)
      .filter(([, slot]) => slot.asks(sentence))
      .map(([name]) => (name === "time" && /\b(?:time|hour|early|late)\b/i.test(sentence) ? "hour" : name))
      .join();
  return wanted(one) !== "" && wanted(one) === wanted(other);
}

const requests =
  /^\W*(?:(?:and|so|okay|ok|great|alright|sure|also|then|now|next|first|just|please|if you (?:could|would|can)|go ahead and)\W+)*(?:(?:give|tell|send|get) me|let me (?:know|have|get|take|grab)|i(?:'ll| will|'d|'m| am| was| would)? (?:just |only |still |also |then |really )*(?:need|(?:like|love|want|have) to (?:know|have|get|ask|hear)|wondering|wonder|curious|ask(?:ing)?)|we(?:'ll)? (?:just |still |also )*need|(?:and|also) (?:your|the)\b(?=.*\bplease))\b/i;
const asksDetail = /\b(?:your|the|an?|me|know|what|when|where|who|which|how)\b/i;
const tells = /\b(?:let me know if|(?:tell|let) me (?:see|check|look|explain|tell you))\b/i;

/** "Give me the name and the street.": wants something without asking. Without a detail it has to want to know one. */
function isRequest(sentence: string): boolean {
  if (!requests.test(sentence) || tells.test(sentence)) return false;
  const wants = details.some((detail) => detail.test(sentence));
  return wants
    ? asksDetail.test(sentence)
    : /\b(?:tell me|know|wonder(?:ing)?|curious|ask(?:ing)?|hear) (?:what|when|where|who|which|how|whether|if)\b/i.test(
        sentence,
      );
}

const mostOffered = 4;
const mostWordsOffered = 3;
const leadsToAnOffer = /^(?:or |like,? |an? |the |maybe |more (?:of|like) |some )+/;
const asksKind = /\b(?:what (?:kind|sort|type)|which)\b/i;

/** Whether a question only offers answers to the one before: "What kind of noise? A rattle, or more of a hum?" */
function offersAnswers(sentence: string, before: string): boolean {
  const text = sentence.toLowerCase().trim();
  if (!/\?\W*$/.test(text) || !(asksKind.test(before) || leadsToAnOffer.test(text))) return false;
  const pieces = text.split(/,| or /).map((piece) => piece.trim().replace(leadsToAnOffer, ""));
  const isShort = (piece: string) => (piece.match(/[\w'-]+/g) ?? []).length <= mostWordsOffered;
  return (
    pieces.length <= mostOffered &&
    pieces.every(isShort) &&
    !asking.test(text.replace(/\bor\b/g, "")) &&
    !details.some((one) => one.test(text))
  );
}

function askedIn(sentence: string, next: string | undefined): number {
  const marks = questionsIn(sentence);
  const unmarked = marks === 0 && opensQuestion.test(sentence) && !/[.!…]\W*$/.test(sentence);
  if (marks === 0 && !unmarked) return 0;
  if (idle.test(sentence)) return 0;
  if (!asking.test(sentence) && next !== undefined && thanks.test(next)) return 0;
  const named = details.filter((detail) => detail.test(sentence)).length;
  // A street with its ZIP code is one address, and asking whether a value is right asks one thing.
  const isAddress = named === 2 && details[2]?.test(sentence) && details[3]?.test(sentence);
  const wanted = named > 1 && !isAddress && wantsDetails.test(sentence) && /,|\band\b/i.test(sentence) ? named : 1;
  const inRow = times(listed, sentence);
  return Math.max(marks, wanted, 1 + times(joined, sentence), inRow > 1 ? 1 + inRow : 0);
}

function times(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

const wantsDetails =
  /\b(?:(?:can|could|may) (?:i|we) (?:please )?(?:have|get|take|grab)|what(?:'s| is| are)|(?:can|could|would) you (?:please )?(?:give|tell))\b/i;

/** Several question marks in a row are one question. Question marks in URLs and code do not count. */
export function questionsIn(text: string): number {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ").replace(/\bhttps?:\/\/\S+/g, " ");
  return prose.match(/[?？؟][?!？！]*/g)?.length ?? 0;
}
