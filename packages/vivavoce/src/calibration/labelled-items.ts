import { itemKey, type Label, type Sampled, type Score } from "../shape/index.ts";
import { judgedChecks } from "./judged-checks.ts";
import { criterionVersion } from "./review-items.ts";

/** What a person or the judge says of an item; "unclear" only people, "none" only a judge without a valid verdict. */
export type PassOrFail = "pass" | "fail";
type PersonVerdict = PassOrFail | "unclear";
type JudgeVerdict = PassOrFail | "none";

/** A score of the labelled metric. A trial that was scored more than once has several, the oldest first. */
export interface JudgedScore {
  run: string;
  suite: number;
  trial: string;
  /** Cases that share a cluster are one unit; the case's id if it has none. */
  cluster: string;
  /** SHA-256 of the conversation. */
  transcriptHash: string;
  identity: string;
  score: Score;
}

/** One criterion of one conversation, with what people and judges say of it. */
export interface LabelledItem {
  run: string;
  suitePosition: number;
  trial: string;
  caseId: string;
  cluster: string;
  /** The check's id; "" for the metric as a whole. */
  criterion: string;
  text: string;
  transcriptHash: string;
  /** The conversation is in the store, as it was labelled, and so it can be scored again. */
  isThere: boolean;
  votes: { rater: string; verdict: PersonVerdict; reason: string }[];
  /** What more than half of the raters say; without such a majority it is unclear. */
  person: PersonVerdict;
  /** The judges' verdicts by the metric's identity. */
  judged: Map<string, JudgeVerdict>;
  /** Identities that have scored the conversation, but not these words: there the label says nothing. */
  reworded: Set<string>;
  /** How it was drawn, if it was drawn at random. */
  drawn: Draw | undefined;
}

/** How an item was drawn: some verdicts of the judge are drawn more often than others. */
interface Draw {
  /** The version of the judge whose verdict counted for that, and this verdict. */
  by: string;
  verdict: JudgeVerdict;
  /** The chance to be drawn, whether as a random item or as one more of its verdict. */
  chance: number;
  /** The chance to be a random item, which is the same for all verdicts; undefined if it is not one. */
  plain: number | undefined;
  /** How many items of the run that judge passed, failed, and did not decide, if the label says so. */
  sizes: Sampled["strata"];
}

/** What each version of a metric asks, by its identity; a version whose run is gone is not among them. */
type Questions = ReadonlyMap<string, string | undefined>;

/** Joins the labels of a metric with the verdicts that its judges gave on the same words of the same conversations. */
export function labelledItems(
  labels: readonly Label[],
  scores: readonly JudgedScore[],
  questions: Questions = new Map(),
): LabelledItem[] {
  const byTrial = Map.groupBy(scores, ({ run, suite, trial }) => trialPlace(run, suite, trial));
  const byItem = Map.groupBy(labels, (label) =>
    [itemKey(label), label.criterionVersion, label.transcriptHash].join(" "),
  );
  return [...byItem.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { run, suitePosition, trial, caseId, criterion, criterionText: text, transcriptHash } = first;
    const played = byTrial.get(trialPlace(run, suitePosition, trial)) ?? [];
    // The labels are about the conversation that was there; a trial that was played again is another one.
    const seen = played.filter((score) => score.transcriptHash === transcriptHash);
    const item: LabelledItem = {
      ...{ run, suitePosition, trial, caseId, criterion, text, transcriptHash },
      cluster: played[0]?.cluster ?? caseId,
      isThere: seen.length > 0,
      votes: own.map(({ rater, verdict, reason }) => ({ rater, verdict, reason })),
      person: majority(own.map(({ verdict }) => verdict)),
      judged: new Map(),
      reworded: new Set(),
      drawn: drawOf(own),
    };
    for (const { metricIdentity, judged } of own) item.judged.set(metricIdentity, judged);
    for (const { identity, score } of seen) {
      const said = saidBy(score, first, { identity, questions, isKnown: item.judged.has(identity) });
      if (said !== undefined) item.judged.set(identity, said);
      else item.reworded.add(identity);
    }
    return [item];
  });
}

function trialPlace(run: string, suite: number, trial: string): string {
  return JSON.stringify([run, suite, trial]);
}

