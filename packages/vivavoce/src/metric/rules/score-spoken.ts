import type { JsonObject } from "../../base/index.ts";
import { ask, type Judge, type Question, Unscored } from "../../judge/index.ts";
import type { Check, Transcript } from "../../shape/index.ts";
import { checkCoverage, coverageOf, examine, type FollowOptions, shareOfDecided } from "../../spoken/index.ts";
import { type MetricResult, scored, skipped } from "../types.ts";
import { checkQuantity, figuresOf, quantities } from "./quantities.ts";
import type { SpokenOptions } from "./spoken-options.ts";

/** Who decides rows that code could not. */
interface Deciding {
  /** The metric's name. */
  name: string;
  judge: Judge;
  /** The date of the call, if it is known. */
  today: string | undefined;
}

interface ScoreOptions extends FollowOptions {
  /** Left out if undecided rows are only shown. */
  deciding?: Deciding | undefined;
  /** The smallest share of checks that have to come to a decision; undefined if any will do. */
  minCoverage: number | undefined;
}

/** Every check of a conversation, and the share of the counted checks that hold. */
export function scoreSpoken(
  transcript: Transcript,
  checks: NonNullable<SpokenOptions["checks"]>,
  options: ScoreOptions,
): MetricResult | Promise<MetricResult> {
  const { words = {}, latency = {}, firstWord = {} } = checks;
  const { checks: examined, slots } = examine(transcript, checks, options);
  const measured = (name: keyof typeof quantities, wish: Parameters<typeof checkQuantity>[2] | boolean) =>
    wish === false ? [] : checkQuantity(quantities[name], transcript, wish === true ? {} : wish);
  const made = [
    ...measured("words", words),
    ...examined,
    ...measured("latency", latency),
    ...measured("firstWord", firstWord),
  ];
  const detail = {
    words: figuresOf(quantities.words, transcript),
    latencyMs: figuresOf(quantities.latency, transcript),
    firstWordMs: figuresOf(quantities.firstWord, transcript),
    slots,
  };
  if (!options.deciding) return resultOf(made, options, detail);
  return judgeUndecided(made, transcript, options.deciding).then(({ checks: all, byJudge }) =>
    resultOf(all, options, { ...detail, byJudge }),
  );
}

function resultOf(made: readonly Check[], { minCoverage }: ScoreOptions, detail: JsonObject): MetricResult {
  const coverage = coverageOf(made);
  const share = shareOfDecided(coverage);
  const counted = made.filter(({ value }) => value !== undefined);
  const uncovered = minCoverage !== undefined && (share ?? 1) < minCoverage;
  if (counted.length === 0 && !uncovered) {
    const reasons = made.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
    return skipped(`nothing to check${made.length > 0 ? `: ${reasons}` : ""}`);
  }
  const value = counted.length === 0 ? 0 : counted.filter(({ ok }) => ok).length / counted.length;
  return scored(value, [...made, ...checkCoverage(coverage, minCoverage)], {
    ...(uncovered ? { passed: false } : {}),
    detail: { ...detail, coverage: { ...coverage, share: share ?? null } },
  });
}

const menu: Question["menu"] = [
  { verdict: "same", meaning: "it is so", anywhere: true },
  { verdict: "different", meaning: "it is not so", anywhere: true },
  { verdict: "cannot tell", meaning: "the record does not say, or it can be read in two ways", evidence: "none" },
];

/** Asks the judge about every undecided row, one question for each. A row that it cannot tell stays as it is. */
async function judgeUndecided(
  checks: readonly Check[],
  transcript: Transcript,
  options: Deciding,
): Promise<{ checks: Check[]; byJudge: number }> {
  const judged: Check[] = [];
  // One after the other, so that a tape holds the calls in order.
  for (const check of checks)
    judged.push(check.verdict === "undecided" ? await askAbout(check, transcript, options) : check);
  return { checks: judged, byJudge: judged.filter((check, index) => check !== checks[index]).length };
}

/** The check as the judge decides it, or as it was. */
async function askAbout(check: Check, transcript: Transcript, options: Deciding): Promise<Check> {
  const { name, judge, today } = options;
  const isYes = check.id === "confirm";
  const text = isYes
    ? "Before it booked, the agent read back what it books, and the caller agreed to all of it."
    : `${check.label}: what the caller wanted in the end is what the agent read back and booked, in whatever words.`;
  const question: Question = {
    name,
    instructions:
      "A program could not decide the statement below about a phone call. Decide it by what was said and done. Quote the words that decide it. A correction replaces what was said before it.",
    items: [{ id: check.id, text: `${text} The program says: ${check.reason}` }],
    menu,
    facts: today === undefined ? [] : [{ id: "today", title: "The day of the call", text: today }],
    evidence: "required",
  };
  try {
    const { samples } = await ask(judge.model(name), question, { transcript, repeat: judge.repeat });
    const given = samples[0]?.verdicts[0];
    if (!given || given.verdict === "cannot tell") return check;
    const ok = given.verdict === "same";
    const verdict = isYes ? (ok ? "confirmed" : "not confirmed") : given.verdict;
    const { status: _, ...row } = check;
    const { reasoning, evidence } = given;
    return { ...row, ok, value: ok ? 1 : 0, verdict, reason: `by the judge: ${reasoning}`, evidence };
  } catch (error) {
    // Without a valid quote nobody has decided it.
    if (Unscored.is(error)) return check;
    throw error;
  }
}
