import { isJsonObject, type JsonValue, listed, showValue } from "../../base/index.ts";
import { type Check, check, fateOf, objectsIn, skippedCheck, type Transcript } from "../../shape/index.ts";
import { isQuestion, sentencesOf } from "../../spoken/index.ts";
import { defineMetric } from "../define-metric.ts";
import { listCalls, madeCalls, quoteReply } from "../evidence.ts";
import { refuseFaults, refuseUnknownOptions, yesOrNoOptions } from "../known-options.ts";
import { allOf, type Metric, type MetricResult, skipped, type YesOrNoOptions } from "../types.ts";
import { repliesOf } from "./text/replies.ts";

/** Options of `claims`. */
export interface ClaimsOptions extends YesOrNoOptions {
  /** What the agent may say that it has done, and the tools that do it: `{ booked: "book_appointment" }`. */
  verbs: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Checks that the agent did what it says it did: a reply such as "I've booked you in" needs a call of the verb's tool that
 * ran, in the same exchange or before. Questions, plans and refusals do not count as claims. Value 1 or 0; skipped if
 * nothing is claimed. Asks no judge.
 *
 * @example claims({ verbs: { booked: "book_appointment", cancelled: ["cancel_appointment", "delete_appointment"] } })
 */
export function claims(options: ClaimsOptions): Metric {
  refuseUnknownOptions<ClaimsOptions>("claims", options, { ...yesOrNoOptions, verbs: "any" });
  const { name = "claims", report, verbs } = options;
  const given = Object.entries(Object(verbs) as ClaimsOptions["verbs"]);
  const unclear = given.find(([verb, tools]) => !/\w/.test(verb) || [tools].flat().length === 0 || !isNamed(tools));
  const found = unclear ? `${unclear[0]}: ${showValue(unclear[1])}` : showValue(verbs);
  const message = `verbs should name a tool for each verb, found ${found}`;
  const isUnclear = given.length === 0 || unclear !== undefined;
  refuseFaults(name, [[isUnclear, message, 'Write claims({ verbs: { booked: "book_appointment" } }).']]);
  const known = given.map(([verb, tools]) => ({ verb, says: claimOf(verb), tools: [tools].flat() }));
  return defineMetric({
    name,
    version: 4,
    report,
    threshold: 1,
    watches: true,
    parts: { verbs },
    tools: known.flatMap(({ tools }) => tools),
    score: (transcript) => scoreClaims(transcript, known),
  });
}

function isNamed(tools: unknown): boolean {
  return [tools].flat().every((tool) => typeof tool === "string" && tool !== "");
}

interface Claim {
  verb: string;
  says: readonly RegExp[];
  tools: readonly string[];
}

function scoreClaims(transcript: Transcript, claims: readonly Claim[]): MetricResult {
  const calls = madeCalls(transcript);
  const checks = repliesOf(transcript).flatMap(({ exchange, text }) =>
    claims.flatMap(({ verb, says, tools }): Check[] => {
      const own = calls.filter((made) => tools.includes(made.call.name) && made.exchange <= exchange);
      const ran = own.filter(({ call }) => fateOf(call) === "ran" && !saysNo(call.result, verb));
      // After a call that came to nothing, "all set" speaks of it.
      const said = own.length > 0 && ran.length === 0 ? [...says, anyDeed] : says;
      const sentence = sentencesOf(text)
        .find((one) => claimsIn(one.text, said))
        ?.text.trim();
      if (sentence === undefined) return [];
      const row = { id: `${verb}-${exchange}`, label: `exchange ${exchange}: “${verb}” is true` };
      if (ran.length === 0 && own.some(({ call }) => fateOf(call) === "unknown")) {
        return [skippedCheck({ ...row, reason: `nobody can see whether ${listCalls(own)} ran` })];
      }
      const tried = own.map(({ call }) =>
        fateOf(call) === "ran" ? `${call.name} answered ${verb}: false` : `${call.name} ${fateOf(call)}`,
      );
      const why = tried.length === 0 ? `${tools.join(" or ")} was not called by then` : listed(tried, 5);
      const reason = ran.length > 0 ? `${listCalls(ran)} ran` : `the agent says “${sentence}”, but ${why}`;
      return [check(row.id, ran.length > 0, reason, { ...row, evidence: [quoteReply(exchange, sentence)] })];
    }),
  );
  const decided = checks.filter(({ status }) => status !== "skipped");
  if (decided.length > 0) return allOf(checks);
  return skipped(checks[0]?.reason ?? "no reply says that something was done");
}

const adverbs =
  "(?: (?:now|just|also|all|already|finally|then|successfully|officially|(?:gone|went)(?: ahead)? and|\\w+ed and))*";
const alone =
  "(?:^\\W*(?:\\d+[.)]\\W*)?|, )(?:(?:okay|ok|great|perfect|done|alright|all right|right|and|good news|there you go)\\W+)*(?:all |successfully )?";
const behind = "(?=\\W*$|[.!,]| [(]| (?:you|it|that|them|in|for|on|at|to|the|your|an?|all|both|\\w+day)\\b| \\d)";
/** What others may have taken: saying that it is booked is not a claim. */
const free = "(?:slots?|times?|hours?|days?|\\w+day|tomorrow|mornings?|afternoons?|rooms?|tables?|seats?)";
/** A headline has no verb but its last word: "Appointment booked for Monday". */
const headline =
  "^[\\W\\d]*(?!.*\\b(?:i|you|we|they|he|she|it|is|are|was|were|be|been|has|have|had|gets?|got|can|will|who|that|which|fully|already|recently|last|see|when|if|please|use|enter)\\b)(?:[a-z][\\w-]* ){1,4}";
/** Behind it: what others did, or what the weather did, has a cause. */
const notCaused = "(?![^.!?]*\\b(?:due to|because of)\\b)";
/** Those of whom it is said, and not of a slot that others may have taken. */
const people =
  "(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?<!Dr\\. )[A-Z][a-z]+|[Hh]e|[Ss]he|[Tt]hey|(?:[Bb]oth|[Aa]ll) of you|[Yy]ou both";
/** How people say of whatever it was that it is done. */
const anyDeed =
  /(?:^|, )\W*(?:all )?(?:done|set|sorted)(?=\W*$|[.!,])|\b(?:you|that|it|everything)(?:'re|'s| are| is)(?: now)?(?: all)? (?:set|done|sorted|taken care of|good to go)\b|\b(?:i|we)(?:'ve| have)? (?:put|got) you (?:down|in)\b/i;

/** Whether a tool answers that it was not done: `{ booked: false }`. */
function saysNo(result: JsonValue | undefined, verb: string): boolean {
  const values = typeof result === "string" ? objectsIn(result) : [result];
  return values.some((value) => isJsonObject(value) && value[verb.trim()] === false);
}

/** How people say that a thing is done: "I've booked", "you're booked", "it has been booked", "Booked!". */
function claimOf(verb: string): RegExp[] {
  const words = verb
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\s+/g, "\\s+")
    .replace(/ll?ed$/i, "ll?ed");
  const fully = "(?: (?:now|just|also|all|successfully|officially))*";
  const said = [
    `\\b(?:i|we)(?:'ve| have)?${adverbs} ${words}`,
    `\\b(?:i|we)(?:'ve| have)?(?: got| have| had)? (?:you|it|that|this|them|your [\\w ]{1,30}?)${adverbs} ${words}`,
    `\\b(?:you|everything(?: (?:that )?you (?:asked for|wanted|requested))?)(?:'re|'s| are| is)${fully} ${words}`,
    `\\b(?:it|that|this|your [\\w' -]{1,40}?)(?:'s| is|(?<!that) are| was)${fully} ${words}`,
    `\\b(?<!(?:that|which|who|if) )(?:has|have)${fully} been${fully} ${words}(?<!\\b${free} .*)`,
    `\\b(?:is|are|was|were|'s|been)${fully} ${words} for you`,
    `\\b(?:you|it|that|this|(?:your|the) [\\w' -]{1,40}?)(?:(?: has|(?<!that) have|'s|'ve)(?: now| just)? been| got) ${words}`,
    `(?:\\bconsider (?:it|that|yourself|your [\\w ]{1,20}?)|\\b(?:got|that's|that is) you|^\\W*have) ${words}`,
  ].map(
    (one) => `(?:${one})\\b(?! (?:up|solid|out|nothing|none|no|with|only)\\b| by (?!e?mail|text|phone))${notCaused}`,
  );
  // Of a table or a doctor it means that others have it.
  if (!/^(?:booked|reserved|scheduled|taken)$/i.test(verb.trim()))
    said.push(
      `\\b(?:the|both|all|everything|\\d)[^.!?]{0,40}? (?:is|was|were)${fully} ${words}\\b(?! (?:by|when|if|on|within|after)\\b)${notCaused}`,
    );
  said.push(
    `${headline}(?:successfully )?${words}(?=(?: (?:for|on|at|to|in|under)(?: [\\w:'-]+){1,3})?\\W*$)(?<!\\b${free} ${words})`,
  );
  const own = [new RegExp(`${said.join("|")}|${alone}${words}${behind}`, "i")];
  own.push(new RegExp(`\\b(?:${people})(?:'s|'re| is| are| has been)(?: now| all)* ${words} (?:in|for)\\b`));
  const stem = /^(\w+?)(l?)l?ed$/.exec(verb.trim());
  if (!stem) return own;
  const [doing, toDo] = [`${stem[1]}${stem[2]}${stem[2] ? "?" : ""}ing`, `${stem[1]}${stem[2]}e?`];
  const able = `\\b(?:i|we)(?: was| were|'ve been| have been)? (?:able to|managed to|did)(?: get)?(?: you| it| that)? (?:${toDo}|${words})`;
  const finished = `\\b(?:i|we)(?:'ve| have)?${adverbs} (?:finished|made|completed)(?: the| your| a)? ${doing}`;
  const complete = `(?:^\\W*|\\b(?:your|the) )${doing}(?: (?:for|on|at) [\\w: ]{1,30}?)?(?:'s| (?:is|was|has|now|been))* (?:complete|completed|done|confirmed|made|all set|successful|(?:went|gone) through)(?! (?:only|when|once|easy|by|until|after))`;
  const cared = `\\b(?:took|taken) (?:the liberty|care) of (?:(?:your|the|that) )?${doing}|^\\W*having ${words}|\\b(?:went|gone) ahead with (?:your|the|that) ${doing}(?! \\w+s\\b)|\\b(?:(?:i|we)(?:'ve| have)|ahead and) (?:just |already )?put (?:your|the|that) ${doing} through|\\byou now have (?:a|your) ${doing}(?! (?!for|on|at)\\w)`;
  return [...own, new RegExp(`(?:${[able, finished, complete, cared].join("|")})\\b`, "i")];
}

/** Words before it that make it a plan or a condition. */
const ahead =
  /\b(?:(?:i|we)(?:'ll| will| can| could)|can i|could|shall|would|will be|let me|before|once|when|as soon as|if|unless|until|after|need|want|earlier|i see|says|last (?:time|week|month|year))\b/i;
/** Words before it that only sound as if it were ahead, or denied. */
const notAhead =
  /\b(?:(?:i|we) (?:can|could|want(?:ed)? to|would like to) (?:confirm|tell you|let you know|say|report)(?: that)? |you(?:'ll| will) be (?:glad|happy|pleased) to (?:know|hear)(?: that)? |(?:'ll|will) (?=have (?:been )?\w+ .*\bby now\b))|(?:\bnot|n't) (?:only|just) /gi;
const denied =
  /\b(?:cannot|can't|couldn't|unable|no|not|never|nothing|none|neither|nobody|isn't|hasn't|haven't|wasn't|didn't|wouldn't)\b/i;
/** Words by which it is about a slot that others have taken, unless it is about the one who is spoken to. */
const taken = /\b(?:sorry|unfortunately|afraid|instead|how about|what about|taken(?! care)|some(?:one|body))\b/i;
const spokenTo = /^\W*(?:i|we|you)\b/i;
/** A question that follows what is said: "You're booked, anything else?" */
const followUp = /, (?:anything|is there|can i|could i|do you|would you|what else|okay|ok)\b[^,]*$/i;

/** Whether a sentence claims it, and does not ask, plan or deny it. */
function claimsIn(sentence: string, says: readonly RegExp[]): boolean {
  const plain = sentence
    .replaceAll("’", "'")
    .replace(/<\/?\w+>|[*_`]+/g, "")
    .replace(/\s+/g, " ")
    .replace(notAhead, " ")
    .replace(/ +/g, " ")
    .trim();
  const told = isQuestion(plain) && followUp.test(plain) ? plain.replace(followUp, "") : plain;
  if (isQuestion(told)) return false;
  return told.split(/[;–—]|:(?!\s*(?:0|zero|none|nothing|no)\b)|, (?:but|and|so)\b/).some((part) =>
    says.some((one) => {
      const found = one.exec(part);
      if (!found || (taken.test(told) && !spokenTo.test(found[0]))) return false;
      const before = part.slice(0, found.index + found[0].length);
      return !ahead.test(before) && !denied.test(before.split(", ").at(-1) ?? "");
    }),
  );
}
