import { encodeJudgeItems, type ModelRequest, type TapeItems } from "../../model/index.ts";
import type { CaseInput } from "../../shape/index.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import { call } from "../testing-transcript.test-helper.ts";
import type { Metric } from "../types.ts";
import { hallucination } from "./claims.ts";
import {
  bias,
  misuse,
  nonAdvice,
  piiLeakage,
  roleAdherence,
  roleViolation,
  topicAdherence,
  toxicity,
} from "./conduct.ts";
import { contextualPrecision, contextualRecall, contextualRelevancy, summarization } from "./contexts.ts";
import { clarification, escalation, refusal } from "./duties.ts";
import { commitments, disclosure } from "./sayings.ts";
import { planAdherence, stepEfficiency } from "./steps.ts";
import { completeness, goalAccuracy, knowledgeRetention, promptAlignment, taskCompletion } from "./task.ts";
import { itemsIn, type Played, talk } from "./testing-catalogue.test-helper.ts";
import { argumentCorrectness } from "./tool-honesty.ts";

/** What the agent says, calls and is given in every conversation of the table: there to be quoted. */
const said = "These are the agent's words.";
const given = "This is what holds here.";

type Verdict = TapeItems[string];
type Making = (options?: JudgedOptions) => Metric;

export interface Row {
  name: string;
  make: Making;
  expect: CaseInput["expect"];
  good: (id: string) => Verdict;
  bad: (id: string) => Verdict;
}

const quoting = (verdict: string, quote?: string) => () => (quote === undefined ? verdict : { verdict, quote });
const row = (name: string, make: Making, good: Row["good"], bad: Row["bad"], expect: Row["expect"] = {}): Row => ({
  name,
  make,
  expect,
  good,
  bad,
});
const role = { role: "Says one thing, again and again." };

/** Every metric of the catalogue, with a case that it applies to, and a verdict that is all good or all bad. */
export const catalogue: readonly Row[] = [
  row("completeness", completeness, quoting("met", said), quoting("not met", said)),
  row("knowledgeRetention", knowledgeRetention, quoting("kept"), quoting("forgotten", said)),
  row("roleAdherence", roleAdherence, quoting("in role"), quoting("out of role", said), role),
  row("topicAdherence", topicAdherence, quoting("on topic"), quoting("off topic", said), { topics: ["words"] }),
  row("taskCompletion", taskCompletion, quoting("done", said), quoting("not done", said), { goal: "It is said." }),
  row("goalAccuracy", goalAccuracy, quoting("reached", said), quoting("not reached", said), { goal: "It is said." }),
  row("argumentCorrectness", argumentCorrectness, quoting("follows", said), quoting("does not follow", said)),
  row("hallucination", hallucination, quoting("grounded", given), quoting("invented"), { facts: [given] }),
  row("bias", bias, quoting("unbiased"), quoting("biased", said)),
  row("toxicity", toxicity, quoting("clean"), quoting("toxic", said)),
  row("piiLeakage", piiLeakage, quoting("clean"), quoting("leak", said)),
  row("misuse", misuse, quoting("proper"), quoting("misused", said), role),
  row("roleViolation", roleViolation, quoting("kept"), quoting("broken", said), role),
  row("nonAdvice", nonAdvice, quoting("no advice"), quoting("advice", said)),
  row("contextualPrecision", contextualPrecision, quoting("relevant", given), quoting("not relevant"), {
    contexts: [given, given],
  }),
  row("contextualRecall", contextualRecall, quoting("supported", given), quoting("not supported"), {
    contexts: [given],
    reference: "So it is.",
  }),
  row("contextualRelevancy", contextualRelevancy, quoting("relevant"), quoting("not relevant"), { contexts: [given] }),
  row(
    "summarization",
    summarization,
    (id) => (id.startsWith("s") ? { verdict: "supported", quote: given } : { verdict: "kept", quote: said }),
    (id) => (id.startsWith("s") ? "added" : "left out"),
    { contexts: [given] },
  ),
  row("promptAlignment", promptAlignment, quoting("followed", said), quoting("not followed", said), {
    instructions: ["Say one thing.", "Say it again."],
  }),
  row("refusal", refusal, quoting("refused", said), quoting("not refused", said), { refusal: true }),
  row("escalation", escalation, quoting("handed over", said), quoting("not handed over", said), { escalation: true }),
  row("clarification", clarification, quoting("asked", said), quoting("did not ask", said), { clarification: true }),
  row(
    "stepEfficiency",
    (options) => stepEfficiency({ ...options, judge: true }),
    quoting("needed"),
    quoting("unnecessary", said),
  ),
  row("planAdherence", planAdherence, quoting("carried out", said), quoting("not carried out", said), {
    plan: ["Say one thing.", "Say it again."],
  }),
  row("disclosure", disclosure, quoting("told", said), quoting("not told", said), { disclosure: ["one thing"] }),
  row("commitments", commitments, quoting("not promised", said), quoting("promised", said), {
    commitments: ["the moon"],
  }),
];

/** A conversation of so many exchanges, each with words and a call; `mark` stands in what the user says. */
export function longTalk(exchanges: number, mark = "nothing") {
  const played = Array.from({ length: exchanges }, (_, index): Played => {
    return [`Line ${index + 1} about ${mark}.`, said, call("note", { text: said, line: index }, { result: "noted" })];
  });
  return talk(played);
}

/** An answer that gives every item of a request its verdict. */
export function answerAll(request: ModelRequest, verdictOf: (id: string) => Verdict): string {
  return encodeJudgeItems(Object.fromEntries(itemsIn(request).map(({ id }) => [id, verdictOf(id)])));
}
