import { plural } from "../../base/index.ts";
import {
  type Check,
  calledName,
  type Ended,
  type Exchange,
  type Fate,
  fateOf,
  lineInWords,
  type Score,
  showVariant,
  type ToolCall,
  type Transcript,
  type TranscriptItem,
  type TrialStatus,
} from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { showEffect } from "../../world/index.ts";
import { failureLines, scoreText, warningsIn } from "../failure-lines.ts";
import { showCost, showDuration } from "../figures.ts";
import { originText } from "../run-facts.ts";
import { effectView } from "./effect-view.ts";
import { decidedPicture } from "./graph-picture.ts";
import { clip, json } from "./page-text.ts";

type CheckView = ReturnType<typeof checkView>;

/** What the page shows of a trial: only texts, ready for text nodes. */
export function trialView({ variant, repeat, status, transcript, answers, scores }: StoredTrial) {
  return {
    title: [showVariant(variant), repeat > 1 ? `repeat ${repeat}` : ""].filter((part) => part !== "").join(" · "),
    status: (status ?? "pending") as TrialStatus | "pending",
    /** What it rests on. */
    origin: originText(answers),
    /** Why it did not pass. */
    reasons: status === "passed" ? [] : failureLines({ transcript, scores }),
    ...conversationView(transcript, scores),
    scores: scores.map(scoreView),
  };
}

/** What was said and done, without what was thought of it. */
export function conversationView(transcript: Transcript, scores: readonly Score[] = []) {
  const isUnexplained = unexplainedIn(scores);
  const { outcome } = transcript;
  return {
    history: transcript.history.map(({ role, content }) => ({ role, text: clip(content) })),
    exchanges: transcript.exchanges.map((exchange) => ({
      ...exchangeView(exchange),
      effects: exchange.effects?.map((effect) => ({
        ...effectView(effect),
        /** No recorded call explains it, as far as a metric looked. */
        unexplained: isUnexplained(exchange.number, showEffect(effect)),
      })),
    })),
    ended: endedOf(transcript),
    ends: endsOf(transcript),
    /** Where in its code the agent threw, if that was kept. */
    stack: outcome.kind === "agent-failed" && outcome.stack !== undefined ? clip(outcome.stack) : undefined,
  };
}

/** The changes that a missed check calls unexplained. */
function unexplainedIn(scores: readonly Score[]): (exchange: number, effect: string) => boolean {
  const checks = scores.flatMap((score) => (score.status === "scored" ? score.checks : []));
  const facts = checks.flatMap(({ ok, reason, evidence }) =>
    !ok && /no recorded call (?:explains|names)/.test(reason) ? evidence : [],
  );
  return (number, effect) => facts.some(({ exchange, text }) => exchange === number && text === effect);
}

function endsOf(transcript: Transcript): string[] {
  const { user, outcome } = transcript;
  const warnings = warningsIn(transcript).map(
    ({ exchange, warning }) => `model, exchange ${exchange}: ${clip(warning)}`,
  );
  const faults = (user?.faults ?? []).map(
    ({ kind, exchange, reason }) =>
      `simulated user, exchange ${exchange}: ${kind.replaceAll("-", " ")}: ${clip(reason)}`,
  );
  if (outcome.kind === "completed") return [...warnings, ...faults, ...hangupLines(outcome.ended)];
  const who = outcome.kind === "agent-failed" ? "the agent" : "something outside the agent";
  return [...warnings, ...faults, `${who} failed: ${clip(outcome.message)}`];
}

/** Who ended it, and why; undefined if nobody knows. */
function endedOf({ outcome, exchanges }: Transcript): string | undefined {
  if (outcome.kind === "agent-failed") return `The agent failed in exchange ${outcome.exchange}.`;
  if (outcome.kind === "infrastructure") return "Something outside the agent failed.";
  const { by, reason, unsaid = [] } = outcome.ended ?? {};
  if (by === undefined) return undefined;
  const said = exchanges.filter(({ user }) => user).length;
  if (by === "script") return `The script ended: the agent answered ${said === 1 ? "its line" : `its ${said} lines`}.`;
  const who = by === "agent" ? "agent" : "simulated user";
  // The simulator's reasons are single words: "goal-met".
  const why = reason === undefined ? "." : `: ${by === "user" ? reason.replaceAll("-", " ") : clip(reason)}`;
  const left = unsaid.length === 0 ? "" : ` (${plural(unsaid.length, "line")} of the script not said)`;
  return `The ${who} ended it after ${plural(said, "exchange")}${left}${why}`;
}

