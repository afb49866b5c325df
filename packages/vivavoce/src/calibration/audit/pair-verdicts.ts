import { hashOf, toJsonValue } from "../../base/index.ts";
import type { Check, Score } from "../../shape/index.ts";

/** What an audit can check. */
export const auditChecks = ["retest", "order", "padding", "reformatting", "injection", "family"] as const;
export type AuditCheck = (typeof auditChecks)[number];

/** The ways in which a judge is asked about one conversation. */
const ways = ["unchanged", "retest", "order", "padding", "reformatting", "benign", "directive"] as const;
export type Way = (typeof ways)[number];

const needs: Record<AuditCheck, readonly Way[]> = {
  retest: ["unchanged", "retest"],
  order: ["unchanged", "retest", "order"],
  padding: ["unchanged", "retest", "padding"],
  reformatting: ["unchanged", "retest", "reformatting"],
  injection: ["unchanged", "benign", "directive"],
  family: [],
};

/** The ways that these checks need. All but the injection are read against the retest, so they need it too. */
export function waysFor(checks: readonly AuditCheck[]): Way[] {
  const needed = new Set(checks.flatMap((check) => needs[check]));
  return ways.filter((way) => needed.has(way));
}

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
interface RepeatedVerdict {
  asked: AskedTrial;
  before: Check;
  after: Check;
}

interface PairedVerdicts {
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

/** What one metric's judge said about one conversation, asked in one way. */
export type Reading =
  | {
      kind: "verdicts";
      verdicts: ReadonlyMap<string, Check>;
      /** What the judge was shown: if it is the same as before, the change did not reach it. */
      shown: string;
    }
  /** There is no valid answer. That is neither agreement nor disagreement. */
  | { kind: "unscored"; reason: string }
  /** The metric has nothing to ask here. */
  | { kind: "skipped" };

/** What a judge was asked, as far as it is read here. */
type Asked = { messages: readonly { content: string }[] };

/** Reads a score, and the requests that were made for it. Checks that code decided are left out. */
export function readingOf(score: Score, requests: readonly Asked[]): Reading {
  if (score.status === "skipped") return { kind: "skipped" };
  if (score.status !== "scored") return { kind: "unscored", reason: score.reason };
  const asked = itemsIn(requests);
  const counted = score.checks.filter(({ status }) => status !== "skipped");
  const judged = counted.filter(({ id }) => asked.has(id));
  if (requests.length === 0) return { kind: "skipped" };
  // A score on a scale has one check for all of its items.
  const verdicts = judged.length === 0 ? counted : judged;
  // The first request only: the following ones depend on the answer.
  const shown = hashOf(toJsonValue(requests[0]?.messages));
  return { kind: "verdicts", verdicts: new Map(verdicts.map((check) => [check.id, check])), shown };
}

/** The ids of the items in the judge's record. No text in the record can begin a line. */
function itemsIn(requests: readonly Asked[]): Set<string> {
  const texts = requests.flatMap(({ messages }) => messages.map(({ content }) => content ?? ""));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^\{"item":"([^"]+)"/gm)].map(([, id = ""]) => id)));
}
