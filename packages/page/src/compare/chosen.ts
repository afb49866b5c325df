import { swappedChoice } from "../../../vivavoce/src/report/views/variant-choice.ts";
import { address } from "../data/route.ts";
import type { CompareAnswer, PairAnswer } from "./answer.ts";

/** What the address of a comparison chooses. */
export interface Chosen {
  before: string;
  /** The run that is compared in full. */
  after: string;
  /** Every run that is compared with the first, `after` among them. */
  others: readonly string[];
  suite?: string | undefined;
  /** "prompt=v1,v2", as `--variant` has it. */
  variant?: string | undefined;
  /** The flip that is open. */
  case?: string | undefined;
}

export function compareAddress({ before, after, others, suite, variant, case: caseId }: Chosen): string {
  const query = { with: after === others[0] ? undefined : after, suite, variant, case: caseId };
  return address(["compare", before, ...others], query);
}

/** The other way round: what was better is worse. */
export function swapped({ before, after, others, variant, ...rest }: Chosen): Chosen {
  const now = others.map((one) => (one === after ? before : one));
  return {
    ...rest,
    before: after,
    after: before,
    others: now,
    ...(variant ? { variant: swappedChoice(variant) } : {}),
  };
}

/** The choice of one pair among several; if there is only one, what is chosen already says which. */
export function chosenPair(pair: PairAnswer, chosen: Chosen, alone: boolean): Chosen {
  return alone ? chosen : { ...chosen, suite: pair.only.suite, variant: pair.only.variant };
}

/** Every flip in the order of the page, as addresses. */
export function flipsIn({ suites }: CompareAnswer, chosen: Chosen): Chosen[] {
  return suites.flatMap((pair) =>
    pair.refused
      ? []
      : pair.flips.map(({ caseId }) => ({ ...chosenPair(pair, chosen, suites.length === 1), case: caseId })),
  );
}
