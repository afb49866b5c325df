import { expect, test } from "vitest";
import * as stats from "./index.ts";

test("the public functions are those of the specification, and no others", () => {
  expect(Object.keys(stats).sort()).toEqual(
    [
      ["mean", "clusteredMean", "wilson", "wilsonLower", "clopperPearson", "newcombe", "mulberry32", "bootstrap"],
      ["pairedTest", "pairedProportion", "mcnemar", "fisher", "bonferroni", "holm", "benjaminiHochberg"],
      [
        "minimumDetectableEffect",
        "sortedQuantile",
        "signFlipTest",
        "passAtK",
        "passHatK",
        "repeats",
        "varianceComponents",
      ],
      ["sprt", "anytimeMcNemar", "anytimeFloor", "sampledMean"],
      ["cohenKappa", "weightedKappa", "gwetAC1", "krippendorffAlpha", "pearson", "spearman", "kendallTauB"],
      ["boundedMean", "nonInferiorMean", "leastUnits", "marginInReach", "passHat", "plan", "planFromOneRun"],
      ["roganGladen", "ppi", "effectivePanelSize", "assuredMean", "unitsToSettle"],
    ]
      .flat()
      .sort(),
  );
});