function hangupLines(ended: Ended | undefined): string[] {
  if (ended?.by !== "agent") return [];
  const reason = ended.reason === undefined ? "" : `: ${clip(ended.reason)}`;
  return [`the agent hung up${reason}`, ...ended.unsaid.map((line) => `not said: ${clip(lineInWords(line))}`)];
}

function exchangeView(exchange: Exchange) {
  const { number, user, items, quiet, notes = [], modelCalls, firstWordMs, replyMs, cost } = exchange;
  const facts = [
    plural(modelCalls, "model call"),
    ...(firstWordMs === undefined ? [] : [`first word after ${showDuration(firstWordMs)}`]),
    ...(replyMs === undefined ? [] : [showDuration(replyMs)]),
    ...(cost === undefined ? [] : [showCost(cost)]),
  ];
  return {
    number,
    facts: facts.join(" · "),
    user: user && clip(user.silence === undefined ? user.content : `(silent for ${showDuration(user.silence)})`),
    interrupts: user?.interrupts !== undefined,
    refuses: user?.refuses ?? false,
    items: items.map(itemView),
    quiet: quiet ?? false,
    notes: notes.map(({ name, value }) => ({ name: clip(name), value: json(value) })),
  };
}

function itemView(item: TranscriptItem) {
  if (item.type === "text") {
    return { type: "text" as const, text: clip(item.text), unheard: item.unheard && clip(item.unheard) };
  }
  return { type: "call" as const, ...callView(item.call) };
}

const fateInWords: Record<Fate, string> = {
  ran: "ran",
  failed: "failed",
  "never-ran": "never ran",
  rejected: "refused",
  unknown: "nobody can see whether it ran",
};

/** What became of a call, what Viva did to it, and whether it did not do what it was to do. */
export function fateView(call: ToolCall): { fate: string; missed: boolean } {
  const { fault, mocked, invalid } = call;
  const fate = fateOf(call);
  const whatVivaDid = [...(fault ? [`fault: ${fault}`] : []), ...(mocked ? ["mocked"] : [])];
  return {
    fate: [fateInWords[fate], ...(invalid === undefined ? [] : ["invalid"]), ...whatVivaDid].join(", "),
    missed: ["failed", "never-ran"].includes(fate),
  };
}

function callView(call: ToolCall) {
  const { effect, arguments: given, raw, approval, executed, result, error } = call;
  return {
    name: clip(calledName(call)),
    effect,
    given: raw === undefined ? json(given) : clip(raw),
    approval: approval && { decision: approval.decision, reason: approval.reason && clip(approval.reason) },
    executed: executed && json(executed),
    result: result === undefined ? undefined : json(result),
    error: error && clip(error.message),
    ...fateView(call),
  };
}

function scoreView(score: Score) {
  const { metric, judged, gating, status } = score;
  const common = { metric: clip(metric), judged, gating, status };
  if (score.status !== "scored") {
    return { ...common, line: clip(score.reason), passed: undefined, checks: [] as CheckView[], graph: undefined };
  }
  return {
    ...common,
    line: scoreText(score),
    passed: score.passed,
    checks: score.checks.map(checkView),
    graph: decidedPicture(score),
  };
}

function checkView({ ok, status, label, verdict, reason, evidence }: Check) {
  return {
    ok,
    skipped: status === "skipped",
    label: clip(label),
    // Some verdicts are names: "after-refusal".
    verdict: clip(/^[a-z]+(?:-[a-z]+)+$/.test(verdict) ? verdict.replaceAll("-", " ") : verdict),
    reason: clip(reason),
    evidence: evidence.map(({ text, exchange, source }) => ({ text: clip(text), exchange, source })),
  };
}
