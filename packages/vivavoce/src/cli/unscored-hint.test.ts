import { expect, test } from "vitest";
import type { StoredSuite, SuiteHeader } from "../store/index.ts";
import { unscoredHint } from "./unscored-hint.ts";

const suite = (mode: SuiteHeader["mode"]): StoredSuite => ({
  position: 0,
  name: "exam",
  planned: 1,
  header: { file: "exam.eval.ts", variants: [], dataset: "", metrics: [], models: {}, mode, gate: {} },
});

test.each(["live", "record"] as const)("%s: the judge may answer validly when it is asked again", (mode) => {
  expect(unscoredHint(suite(mode), "7f3a")).toMatch(/^unscored: .*viva score 7f3a asks the judge again/);
});

test("on replay the same answers would come again, so the tape is to be mended, or a judge asked", () => {
  const hint = unscoredHint(suite("replay"), "7f3a");
  expect(hint).not.toContain("again, without");
  expect(hint).toMatch(/Mend the tape and play again, or ask a judge: .*viva score 7f3a --live$/);
});
