import { mulberry32, sha256 } from "../base/index.ts";
import { itemKey, type Label } from "../store/index.ts";
import { labelOf } from "../store/label.test-helper.ts";
import { scoredBy } from "./items.test-helper.ts";
import { judgeCard } from "./judge-card.ts";
import { chancesOf, type ReviewItem } from "./review-items.ts";
import { reviewQueue } from "./review-queue.ts";

type Said = "pass" | "fail";

/** A run whose true rate is known, and whose judge errs more often where verdicts are disputed. */
function drawnRun(index: number, size: number) {
  const random = mulberry32(index + 1);
  const truth = new Map<string, Said>();
  const { suite, metric, criterionText, criterionVersion, metricIdentity } = labelOf();
  const items = Array.from({ length: size }, (_, number): ReviewItem => {
    const isDisputed = random() < 0.05;
    const person: Said = random() < 0.95 ? "pass" : "fail";
    const isWrong = random() < (isDisputed ? 0.8 : 0.01);
    const judged: Said = (person === "pass") === isWrong ? "fail" : "pass";
    const place = { suite, run: `r${index}`, suitePosition: 0, trial: `/case-${number}/1`, caseId: `case-${number}` };
    const key = itemKey({ ...place, metric, criterion: "g1" });
    truth.set(key, person);
    return {
      ...{ ...place, key, metric, criterion: "g1", criterionText, criterionVersion, metricIdentity, judged },
      ...{ chances: chancesOf(key), question: undefined, disagreements: isDisputed ? ["samples"] : [] },
    };
  });
  return { items, truth };
}

/** What the card makes of a run after one person's labels, and those of a second person; and the true rate. */
export function reviewedRun(index: number, { size, labels: wanted }: { size: number; labels: number }) {
  const { items, truth } = drawnRun(index, size);
  const transcripts = new Map(items.map(({ trial }) => [trial, sha256("conversation")]));
  const labels: Label[] = [];
  for (const rater of ["Ana", "Ben"]) {
    const { next } = reviewQueue({ items, labels, transcripts }, { rater });
    for (const { item, sampled } of next.slice(0, wanted)) {
      const { key, chances: _chances, question: _question, disagreements: _disagreements, ...about } = item;
      const more = { rater, verdict: truth.get(key) ?? "pass", reason: "so", transcriptHash: sha256("conversation") };
      labels.push(labelOf({ ...about, ...more, sampled, id: `${rater} ${item.caseId}` }));
    }
  }
  const scores = items.map(({ run, judged, criterionText: words }, number) =>
    scoredBy(number, labelOf().metricIdentity, judged === "none" ? "fail" : judged, {
      ...{ run, words, transcriptHash: sha256("conversation") },
    }),
  );
  const material = { suite: "coach", metric: "criteria", current: labelOf().metricIdentity };
  const card = judgeCard({ ...material, labels, scores, reported: { run: `r${index}`, scores } });
  const passes = [...truth.values()].filter((said) => said === "pass").length;
  return { rate: card.parts[0]?.rate, truth: passes / size };
}