/** More than half of those who looked at it; otherwise unclear. */
function majority(verdicts: readonly PersonVerdict[]): PersonVerdict {
  const share = (said: PassOrFail) => verdicts.filter((verdict) => verdict === said).length / verdicts.length;
  return share("pass") > 0.5 ? "pass" : share("fail") > 0.5 ? "fail" : "unclear";
}

/** How the item was drawn. A label that does not say with what chance is not a fair draw. */
function drawOf(labels: readonly Label[]): Draw | undefined {
  for (const { sampled, metricIdentity: by, judged: verdict } of labels) {
    const { how, probability, stratumProbability: chance = probability, strata: sizes } = sampled;
    if ((how === "random" || how === "stratum") && probability !== undefined && chance !== undefined)
      return { by, verdict, chance, plain: how === "random" ? probability : undefined, sizes };
  }
  return undefined;
}

/** The judge's verdict on the item; undefined if this score is about another question. */
function saidBy(
  score: Score,
  { criterion, criterionText, criterionVersion: version }: Label,
  { identity, questions, isKnown }: { identity: string; questions: Questions; isKnown: boolean },
): JudgeVerdict | undefined {
  if (score.status !== "scored") return "none";
  const question = questions.get(identity);
  const checks = judgedChecks(score);
  if (criterion === "") {
    // Without words of its own, only the very same version is known to ask the same.
    const isSame = isKnown || (question !== undefined && criterionVersion(question, question) === version);
    return isSame ? checks.find(({ id }) => id === "")?.judge : undefined;
  }
  const isAsked = ({ label }: { label: string }) =>
    questions.has(identity) ? criterionVersion(label, question) === version : label === criterionText;
  return (checks.find((check) => check.id === criterion && isAsked(check)) ?? checks.find(isAsked))?.judge;
}

/** Items of one run that had the same chance to be drawn: those that the judge that drew passed, or those it failed. */
export interface Stratum {
  /** How many items of the run are in it; undefined if that is not known any more. */
  size: number | undefined;
  /** Each of its labels stands for so many items. */
  weight: number;
  /** What the judge said of every item in it; undefined if another judge drew. */
  judge: PassOrFail | "none" | undefined;
}

/** Labelled items that were drawn at random, each with its stratum; and strata without a label. */
interface Drawing {
  drawn: Map<LabelledItem, Stratum>;
  empty: Stratum[];
}

/** How the labelled items were drawn, as it counts for one version of the judge. */
export function drawingOf(items: readonly LabelledItem[], identity: string): Drawing {
  const drawing: Drawing = { drawn: new Map(), empty: [] };
  const byRun = Map.groupBy(
    items.filter(({ drawn }) => drawn),
    ({ run, suitePosition }) => JSON.stringify([run, suitePosition]),
  );
  for (const own of byRun.values()) drawRun(own, identity, drawing);
  return drawing;
}

function drawRun(items: readonly LabelledItem[], identity: string, { drawn, empty }: Drawing): void {
  const judges = new Set(items.map((item) => item.drawn?.by));
  const sizes = items.findLast((item) => item.drawn?.sizes)?.drawn?.sizes;
  if (judges.size > 1) {
    // Which verdicts are drawn more often depends on the judge. Where it has changed between two labels, only what was
    // drawn without regard to its verdict has a known chance.
    const plain = items.filter((item) => item.drawn?.plain !== undefined);
    const size = sizes && sizes.pass + sizes.fail + sizes.none;
    const weight = size === undefined ? 1 / (plain[0]?.drawn?.plain ?? 1) : size / plain.length;
    const stratum = { size, weight, judge: undefined };
    for (const item of plain) drawn.set(item, stratum);
    return;
  }
  const isOwn = judges.has(identity);
  for (const verdict of ["pass", "fail", "none"] as const) {
    const own = items.filter((item) => item.drawn?.verdict === verdict);
    const judge = isOwn ? verdict : undefined;
    const size = sizes && Math.max(sizes[verdict], own.length);
    if (own.length === 0 && size && verdict !== "none") empty.push({ size, weight: size, judge });
    // Without a size, labels of one chance are a stratum.
    const alike = Map.groupBy(own, (item) => (size === undefined ? item.drawn?.chance : 1));
    for (const [chance = 1, group] of alike) {
      const stratum = { size, weight: size === undefined ? 1 / chance : size / own.length, judge };
      for (const item of group) drawn.set(item, stratum);
    }
  }
}
