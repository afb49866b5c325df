import { safeLine, safeMiddle, sameJson } from "../base/index.ts";
import {
  type Check,
  departureOf,
  isMissed,
  type Outcome,
  type Quote,
  type Score,
  type Scored,
  scaleOf,
  type Transcript,
  type Variant,
} from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { showValue } from "./figures.ts";

/** One problem of a trial: who reports it, and what happened. */
type FailureLine = {
  source: string;
  text: string;
};

interface Played {
  transcript: Transcript;
  scores: readonly Score[];
}

/** Faults may be long: they include the remedy and, if a tape does not fit, the differences. */
const longestFault = 500;

/** Why a trial did not pass: what was expected, what happened, and the quoted words. */
export function failureLines({ transcript, scores }: Played): FailureLine[] {
  const { outcome, user: { faults = [] } = {} } = transcript;
  const departure = departureOf(transcript);
  const lines: FailureLine[] = faults.map(({ exchange, reason, line }) => ({
    source: "simulated user",
    text: `exchange ${exchange}: ${safeLine(reason, 200)} “${safeLine(line, 120)}”`,
  }));
  if (outcome.kind !== "completed") {
    const where = outcome.exchange === undefined ? "" : `exchange ${outcome.exchange}: `;
    const source = outcome.kind === "agent-failed" ? `agent (${outcome.reason})` : "infrastructure";
    lines.push({ source, text: `${where}${safeLine(outcome.message, longestFault)}${thrownAt(outcome)}` });
  }
  // If the metric `ending` is there, it reports this. An unscored conversation may not contradict the case.
  const isScored = outcome.kind === "completed" && faults.length === 0;
  if (isScored && departure !== undefined && !scores.some(({ metric }) => metric === "ending")) {
    const text = `${safeLine(departure, 200)}, which the case does not expect. If it is right, add expect.end or expect.quiet to the case.`;
    lines.push({ source: "agent", text });
  }
  for (const score of scores) lines.push(...scoreLines(score));
  for (const { exchange, warning } of warningsIn(transcript)) {
    lines.push({ source: "model", text: `exchange ${exchange}: ${safeLine(warning, 300)}` });
  }
  return lines;
}

/** The first of them, with what trials that failed alike have in common: the expectation, not what came instead. */
export function firstReason({ transcript, scores }: Played): (FailureLine & { kind: string }) | undefined {
  const [first] = failureLines({ transcript, scores });
  if (!first) return undefined;
  const { source, text } = first;
  const checks = scores.flatMap((score) => (score.metric === source && score.status === "scored" ? score.checks : []));
  const check = checks.find((one) => isMissed(one) && checkText(one) === text);
  const kind = (check ? safeLine(check.label, 200) : text.replace(/ “.*/s, "")).replace(/^exchange \d+: /, "");
  return { ...first, kind: `${source}: ${kind}` };
}

/** Warnings about the models' answers. */
export function warningsIn({ exchanges }: Transcript): { exchange: number; warning: string }[] {
  return exchanges.flatMap(({ number, warnings = [] }) => warnings.map((warning) => ({ exchange: number, warning })));
}

/** " (agents/coach.ts:12)": the place in the project where an error was thrown. */
function thrownAt(outcome: Outcome): string {
  const [innermost] = stackLines(outcome);
  const place = innermost && /([^\s()]+:\d+)\)?$/.exec(innermost)?.[1];
  return place === undefined ? "" : ` (${place})`;
}

/** The lines of the project's code that an error came through, innermost first. */
export function stackLines(outcome: Outcome): string[] {
  const { stack = "" } = outcome.kind === "agent-failed" ? outcome : {};
  return stack === "" ? [] : stack.split("\n").map((line) => safeLine(line, 200));
}

function scoreLines(score: Score): FailureLine[] {
  // A metric that is only reported is not a reason, unless it broke: then the trial is errored.
  if (score.status === "skipped" || (!score.gating && score.status !== "errored")) return [];
  if (score.status !== "scored") {
    return [{ source: score.metric, text: `${score.status}: ${safeLine(score.reason, longestFault)}` }];
  }
  if (score.passed) return [];
  const failed = score.checks.filter(isMissed);
  if (failed.length === 0) {
    return [{ source: score.metric, text: scoreText(score, " is under the threshold of") }];
  }
  return failed.map((check) => ({ source: score.metric, text: checkText(check) }));
}

function checkText({ label, reason, evidence }: Check): string {
  // The reason names calls and effects already, but not what was said.
  const quote = evidence.find(({ source }) => source === "reply" || source === "user" || source === "fact");
  const said = reason.includes(label) ? reason : `${label}: ${reason}`;
  const text = safeMiddle(said, 400);
  return quote && !text.includes(safeLine(quote.text, 60)) ? `${text} ${showQuote(quote)}` : text;
}

/** “Done, all ten are archived.” (exchange 2) */
export function showQuote({ text, exchange }: Quote): string {
  return `“${safeMiddle(text, 400)}”${exchange === undefined ? "" : ` (exchange ${exchange})`}`;
}

/** "0.83, at least 0.7"; on a scale of its own "4.85 of 5, at least 3.5". */
export function scoreText(score: Scored, against = ", at least"): string {
  const { native, value, threshold } = score;
  if (!native) return `${showValue(value)}${against} ${Number(threshold.toFixed(12))}`;
  return `${showValue(native.value)} of ${native.max}${against} ${scaleOf(score).passesAt}`;
}

/** A trial as tables show it: without its transcript, but with the reasons why it did not pass. */
export type TrialRow = Awaited<ReturnType<typeof trialRows>>[number];

/** The trials that a table shows: at most so many that did not pass, then that did, each kind in input order. */
export async function trialRows(
  store: Store,
  run: string,
  { position }: { position: number },
  { variant, notPassed, passed = 0 }: { variant: Variant; notPassed: number; passed?: number },
) {
  const kinds = [
    { statuses: ["failed", "errored", "unscored"], most: notPassed },
    { statuses: ["passed", "skipped"], most: passed },
  ] as const;
  const rows = [];
  for (const { statuses, most } of kinds) {
    const end = rows.length + most;
    if (most <= 0) continue;
    for await (const trial of store.trials.read(run, position, { statuses })) {
      if (!sameJson(trial.variant, variant)) continue;
      const { caseId, title, repeat, status, scores, transcript, answers } = trial;
      /** Where in its code the agent threw, innermost first. */
      const stack = stackLines(transcript.outcome);
      rows.push({ caseId, title, repeat, status, answers, scores, reasons: failureLines(trial), stack });
      if (rows.length >= end) break;
    }
  }
  return rows;
}
