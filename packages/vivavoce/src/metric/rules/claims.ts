import { InputError, listed, showValue } from "../../base/index.ts";
import { type Check, check, fateOf, skippedCheck, type Transcript } from "../../shape/index.ts";
import { isQuestion, sentencesOf } from "../../speech/index.ts";
import { defineMetric } from "../define-metric.ts";
import { listCalls, madeCalls, quoteReply } from "../evidence.ts";
import { refuseUnknownOptions, yesOrNoOptions } from "../known-options.ts";
import { allOf, type MetricResult, skipped } from "../result.ts";
import type { Metric, YesOrNoOptions } from "../types.ts";
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
  if (given.length === 0 || unclear) {
    const found = unclear ? `${unclear[0]}: ${showValue(unclear[1])}` : showValue(verbs);
    const remedy = 'Write claims({ verbs: { booked: "book_appointment" } }).';
    throw new InputError({ message: `${name}: verbs should name a tool for each verb, found ${found}`, remedy });
  }
  const known = given.map(([verb, tools]) => ({ verb, says: claimOf(verb), tools: [tools].flat() }));
  return defineMetric({
    name,
    version: 1,
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
  says: RegExp;
  tools: readonly string[];
}

function scoreClaims(transcript: Transcript, claims: readonly Claim[]): MetricResult {
  const calls = madeCalls(transcript);
  const checks = repliesOf(transcript).flatMap(({ exchange, text }) =>
    claims.flatMap(({ verb, says, tools }): Check[] => {
      const sentence = sentencesOf(text)
        .find((one) => claimsIn(one.text, says))
        ?.text.trim();
      if (sentence === undefined) return [];
      const own = calls.filter((made) => tools.includes(made.call.name) && made.exchange <= exchange);
      const ran = own.filter(({ call }) => fateOf(call) === "ran");
      const row = { id: `${verb}-${exchange}`, label: `exchange ${exchange}: “${verb}” is true` };
      if (ran.length === 0 && own.some(({ call }) => fateOf(call) === "unknown")) {
        return [skippedCheck({ ...row, reason: `nobody can see whether ${listCalls(own)} ran` })];
      }
      const tried = own.map(({ call }) => `${call.name} ${fateOf(call)}`);
      const why = tried.length === 0 ? `${tools.join(" or ")} was not called by then` : listed(tried, 5);
      const reason = ran.length > 0 ? `${listCalls(ran)} ran` : `the agent says “${sentence}”, but ${why}`;
      return [check(row.id, ran.length > 0, reason, { ...row, evidence: [quoteReply(exchange, sentence)] })];
    }),
  );
  const decided = checks.filter(({ status }) => status !== "skipped");
  if (decided.length > 0) return allOf(checks);
  return skipped(checks[0]?.reason ?? "no reply says that something was done");
}

const adverbs = "(?: (?:now|just|also|all|successfully|officially|(?:gone|went) ahead and|\\w+ed and))*";

/** How people say that a thing is done: "I've booked", "you're booked", "it has been booked", "Booked!". */
function claimOf(verb: string): RegExp {
  const words = verb
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\s+/g, "\\s+")
    .replace(/ll?ed$/i, "ll?ed");
  const subjects = [
    "(?:i|we)(?:'ve| have)?",
    "(?:i|we)(?:'ve| have)?(?: got| have| had)? (?:you|it|that|this|them|your [\\w ]{1,30}?)",
    "(?:you|everything)(?:'re|'s| are| is)",
    "(?:it|that|this|your [\\w' -]{1,40}?)(?:'s| is| are)",
    "(?:it|that|this|(?:your|the) [\\w' -]{1,40}?) ha(?:s|ve)(?: now| just)? been",
  ];
  const alone =
    "(?:^\\W*|, )(?:(?:okay|ok|great|perfect|done|alright|all right|good news|there you go)\\W+)*(?:all |successfully )?";
  const behind = "(?=\\W*$|[.!,]| (?:you|it|that|in|for|on|at)\\b)";
  return new RegExp(
    `\\b(?:${subjects.join("|")})${adverbs}\\s+${words}\\b(?! (?:up|solid|out|nothing|none|no)\\b)|${alone}${words}${behind}`,
    "i",
  );
}

/** Words before it that make it a plan, a condition or a refusal. */
const ahead =
  /\b(?:(?:i|we)(?:'ll| will| can| could)|can i|could|shall|would|let me|before|once|when|as soon as|if|unless|until|after|need|want|cannot|can't|couldn't|unable|not|never|nothing|isn't|hasn't|haven't|wasn't|last (?:time|week|month|year))\b/i;
/** Words by which it is about a slot that others have taken. */
const taken = /\b(?:sorry|unfortunately|afraid|instead|how about|what about)\b/i;

/** Whether a sentence claims it, and does not ask, plan or deny it. */
function claimsIn(sentence: string, says: RegExp): boolean {
  const plain = sentence.replaceAll("’", "'").trim();
  if (isQuestion(plain) || taken.test(plain)) return false;
  return plain.split(/[;:–—]|, (?:but|and|so)\b/).some((part) => {
    const found = says.exec(part);
    return found !== null && !ahead.test(part.slice(0, found.index + found[0].length));
  });
}
