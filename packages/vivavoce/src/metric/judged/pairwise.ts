import { InputError, type JsonValue } from "../../base/index.ts";
import { ask, type Fact, type Item, type Judge, type Question, worldFacts } from "../../judge/index.ts";
import type { Case, Exchange, Quote, Transcript } from "../../shape/index.ts";
import { failureOf, identityOf } from "../define-metric.ts";
import { refuseUnknownOptions } from "../known-options.ts";
import { heldExchanges, nothingDone } from "../rows/items.ts";
import type { Identity } from "../types.ts";
import { judgeDetail, mean } from "./combine.ts";
import type { JudgedOptions } from "./definition.ts";
import { promptHash } from "./judged-metric.ts";
import { checkGiven, checkOptions, judgedOptions, judgesOf, panelSize } from "./options.ts";

/** Options of `pairwise`. */
export interface PairwiseOptions extends Omit<JudgedOptions, "threshold" | "report" | "quotes"> {
  /** The points on which the two are compared, one by one; a case's own criteria are added. Without points: all in all. */
  criteria?: readonly string[] | undefined;
}

/** One of two conversations. */
type Side = "a" | "b";

/** Words that a verdict rests on, with the exchange of their own conversation. */
interface PairwiseQuote extends Quote {
  /** Whose words they are; left out for given facts and what was said before. */
  of?: Side | undefined;
}

/** The verdict on one point, with one of the two shown first. */
interface PairwiseCheck {
  /** Names the point and the order. */
  id: string;
  /** The point, in words. */
  label: string;
  /** The one that the judge was shown first. */
  shownFirst: Side;
  /** The one that is better on this point. */
  verdict: Side | "tie";
  /** In the judge's words: "first" is the one that was shown first. */
  reason: string;
  /** What the judge quotes. */
  evidence: PairwiseQuote[];
}

/** The result of comparing two conversations. */
export type PairwiseResult =
  | {
      status: "scored";
      /** The conversation that wins in both orders; a tie if the orders name different ones. */
      winner: Side | "tie";
      /** From 0 (b on every point, in both orders) to 1 (a); a tie counts 0.5. */
      preference: number;
      /** One vote for each point, order and sample. */
      votes: Record<Side | "tie", number>;
      /** Whether the winner is the same whichever is shown first. */
      consistent: boolean;
      checks: PairwiseCheck[];
      detail: JsonValue;
    }
  | { status: "skipped" | "errored"; reason: string }
  | { status: "unscored"; reason: string; detail?: JsonValue | undefined };

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
  checkOptions({ ...options, name }, "a verdict is for one agent and against the other");
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

async function askInOrder(
  first: Side,
  { a, b }: Record<Side, Transcript>,
  { points, ...settings }: PairwiseOptions & { name: string; points: readonly string[] },
  judge: Judge,
) {
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

/**
 * Two conversations in one record: the exchanges of the second are numbered on from those of the first. Nothing in it
 * shows which agent had which conversation.
 */
function sideBySide(first: Transcript, second: Transcript) {
  const { case: caseId, repeat, history } = first;
  const exchanges = [...numberedFrom(1, first), ...numberedFrom(first.exchanges.length + 1, second)];
  const transcript: Transcript = {
    ...{ version: 2, case: caseId, variant: {}, repeat },
    agent: { name: "two agents", version: "1" },
    ...{ history, exchanges, outcome: { kind: "completed" } },
  };
  return {
    transcript,
    counts: [first.exchanges.length, second.exchanges.length] as const,
    // The world as both found it, and how each changed it.
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

/** One judgement of the pair, and how it was shown. */
type ShownPair = Awaited<ReturnType<typeof askInOrder>>;

function resultOf(shown: readonly ShownPair[]): PairwiseResult {
  const votesByOrder = shown.map(({ first, judgement }) =>
    judgement.agreements.flatMap(({ voices }) => voices.map(({ verdict }) => sideOf(verdict, first))),
  );
  const winners = votesByOrder.map((votes) => leaderOf(preferenceOf(votes)));
  const [winner = "tie", ...others] = winners;
  const consistent = others.every((other) => other === winner);
  const votes = votesByOrder.flat();
  const count = (side: Side | "tie") => votes.filter((vote) => vote === side).length;
  return {
    status: "scored",
    winner: consistent ? winner : "tie",
    preference: preferenceOf(votes),
    votes: { a: count("a"), b: count("b"), tie: count("tie") },
    consistent,
    checks: shown.flatMap(checksOf),
    detail: shown.map(({ first, judgement }) => ({ shownFirst: first, ...judgeDetail(judgement) })),
  };
}

const otherSide: Record<Side, Side> = { a: "b", b: "a" };

function sideOf(verdict: string | undefined, first: Side): Side | "tie" {
  if (verdict === "first") return first;
  return verdict === "second" ? otherSide[first] : "tie";
}

function preferenceOf(votes: readonly (Side | "tie")[]): number {
  return mean(votes.map((vote) => ({ a: 1, b: 0, tie: 0.5 })[vote]));
}

/** Sums of halves are exact in floating point, so they can be compared with ===. */
function leaderOf(preference: number): Side | "tie" {
  return preference === 0.5 ? "tie" : preference > 0.5 ? "a" : "b";
}

function checksOf({ first, exchangesOfFirst, items, judgement }: ShownPair): PairwiseCheck[] {
  return judgement.agreements.map(({ id, winner, voices }) => {
    const voice = voices.find(({ verdict }) => verdict === winner) ?? voices[0];
    return {
      id: `${first}-first.${id}`,
      label: items.find((item) => item.id === id)?.text ?? id,
      shownFirst: first,
      verdict: sideOf(winner, first),
      reason: voice?.reasoning ?? "",
      evidence: (voice?.evidence ?? []).map((quote) => placed(quote, first, exchangesOfFirst)),
    };
  });
}

function placed(quote: Quote, first: Side, exchangesOfFirst: number): PairwiseQuote {
  const { exchange } = quote;
  if (exchange === undefined) return quote;
  return exchange <= exchangesOfFirst
    ? { ...quote, of: first }
    : { ...quote, exchange: exchange - exchangesOfFirst, of: otherSide[first] };
}
