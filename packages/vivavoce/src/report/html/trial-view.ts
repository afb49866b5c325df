import type { JsonValue } from "../../base/index.ts";
import type { Check, Score } from "../../metric/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { showVariant } from "../../suite/index.ts";
import type { Exchange, ToolCall, Transcript, TranscriptItem } from "../../transcript/index.ts";
import { showEffect } from "../../world/index.ts";
import { plural, showCost, showDuration } from "../figures.ts";

/** What the page shows of a trial: text that is ready to be put into text nodes, and nothing else. */
export interface TrialView {
  title: string;
  status: string;
  history: { role: string; text: string }[];
  exchanges: ExchangeView[];
  /** What a simulated user did wrong, and how the conversation ended where it did not end well. */
  ends: string[];
  scores: ScoreView[];
}

export interface ExchangeView {
  number: number;
  facts: string;
  user: string | undefined;
  refuses: boolean;
  items: ({ type: "text"; text: string } | ({ type: "call" } & CallView))[];
  /** What changed; undefined where Viva cannot see the world. */
  effects: string[] | undefined;
}

export interface CallView {
  name: string;
  effect: string | undefined;
  given: string;
  approval: { decision: string; reason: string | undefined } | undefined;
  executed: string | undefined;
  result: string | undefined;
  error: string | undefined;
}

export interface ScoreView {
  metric: string;
  judged: boolean;
  gating: boolean;
  status: string;
  /** "0.83, at least 0.7", or why there is no value. */
  line: string;
  passed: boolean | undefined;
  checks: CheckView[];
  /** Which of the page's graphs decided, and the nodes on the way. */
  graph: { id: number; path: string[] } | undefined;
}

export interface CheckView {
  ok: boolean;
  skipped?: boolean;
  label: string;
  verdict: string;
  reason: string;
  evidence: { text: string; exchange: number | undefined; source: string }[];
}

/** Longer texts are cut: one of them must not keep the page from opening. */
const longest = 20_000;

/** Gives the graph of a score its place on the page, if it has one. */
export type GraphOf = (score: Score) => ScoreView["graph"];

export function trialView({ variant, repeat, status, transcript, scores }: StoredTrial, graphOf: GraphOf): TrialView {
  return {
    title: [showVariant(variant), repeat > 1 ? `repeat ${repeat}` : ""].filter((part) => part !== "").join(" · "),
    status: status ?? "pending",
    history: transcript.history.map(({ role, content }) => ({ role, text: clip(content) })),
    exchanges: transcript.exchanges.map(exchangeView),
    ends: endsOf(transcript),
    scores: scores.map((score) => scoreView(score, graphOf)),
  };
}

function endsOf({ user, outcome }: Transcript): string[] {
  const faults = (user?.faults ?? []).map(
    ({ kind, exchange, reason }) => `simulated user, exchange ${exchange}: ${kind}: ${clip(reason)}`,
  );
  if (outcome.kind === "completed") return faults;
  const what = outcome.kind === "agent-failed" ? `the agent failed (${outcome.reason})` : "infrastructure";
  return [...faults, `ended: ${what}: ${clip(outcome.message)}`];
}

function exchangeView(exchange: Exchange): ExchangeView {
  const { number, user, items, effects, modelCalls, replyMs, cost } = exchange;
  const facts = [
    plural(modelCalls, "model call"),
    ...(replyMs === undefined ? [] : [showDuration(replyMs)]),
    ...(cost === undefined ? [] : [showCost(cost)]),
  ];
  return {
    number,
    facts: facts.join(" · "),
    user: user && clip(user.content),
    refuses: user?.refuses ?? false,
    items: items.map(itemView),
    effects: effects?.map(showEffect),
  };
}

function itemView(item: TranscriptItem): ExchangeView["items"][number] {
  return item.type === "text" ? { type: "text", text: clip(item.text) } : { type: "call", ...callView(item.call) };
}

function callView({ name, effect, arguments: given, raw, approval, executed, result, error }: ToolCall): CallView {
  return {
    name: clip(name),
    effect,
    given: raw === undefined ? json(given) : clip(raw),
    approval: approval && { decision: approval.decision, reason: approval.reason && clip(approval.reason) },
    executed: executed && json(executed),
    result: result === undefined ? undefined : json(result),
    error: error && clip(error.message),
  };
}

function scoreView(score: Score, graphOf: GraphOf): ScoreView {
  const { metric, judged, gating, status } = score;
  const common = { metric: clip(metric), judged, gating, status };
  if (score.status !== "scored") {
    return { ...common, line: clip(score.reason), passed: undefined, checks: [], graph: undefined };
  }
  const native = score.native ? ` (${score.native.value.toFixed(2)} of ${score.native.max})` : "";
  return {
    ...common,
    line: `${score.value.toFixed(2)}${native}, at least ${score.threshold}`,
    passed: score.passed,
    checks: score.checks.map(checkView),
    graph: graphOf(score),
  };
}

function checkView({ ok, status, label, verdict, reason, evidence }: Check): CheckView {
  return {
    ok,
    ...(status === "skipped" ? { skipped: true } : {}),
    label: clip(label),
    verdict: clip(verdict),
    reason: clip(reason),
    evidence: evidence.map(({ text, exchange, source }) => ({ text: clip(text), exchange, source })),
  };
}

/** Text as it is; any other value as JSON that a person can read. */
function json(value: JsonValue): string {
  return clip(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

function clip(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${plural(text.length - longest, "more character")})`;
}
