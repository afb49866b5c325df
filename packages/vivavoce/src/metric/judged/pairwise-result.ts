import type { JsonValue } from "../../base/index.ts";
import type { Agreement, Item, Judgement } from "../../judge/index.ts";
import type { Quote } from "../../shape/index.ts";
import { judgeDetail, mean } from "./combine.ts";

/** One of two conversations. */
export type Side = "a" | "b";

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

/** One judgement of the pair, and how it was shown. */
export interface ShownPair {
  first: Side;
  exchangesOfFirst: number;
  items: readonly Item[];
  judgement: Judgement;
}

export function resultOf(shown: readonly ShownPair[]): PairwiseResult {
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

function sideOf(verdict: string | undefined, first: Side): Side | "tie" {
  if (verdict === "first") return first;
  return verdict === "second" ? otherSide(first) : "tie";
}

function otherSide(side: Side): Side {
  return side === "a" ? "b" : "a";
}

function preferenceOf(votes: readonly (Side | "tie")[]): number {
  return mean(votes.map((vote) => ({ a: 1, b: 0, tie: 0.5 })[vote]));
}

/** Sums of halves are exact in floating point, so they can be compared with ===. */
function leaderOf(preference: number): Side | "tie" {
  return preference === 0.5 ? "tie" : preference > 0.5 ? "a" : "b";
}

function checksOf({ first, exchangesOfFirst, items, judgement }: ShownPair): PairwiseCheck[] {
  return judgement.agreements.map(({ id, winner, voices }: Agreement) => {
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
    : { ...quote, exchange: exchange - exchangesOfFirst, of: otherSide(first) };
}
