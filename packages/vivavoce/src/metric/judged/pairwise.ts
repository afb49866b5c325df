import { InputError } from "../../base/index.ts";
import { ask, type Fact, type Item, type Judge, type Question, worldFacts } from "../../judge/index.ts";
import type { Case, Exchange, Transcript } from "../../shape/index.ts";
import { failureOf, identityOf } from "../define-metric.ts";
import { refuseUnknownOptions } from "../known-options.ts";
import { heldExchanges, nothingDone } from "../rows/items.ts";
import type { Identity } from "../types.ts";
import type { JudgedOptions } from "./definition.ts";
import { checkGiven, checkOptions, judgedOptions, judgesOf, panelSize, refuseQuotes } from "./options.ts";
import { type PairwiseResult, resultOf, type ShownPair, type Side } from "./pairwise-result.ts";
import { promptHash } from "./question-identity.ts";

/** Options of `pairwise`. */
export interface PairwiseOptions extends Omit<JudgedOptions, "threshold" | "report" | "quotes"> {
  /** The points on which the two are compared, one by one; a case's own criteria are added. Without points: all in all. */
  criteria?: readonly string[] | undefined;
}

/** Compares two conversations of one case. */
export interface Pairwise {
  /** What it is called. */
  name: string;
  /** Results of different identities are not compared. */
  identity: Identity;
  /** How many judge calls one comparison takes, if nothing has to be asked again. */
  calls: number;
  /** Asks the judge in both orders which conversation is better. */
  compare(a: Transcript, b: Transcript, testCase: Case, judge: Judge): Promise<PairwiseResult>;
}

/**
 * Which of two conversations of one case is better. The judge is asked twice, with each shown first once, and the two
 * answers are averaged; ties are allowed. If the orders disagree, it is a tie and `consistent` is false. Two calls.
 *
 * @example
 * const { compare } = pairwise({ criteria: ["gives one concrete next step"] });
 * const result = await compare(before, after, testCase, judge);
 * if (result.status === "scored") console.log(result.winner, result.preference); // "b" 0
 */
export function pairwise({ name = "pairwise", criteria = [], ...options }: PairwiseOptions = {}): Pairwise {
  refuseUnknownOptions("pairwise", { criteria, ...options }, { ...judgedOptions, criteria: "texts" });
  checkOptions({ ...options, name });
  refuseQuotes(name, options, "a verdict is for one agent and against the other");
  if (criteria.length > 0) checkGiven(name, { criteria });
  const { samples = 1, temperature, budget, judges } = options;
  const question = comparisonQuestion(name, criteria, [0, 0]);
  return {
    name,
    identity: identityOf(name, 1, { question, prompt: promptHash(question), samples, temperature, budget, judges }),
    calls: 2 * samples * panelSize(options),
    async compare(a, b, testCase, judge) {
      refuseOtherCase(a, b, testCase);
      const silent = [a, b].findIndex((transcript) => heldExchanges(transcript).length === 0);
      if (silent >= 0) return { status: "skipped", reason: `${silent === 0 ? "a" : "b"}: ${nothingDone}` };
      const points = [...criteria, ...(testCase.expect.criteria?.criteria ?? [])];
      const show = (first: Side) => askInOrder(first, { a, b }, { ...options, name, points }, judge);
      try {
        // One after the other, so that a tape holds them in order.
        return resultOf([await show("a"), await show("b")]);
      } catch (error) {
        return failureOf(error, true);
      }
    },
  };
}

interface Comparing extends PairwiseOptions {
  name: string;
  points: readonly string[];
}

async function askInOrder(
  first: Side,
  { a, b }: Record<Side, Transcript>,
  { points, ...settings }: Comparing,
  judge: Judge,
): Promise<ShownPair> {
  const { transcript, counts, facts } = first === "a" ? sideBySide(a, b) : sideBySide(b, a);
  const question = comparisonQuestion(settings.name, points, counts, facts);
  const judgement = await ask(judgesOf(settings, judge), question, { transcript, repeat: judge.repeat }, settings);
  return { first, exchangesOfFirst: counts[0], items: question.items, judgement };
}

function refuseOtherCase(a: Transcript, b: Transcript, { id }: Case): void {
  if (a.case === id && b.case === id) return;
  throw new InputError({
    message: `only conversations of one case can be compared, and these are of ${a.case} and ${b.case}; the case is ${id}`,
    remedy: "Give two transcripts of the case.",
  });
}

/** What is compared if no points are given. */
const overall = "Serves the user better overall: what they wanted is done correctly, and they are treated well.";

/** Asks which of two conversations is better on each of some points; without points, all in all. */
function comparisonQuestion(
  name: string,
  points: readonly string[],
  [first, second]: readonly [number, number],
  facts: readonly Fact[] = [],
): Question {
  const items = (points.length === 0 ? [overall] : points).map((text, index): Item => ({ id: `p${index + 1}`, text }));
  return {
    name,
    instructions: `The record holds two conversations on the same task, with two agents. The first is exchanges 1 to ${first}, the second exchanges ${first + 1} to ${first + second}; what was said before the exam belongs to both. Each item is a point on which they are compared. Decide separately for each which of the two agents does better there, by what it said and by what it did. Which conversation comes first, how long the replies are and how confident an agent sounds make neither of them better.`,
    items,
    menu: [
      { verdict: "first", meaning: "the first conversation is better on this point" },
      { verdict: "second", meaning: "the second conversation is better on this point" },
      { verdict: "tie", meaning: "there is no difference worth naming", evidence: "none" },
    ],
    facts,
    evidence: "required",
  };
}

/** Two conversations in one record: the exchanges of the second are numbered on from those of the first. */
interface PairedTranscript {
  transcript: Transcript;
  /** How many exchanges each has. */
  counts: readonly [first: number, second: number];
  /** The world as both found it, and how each changed it. */
  facts: Fact[];
}

/** Nothing in it shows which agent had which conversation. */
function sideBySide(first: Transcript, second: Transcript): PairedTranscript {
  const { case: caseId, repeat, history } = first;
  const exchanges = [...numberedFrom(1, first), ...numberedFrom(first.exchanges.length + 1, second)];
  return {
    transcript: {
      version: 2,
      case: caseId,
      variant: {},
      repeat,
      agent: { name: "two agents", version: "1" },
      history,
      exchanges,
      outcome: { kind: "completed" },
    },
    counts: [first.exchanges.length, second.exchanges.length],
    facts: [...worldFacts(first, "before"), ...outcomeFacts("first", first), ...outcomeFacts("second", second)],
  };
}

function numberedFrom(start: number, { exchanges }: Transcript): Exchange[] {
  return exchanges.map((exchange, index) => ({ ...exchange, number: start + index }));
}

function outcomeFacts(which: "first" | "second", transcript: Transcript): Fact[] {
  return worldFacts(transcript, "before-and-after")
    .filter(({ id }) => id !== "world-before")
    .map(({ id, title, text }) => ({ id: `${which}-${id}`, title: `${title} (the ${which} one)`, text }));
}
