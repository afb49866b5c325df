import { mulberry32, sha256 } from "../base/index.ts";
import { itemKey, type Label } from "../shape/index.ts";
import { labelOf } from "../shape/label.test-helper.ts";
import { scoredBy } from "./items.test-helper.ts";
import { judgeCard } from "./judge-card.ts";
import type { JudgedScore } from "./labelled-items.ts";
import { chancesOf, type ReviewItem } from "./review-items.ts";
import { reviewQueue } from "./review-queue.ts";

type Said = "pass" | "fail";

/** Runs whose truth is known, and the people who label them. */
export interface SampledWorld {
  /** Cases of a run, the repeats of each, and runs of the same cases. */
  cases: number;
  repeats?: number;
  runs?: number;
  /** The share that people would pass; how alike the repeats of a case are. */
  passes: number;
  alike?: number;
  /** How often the judge errs on what people pass, and on what they fail. */
  errs: readonly [pass: number, fail: number];
  /** The share of items where somebody disagrees with the judge, and how often it errs there. */
  disputed?: number;
  errsDisputed?: number;
  /** The share of labels that are unclear. */
  unclear?: number;
  /** How many labels each of two people gives before they stop, in each run. */
  labels: number;
}

interface TrueItem extends ReviewItem {
  truth: Said;
}

function playedRuns(index: number, world: SampledWorld): TrueItem[][] {
  const { cases, repeats = 1, runs = 1, passes, alike = 0, errs, disputed = 0, errsDisputed = 0 } = world;
  const random = mulberry32(index + 1);
  const { suite, metric, criterionText, criterionVersion, metricIdentity } = labelOf();
  const shared = Array.from({ length: cases }, () => [random(), random()] as const);
  return Array.from({ length: runs }, (_, run) =>
    Array.from({ length: cases * repeats }, (_, number): TrueItem => {
      const caseNumber = Math.floor(number / repeats);
      const [kind, luck] = random() < alike ? (shared[caseNumber] ?? [0, 0]) : [random(), random()];
      const truth: Said = kind < passes ? "pass" : "fail";
      const isDisputed = random() < disputed;
      const isWrong = luck < (isDisputed ? errsDisputed : errs[truth === "pass" ? 0 : 1]);
      const judged: Said = (truth === "pass") === isWrong ? "fail" : "pass";
      const caseId = `case-${caseNumber}`;
      const place = { suite, run: `r${index}-${run}`, suitePosition: 0, trial: `/${caseId}/${number}`, caseId };
      const key = itemKey({ ...place, metric, criterion: "g1" });
      return {
        ...{ ...place, key, metric, criterion: "g1", criterionText, criterionVersion, metricIdentity, judged, truth },
        ...{ chances: chancesOf(key), question: undefined, disagreements: isDisputed ? ["samples"] : [] },
      };
    }),
  );
}

/** The labels of two people who follow the queue of each run, one after the other, and stop early. */
function labelsOf(runs: readonly (readonly TrueItem[])[], world: SampledWorld): Label[] {
  const random = mulberry32(7);
  const truths = new Map(runs.flat().map(({ key, truth }) => [key, truth]));
  const labels: Label[] = [];
  for (const items of runs) {
    const transcripts = new Map(items.map(({ trial }) => [trial, sha256("conversation")]));
    for (const rater of ["Ana", "Ben"]) {
      const { next } = reviewQueue({ items, labels, transcripts }, { rater });
      for (const { item, sampled } of next.slice(0, world.labels)) {
        const { suite, run, suitePosition, trial, caseId, metric, criterion } = item;
        const { criterionText, criterionVersion, metricIdentity, judged } = item;
        const verdict = random() < (world.unclear ?? 0) ? "unclear" : (truths.get(item.key) ?? "pass");
        labels.push(
          labelOf({
            ...{ suite, run, suitePosition, trial, caseId, metric, criterion, criterionText, criterionVersion },
            ...{ metricIdentity, judged, rater, verdict, reason: "so", transcriptHash: sha256("conversation") },
            ...{ sampled, id: `${rater} ${run} ${trial}` },
          }),
        );
      }
    }
  }
  return labels;
}

