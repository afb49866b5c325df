import type { Check } from "../../../shape/index.ts";
import type { CallMatching, CallMode } from "./match-calls.ts";

/** The numbers that a mode's value is made from. Optional calls are in none of them. */
interface CallCounts {
  expected: number;
  made: number;
  /** How many expected calls were met; a call met in part counts in part. */
  met: number;
}

export function countCalls({ pairs, extra }: CallMatching): CallCounts {
  const required = pairs.filter(({ expected }) => !expected.optional);
  return {
    expected: required.length,
    made: required.filter(({ made }) => made).length + extra.length,
    met: required.reduce((sum, { credit }) => sum + credit, 0),
  };
}

/** The value of the calls. If nothing is expected, in every mode: 1 if nothing was called, otherwise 0. */
export function callsValue({ expected, made, met }: CallCounts, mode: CallMode): number {
  if (expected === 0) return made === 0 ? 1 : 0;
  switch (mode) {
    case "contains":
    case "inOrder":
      return met / expected;
    case "oneToOne":
      return (2 * met) / (expected + made);
    case "exact":
      return met === expected && made === expected ? 1 : 0;
  }
}

/** Recall (expected calls that were made) and precision (calls made that were expected), shown in every mode. Precision decides nothing if other calls are allowed. */
export function countChecks(counts: CallCounts, mode: CallMode): Check[] {
  const othersAreFree = (mode === "contains" || mode === "inOrder") && counts.expected > 0;
  return [
    shareCheck("recall", counts.met, counts.expected, "expected calls were made", true),
    shareCheck("precision", counts.met, counts.made, "calls made were expected", !othersAreFree),
  ];
}

function shareCheck(id: string, part: number, whole: number, words: string, decides: boolean): Check {
  const verdict = `${Number(part.toFixed(2))} of ${whole}`;
  const ok = !decides || part === whole;
  return {
    id,
    label: id,
    verdict,
    ok,
    ...(whole > 0 ? { value: part / whole } : {}),
    reason: `${verdict} ${words}`,
    evidence: [],
  };
}
