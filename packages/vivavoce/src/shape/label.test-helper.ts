import { sha256 } from "../base/index.ts";
import type { Label } from "./label.ts";

/** A label as the review page would make it. */
export function labelOf(more: Partial<Label> = {}): Label {
  return {
    id: "l1",
    suite: "coach",
    run: "r1",
    suitePosition: 0,
    trial: "/a/1",
    caseId: "a",
    metric: "criteria",
    criterion: "c1",
    criterionText: "asks before archiving",
    criterionVersion: sha256("asks before archiving"),
    transcriptHash: sha256("transcript"),
    metricIdentity: "identity",
    judged: "pass",
    rater: "Ana",
    labelledAt: 1_000,
    verdict: "pass",
    reason: "",
    sampled: { how: "random", probability: 0.5 },
    ...more,
  };
}
