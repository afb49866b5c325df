import { mulberry32 } from "../base/index.ts";
import type { Label, Score } from "../shape/index.ts";
import type { agreementFigures, decidedItems } from "./agreement-figures.ts";
import type { JudgedScore, PassOrFail } from "./labelled-items.ts";

/** All items were drawn with the same chance. */
const stratum = { size: undefined, weight: 1, judge: undefined };
type Drawn = ReturnType<typeof decidedItems<Parameters<typeof agreementFigures>[0][number]>>[number];

/** So many items of each pair of verdicts, each of a case of its own. */
export function pairs(counts: { pp?: number; pf?: number; fp?: number; ff?: number }, per = 1): Drawn[] {
  const said = { p: "pass", f: "fail" } as const;
  const verdicts = Object.entries(counts).flatMap(([pair, count]) => {
    const [person, judge] = [...pair].map((letter) => said[letter as "p" | "f"]);
    return Array.from({ length: count ?? 0 }, () => ({ person: person ?? "pass", judge: judge ?? "pass" }));
  });
  return verdicts.map((verdict, index) => ({ ...verdict, stratum, cluster: `case ${Math.floor(index / per)}` }));
}

/** Items of a judge with these error rates; items of one case are alike by `alike`. */
export function drawnItems(
  { cases, per, passes, tpr, tnr, alike }: Record<"cases" | "per" | "passes" | "tpr" | "tnr" | "alike", number>,
  seed: number,
): Drawn[] {
  const random = mulberry32(seed);
  return Array.from({ length: cases }, (_, index) => {
    const shared = [random(), random()] as const;
    return Array.from({ length: per }, () => {
      const [truth, luck] = random() < alike ? shared : [random(), random()];
      const person: PassOrFail = truth < passes ? "pass" : "fail";
      const right = luck < (person === "pass" ? tpr : tnr);
      const judge: PassOrFail = right === (person === "pass") ? "pass" : "fail";
      return { cluster: `case ${index}`, person, judge, stratum };
    });
  }).flat();
}

export function label(index: number, more: Partial<Label> = {}): Label {
  return {
    ...{
      id: `${index}`,
      suite: "coach",
      run: "r1",
      suitePosition: 0,
      trial: `/case-${index}/1`,
      caseId: `case-${index}`,
    },
    ...{
      metric: "criteria",
      criterion: "g1",
      criterionText: "is kind",
      criterionVersion: "v",
      metricIdentity: "old",
      transcriptHash: "t",
    },
    ...{
      judged: "pass",
      rater: "ana",
      labelledAt: 1_000,
      verdict: "pass",
      reason: "",
      sampled: { how: "random", probability: 1 },
    },
    ...more,
  };
}

export function scoredBy(
  index: number,
  identity: string,
  verdict: PassOrFail,
  more: Partial<JudgedScore> & { words?: string } = {},
): JudgedScore {
  const { words = "is kind", ...rest } = more;
  const ok = verdict === "pass";
  const check = { id: "g1", label: words, verdict: ok ? "yes" : "no", ok, value: ok ? 1 : 0, reason: "", evidence: [] };
  const common = { metric: "criteria", judged: true, gating: true, status: "scored", value: ok ? 1 : 0 } as const;
  const score: Score = { ...common, threshold: 0.7, passed: ok, checks: [check] };
  const place = { run: "r1", suite: 0, trial: `/case-${index}/1`, cluster: `case-${index}` };
  return { ...place, transcriptHash: "t", identity, score, ...rest };
}
