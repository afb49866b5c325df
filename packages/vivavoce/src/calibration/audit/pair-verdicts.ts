import type { Check } from "../../shape/index.ts";
import type { Reading } from "./reading.ts";
import type { Way } from "./ways.ts";

/** One conversation, one metric, asked in several ways. */
export interface AskedTrial {
  trial: string;
  caseId: string;
  /** Conversations of one unit are not independent: the case, or the cluster it belongs to. */
  unit: string;
  metric: string;
  readings: Readonly<Partial<Record<Way, Reading>>>;
}

/** One verdict of the judge, and the same one when it was asked in another way. */
export interface RepeatedVerdict {
  asked: AskedTrial;
  before: Check;
  after: Check;
}

export interface PairedVerdicts {
  pairs: RepeatedVerdict[];
  /** Scores without a valid answer in one of the two ways: one for each metric and conversation. */
  unscored: number;
  /** Conversations in which the change altered nothing that the judge is shown. */
  untouched: number;
  /** Verdicts without a partner, because the change made other items of the conversation. */
  unpaired: number;
}

/** The verdicts of two ways, paired item by item. */
export function pairVerdicts(trials: readonly AskedTrial[], way: Way): PairedVerdicts {
  const found: PairedVerdicts = { pairs: [], unscored: 0, untouched: 0, unpaired: 0 };
  for (const asked of trials) {
    const { unchanged, [way]: changed } = asked.readings;
    if (!unchanged || !changed || unchanged.kind === "skipped") continue;
    if (unchanged.kind === "unscored" || changed.kind === "unscored") found.unscored += 1;
    else if (changed.kind === "skipped") found.unpaired += unchanged.verdicts.size;
    else if (way !== "retest" && unchanged.shown === changed.shown) found.untouched += 1;
    else {
      for (const [id, before] of unchanged.verdicts) {
        const after = changed.verdicts.get(id);
        if (after && isSameItem(before, after)) found.pairs.push({ asked, before, after });
        else found.unpaired += 1;
      }
    }
  }
  return found;
}

/** An item made from a reply has other words when the reply is longer, or in another form. */
function isSameItem(before: Check, after: Check): boolean {
  const [one, other] = [lettersOf(before.label), lettersOf(after.label)];
  return one.startsWith(other) || other.startsWith(one);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** A value that moves by less is not a changed verdict: a score on a scale is never twice exactly the same. */
const leastMove = 0.05;

/** 1 if the verdict is more lenient than before, -1 if it is stricter, 0 if it is the same. */
export function moveOf({ before, after }: Pick<RepeatedVerdict, "before" | "after">): -1 | 0 | 1 {
  if (before.ok !== after.ok) return after.ok ? 1 : -1;
  const moved = levelOf(after) - levelOf(before);
  return Math.abs(moved) < leastMove - 1e-9 ? 0 : moved > 0 ? 1 : -1;
}

function levelOf({ value, ok }: Check): number {
  return value ?? (ok ? 1 : 0);
}
