import { type JsonValue, plural, safeLine, safeText } from "../base/index.ts";
import {
  type Check,
  calledName,
  type Ended,
  type Exchange,
  fateOf,
  lineInWords,
  type MetricHeader,
  type SaidLine,
  type Score,
  type ToolCall,
  type Transcript,
} from "../shape/index.ts";
import { showEffect } from "../world/index.ts";
import { scoreText, showQuote, stackLines } from "./failure-lines.ts";
import { showCost, showDuration } from "./figures.ts";
import { checkStatus, statusMarks } from "./status-marks.ts";
import type { Style } from "./style.ts";

/** A conversation as a person would want to read it: who said what, what was done, what changed. */
export function transcriptText(transcript: Transcript, style: Style, { verbose = false } = {}): string {
  const history = transcript.history.map(({ role, content }) => speech(`${role} (before)`, content, style.dim));
  const exchanges = transcript.exchanges.map((exchange) => exchangeText(exchange, style));
  const { outcome } = transcript;
  const end =
    outcome.kind === "completed"
      ? hangupText(outcome.ended, style)
      : [
          [
            style.bad(`ended: ${outcome.kind}: ${safeLine(outcome.message, 400)}`),
            ...stackLines(outcome)
              .slice(0, verbose ? undefined : 1)
              .map((line) => style.dim(`  at ${line}`)),
          ].join("\n"),
        ];
  return [...history, ...exchanges, ...simulatorText(transcript, style), ...end].join("\n\n");
}

/** The lines that say that the agent hung up, and what the user still had to say. */
function hangupText(ended: Ended | undefined, style: Style): string[] {
  if (ended?.by !== "agent") return [];
  const reason = ended.reason === undefined ? "" : `: ${safeLine(ended.reason, 400)}`;
  const unsaid = ended.unsaid.map((line) => style.dim(`  unsaid   ${safeLine(lineInWords(line), 400)}`));
  return [[style.warn(`the agent hung up${reason}`), ...unsaid].join("\n")];
}

/** Why a simulated user stopped, and where it fell out of its role. */
function simulatorText({ user }: Transcript, style: Style): string[] {
  if (!user) return [];
  const faults = user.faults.map(({ kind, exchange, reason }) =>
    style.warn(`  ${kind}, exchange ${exchange}: ${safeLine(reason, 400)}`),
  );
  return [[style.dim(`simulated user, stopped: ${user.stop}`), ...faults].join("\n")];
}

/** One exchange of a conversation. */
export function exchangeText(exchange: Exchange, style: Style): string {
  const facts = [
    plural(exchange.modelCalls, "model call"),
    ...(exchange.replyMs === undefined ? [] : [showDuration(exchange.replyMs)]),
    ...(exchange.cost === undefined ? [] : [showCost(exchange.cost)]),
  ];
  const parts = [
    style.dim(`── exchange ${exchange.number} · ${facts.join(" · ")}`),
    ...(exchange.user ? [userText(exchange.user, style)] : []),
  ];
  for (const item of exchange.items) {
    if (item.type === "call") parts.push(callText(item.call, style));
    else if (item.text !== "") parts.push(speech("agent", item.text, style.bold));
    if (item.type === "text" && item.unheard !== undefined) parts.push(speech("unheard", item.unheard, style.dim));
  }
  if (exchange.quiet) parts.push(`  ${style.dim("agent    (stays quiet)")}`);
  // Output of a command is shown only with --stderr.
  const notes = exchange.notes?.filter(({ name }) => name !== "stderr") ?? [];
  for (const { name, value } of notes) parts.push(noteText(name, value, style));
  for (const effect of exchange.effects ?? [])
    parts.push(`  ${style.warn("changed")}  ${safeLine(showEffect(effect), 400)}`);
  for (const warning of exchange.warnings ?? []) parts.push(`  ${style.warn("warning")}  ${safeLine(warning, 400)}`);
  return parts.join("\n");
}

function userText({ content, silence, interrupts }: SaidLine, style: Style): string {
  if (silence !== undefined) return `  ${style.bold("user   ")}  ${style.dim(`(silent for ${showDuration(silence)})`)}`;
  const cutsIn = interrupts ? `${style.dim(`(cuts in after ${plural(interrupts.afterWords, "word")})`)}\n` : "";
  return cutsIn === ""
    ? speech("user", content, style.bold)
    : `           ${cutsIn}${speech("user", content, style.bold)}`;
}

