import { expect, test } from "vitest";
import { currentRules, forAllTrials, holdProcessTo, type NetworkRules, underRules } from "./guard.ts";

const rules = (): NetworkRules => ({ allows: () => true, refused: ({ host }) => new Error(host) });

test("what serves all trials is held to the rules of the process, not to those of the trial that began it", () => {
  const [ofTrial, ofProcess] = [rules(), rules()];
  const release = holdProcessTo(ofProcess);
  try {
    expect(underRules(ofTrial, () => [currentRules(), forAllTrials(currentRules), currentRules()])).toEqual([
      ofTrial,
      ofProcess,
      ofTrial,
    ]);
    expect(underRules(ofTrial, () => forAllTrials(currentRules))).toBe(ofProcess);
  } finally {
    release();
  }
});