/** What the card makes of these runs after two people's labels, and the truth about all items. */
export function reviewedRun(index: number, world: SampledWorld) {
  const runs = playedRuns(index, world);
  const labels = labelsOf(runs, world);
  const scores = runs.flat().map(
    ({ run, trial, caseId, judged, criterionText: words }): JudgedScore =>
      scoredBy(0, labelOf().metricIdentity, judged === "none" ? "fail" : judged, {
        ...{ run, trial, cluster: caseId, words, transcriptHash: sha256("conversation") },
      }),
  );
  const material = { suite: "coach", metric: "criteria", current: labelOf().metricIdentity };
  const newest = runs.at(-1)?.[0]?.run ?? "";
  const reported = { run: newest, scores: scores.filter(({ run }) => run === newest) };
  const card = judgeCard({ ...material, labels, scores, reported });
  return { part: card.parts[0], card, truth: truthOf(runs) };
}

function truthOf(runs: readonly (readonly TrueItem[])[]) {
  const all = runs.flat();
  const count = (person: Said, judge: Said) =>
    all.filter(({ truth, judged }) => truth === person && judged === judge).length;
  const [pp, pf, fp, ff] = [count("pass", "pass"), count("pass", "fail"), count("fail", "pass"), count("fail", "fail")];
  const n = all.length;
  const agreement = (pp + ff) / n;
  const chance = ((pp + pf) * (pp + fp) + (fp + ff) * (pf + ff)) / n ** 2;
  const newest = runs.at(-1) ?? [];
  return {
    agreement,
    kappa: (agreement - chance) / (1 - chance),
    truePasses: pp / (pp + pf),
    trueFails: ff / (fp + ff),
    rate: newest.filter(({ truth }) => truth === "pass").length / newest.length,
  };
}

/** Worlds in which the queue draws differently: with and without disputes, with rare verdicts, repeats and several runs. */
export const sampledWorlds: Readonly<Record<string, SampledWorld>> = {
  "nothing disputed": { cases: 400, passes: 0.75, errs: [0.1, 0.2], labels: 60 },
  "some disputed": { cases: 600, passes: 0.8, errs: [0.03, 0.1], disputed: 0.1, errsDisputed: 0.5, labels: 80 },
  "much disputed": { cases: 800, passes: 0.7, errs: [0.02, 0.05], disputed: 0.3, errsDisputed: 0.6, labels: 90 },
  "rare fails": { cases: 2_000, passes: 0.95, errs: [0.01, 0.3], disputed: 0.05, errsDisputed: 0.5, labels: 120 },
  "a weak judge": { cases: 500, passes: 0.6, errs: [0.4, 0.5], disputed: 0.2, errsDisputed: 0.6, labels: 70 },
  "repeats of a case": {
    ...{ cases: 150, repeats: 4, alike: 0.7, passes: 0.75, errs: [0.08, 0.2] },
    ...{ disputed: 0.15, errsDisputed: 0.5, labels: 90 },
  },
  "two runs": {
    ...{ cases: 300, runs: 2, alike: 0.6, passes: 0.8, errs: [0.05, 0.2] },
    ...{ disputed: 0.15, errsDisputed: 0.5, unclear: 0.05, labels: 70 },
  },
};

const figures = ["agreement", "kappa", "truePasses", "trueFails"] as const;
type Name = (typeof figures)[number];

/** How many of these reviews give an interval that holds the truth, and how many give an interval at all. */
export function coverageIn(world: SampledWorld, runs: number, seed = 0): Record<Name, { held: number; of: number }> {
  const none = () => ({ held: 0, of: 0 });
  const found = { agreement: none(), kappa: none(), truePasses: none(), trueFails: none() };
  for (let index = 0; index < runs; index += 1) {
    const { part, truth } = reviewedRun(seed + index, world);
    for (const name of figures) {
      const figure = part?.[name];
      if (figure?.kind !== "known") continue;
      found[name].of += 1;
      if (figure.lo <= truth[name] && truth[name] <= figure.hi) found[name].held += 1;
    }
  }
  return found;
}