/** A note of the agent, cut to one line. */
function noteText(name: string, value: JsonValue, style: Style): string {
  const text = typeof value === "string" ? value : json(value);
  const more = text.length > 120 ? ` (${plural(text.length, "character")} in all, see --json)` : "";
  return style.dim(`  note     ${safeLine(name, 80)}: ${safeLine(text, 120)}${more}`);
}

function speech(who: string, text: string, paint: (text: string) => string): string {
  const [first = "", ...rest] = safeText(text).trim().split("\n");
  return [`  ${paint(who.padEnd(7))}  ${first}`, ...rest.map((line) => `           ${line}`)].join("\n");
}

function callText(call: ToolCall, style: Style): string {
  const given =
    call.raw ??
    Object.entries(call.arguments)
      .map(([name, value]) => `${name}: ${json(value)}`)
      .join(", ");
  const fate = fateOf(call);
  const paint = fate === "failed" || fate === "never-ran" ? style.bad : style.dim;
  const lines = [
    `  ${style.dim("call   ")}  ${safeLine(calledName(call))}(${safeLine(given, 400)})  ${paint(`· ${fate}`)}`,
  ];
  if (call.approval) {
    const rejected = call.approval.decision === "rejected";
    lines.push(`  ${(rejected ? style.warn : style.dim)(call.approval.decision)}`);
  }
  if (call.executed) lines.push(`  ${style.bad("run with")} ${safeLine(json(call.executed), 400)}`);
  if (call.error) lines.push(`  ${style.bad("error  ")}  ${safeLine(call.error.message, 400)}`);
  else if (call.result !== undefined)
    lines.push(`  ${style.dim("result ")}  ${style.dim(safeLine(json(call.result), 300))}`);
  if (call.fault) lines.push(`  ${style.warn("fault  ")}  ${call.fault}, which Viva injected`);
  if (call.mocked) lines.push(`  ${style.dim("mocked ")}  ${style.dim("a mock answered instead of the tool")}`);
  return lines.join("\n");
}

function json(value: JsonValue): string {
  return JSON.stringify(value);
}

function checkMark({ ok, status }: Check, style: Style): string {
  const how = checkStatus({ ok, skipped: status === "skipped" });
  return { passed: style.good, failed: style.bad, skipped: style.dim }[how](statusMarks[how]);
}

/** Every score of a trial with its checks, reasons and quotes. */
export function scoresText(scores: readonly Score[], style: Style): string {
  return scores
    .map((score) => {
      const kind = `${score.judged ? "judged" : "by code"}${score.gating ? "" : ", reported only"}`;
      const head = `${style.bold(safeLine(score.metric))} ${style.dim(`(${kind})`)}`;
      if (score.status !== "scored")
        return `${head}  ${style.warn(statusMarks[score.status])} ${score.status}: ${safeLine(score.reason, 400)}`;
      const verdict = score.passed ? style.good("passed") : style.bad("failed");
      const checks = score.checks.flatMap((check) => [
        `  ${checkMark(check, style)} ${safeLine(check.label, 200)}: ${safeLine(check.verdict, 80)}`,
        ...(check.reason ? [`      ${safeLine(check.reason, 500)}`] : []),
        ...check.evidence.map((quote) => style.dim(`      ${showQuote(quote)}`)),
      ]);
      return [`${head}  ${scoreText(score, `, ${verdict} at`)}`, ...checks].join("\n");
    })
    .join("\n");
}

/** What an agent's command printed to stderr, by exchange; empty if it printed nothing. */
export function stderrText({ exchanges }: Transcript): string {
  return exchanges
    .flatMap(({ number, notes = [] }) => {
      const printed = notes.flatMap(({ name, value }) =>
        name === "stderr" && typeof value === "string" ? [value] : [],
      );
      return printed.length === 0 ? [] : [`── exchange ${number}\n${safeText(printed.join("\n"))}`];
    })
    .join("\n\n");
}

/** The evaluation steps of metrics, or of their entries in a stored run, list by list, numbered; "" if none has any. */
export function stepsText(metrics: readonly Pick<MetricHeader, "name" | "steps">[]): string {
  return metrics
    .flatMap(({ name, steps = {} }) => Object.entries(steps).map(([list, lines]) => ({ name, list, lines })))
    .flatMap(({ name, list, lines }) => [
      `  ${safeLine(name)}, ${safeLine(list)}`,
      ...lines.map((line, index) => `    ${index + 1}. ${safeLine(line, 500)}`),
    ])
    .join("\n");
}
