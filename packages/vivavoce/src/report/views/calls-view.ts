import { z } from "zod";
import { InputError, isJsonObject, type JsonValue, plural } from "../../base/index.ts";
import { type CallRecord, calledName, callsOf, type Exchange, type Transcript } from "../../shape/index.ts";
import { showCost, showDuration } from "../figures.ts";
import { clip } from "./page-text.ts";
import { fateView } from "./trial-view.ts";
import { name, runId, suiteOf, type ViewContext, view, wholeNumber } from "./view.ts";

/** How much of a text is shown at first. */
const shortText = 4_000;

const trialQuery = z.object({
  run: runId,
  suite: wholeNumber,
  case: name,
  trial: wholeNumber.describe("Its position in the plan."),
});

/** A trial by its position in the plan. */
export async function trialAt(context: ViewContext, { trial: at, case: caseId, ...of }: z.output<typeof trialQuery>) {
  const { run, suite } = await suiteOf(context, of);
  for await (const trial of context.store.trials.read(run.id, suite.position, { caseId }))
    if (trial.position === at)
      return { suite, trial, address: { run: run.id, suite: suite.position, trial: trial.trial } };
  throw new InputError({ message: `case ${caseId} has no trial ${at}`, remedy: "The case's page lists its trials." });
}

/** What would hide or reorder the text around it: in JSON it can be written as its number. */
const hidden = /[\u007f-\u009f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]/g;

export const storedTrialView = view({
  about: "One trial as it is stored, as JSON: the conversation, the scores and where the answers came from.",
  query: trialQuery,
  async answer(context, query) {
    const { trial } = await trialAt(context, query);
    const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return { json: JSON.stringify(trial, null, 2).replace(hidden, escaped) };
  },
});

export const callsView = view({
  about: "What happened when in one trial, and every model call with its request and answer, unless it was replayed.",
  query: trialQuery.extend({ texts: z.enum(["short", "whole"]).optional() }),
  async answer(context, { texts = "short", ...at }) {
    const { store } = context;
    const { suite, trial, address } = await trialAt(context, at);
    const { passes = 1 } =
      (await store.scores.of(address.run, address.suite, [address.trial])).get(address.trial) ?? {};
    const cut = cutter(texts === "whole" ? 1_000_000 : shortText);
    const records: { record: CallRecord; pass: number }[] = [];
    for (let pass = 1; pass <= passes; pass++)
      for (const record of await store.calls.of(address, pass)) records.push({ record, pass });
    const asked = records.map(({ record }) => record);
    return {
      calls: records.map(({ record, pass }) => callView(record, pass, cut)),
      /** What happened when; the row of a model call has its place among the calls. */
      timeline: timelineView(trial.transcript, asked),
      /** If the run was a replay, its answers are on the tapes. */
      mode: suite.header.mode,
      /** How many texts were cut. */
      cut: cut.count,
      /** How many calls a report has no room for. */
      leftOut: 0,
    };
  },
});

type Cutter = ReturnType<typeof cutter>;

/** Cuts texts to a length, and counts how many were longer. */
function cutter(most: number) {
  return {
    count: 0,
    text(text: string): string {
      if (text.length > most) this.count += 1;
      return clip(text, most);
    },
    json(value: JsonValue): string {
      return this.text(typeof value === "string" ? value : JSON.stringify(value, null, 2));
    },
  };
}

const originWords = {
  live: "live",
  cached: "from the cache, asked in an earlier run",
  recorded: "from a tape",
  "hand-written": "from a hand-written tape",
} as const;

/** One model call with its request and its answer. `pass` is the scoring that made it, from 1. */
function callView(record: CallRecord, pass: number, cut: Cutter) {
  const { role, label, request, answer, durationMs, origin = "live" } = record;
  const { messages, model, ...settings } = isJsonObject(request) ? request : {};
  const listed = Array.isArray(messages) ? messages : [];
  const rest = isJsonObject(request) ? settings : request;
  const { usage, cost, finish, servedModel } = answer;
  const facts = [
    originWords[origin],
    ...(durationMs === undefined ? [] : [showDuration(durationMs)]),
    ...(usage ? [`${usage.inputTokens} tokens in, ${usage.outputTokens} out`] : []),
    ...(cost === undefined ? [] : [showCost(cost)]),
    ...(finish === "stop" || finish === "tool-calls" ? [] : [`ended: ${finish}`]),
  ];
  return {
    role,
    /** For the judge, the metric that asked; "" if there is only one. */
    label: clip(label, 200),
    pass,
    model: servedModel ?? (typeof model === "string" ? clip(model, 200) : undefined),
    /** Where the answer came from, time, tokens, cost and how it ended. */
    facts: facts.join(" · "),
    messages: listed.map((message) => messageView(message, cut)),
    /** What else was sent, as JSON: tools, temperature and so on. */
    settings: isEmpty(rest) ? undefined : cut.json(rest as JsonValue),
    answer: cut.text(answer.text),
    toolCalls: answer.toolCalls.map((call) => ({ name: clip(call.name, 200), given: cut.json(call.arguments) })),
    warnings: (answer.warnings ?? []).map((warning) => clip(warning, 2_000)),
  };
}

/** A message is a role and a text; whatever else it holds is shown as JSON. */
function messageView(message: JsonValue, cut: Cutter) {
  if (!isJsonObject(message)) return { role: "", text: cut.json(message) };
  const { role, content, ...rest } = message;
  const parts = [
    ...(content === undefined || content === null ? [] : [cut.json(content)]),
    ...(isEmpty(rest) ? [] : [cut.json(rest)]),
  ];
  return { role: typeof role === "string" ? clip(role, 40) : "", text: parts.join("\n") };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** A line of a timeline. Without `at` nobody measured where it lies, without `ms` how long it took. */
type TimelineRow = {
  kind: "opening" | "silence" | "exchange" | "model" | "tool" | "approval";
  text: string;
  fact: string;
  /** Milliseconds from the left edge. */
  at?: number | undefined;
  ms?: number | undefined;
  exchange?: number | undefined;
  /** Which of the model calls it is. */
  call?: number | undefined;
  /** It did not run as it was asked to. */
  missed?: boolean | undefined;
};

/**
 * A conversation on one scale. Exchanges and silences are measured by their length alone, so they stand end to end. A
 * model call stands where it was asked, counted from the first of its exchange; a tool, which nobody measures, where
 * the call that proposed it had ended.
 */
export function timelineView({ openMs, exchanges }: Transcript, records: readonly CallRecord[]) {
  const calls = records.map((record, call) => ({ ...record, call }));
  const users = calls.filter(({ role }) => role === "user");
  const agent = calls.filter(({ role }) => role === "agent");
  // How many calls an exchange has is all that is known about which are its own.
  const isWhole = agent.length === exchanges.reduce((sum, { modelCalls }) => sum + modelCalls, 0);
  const rows: TimelineRow[] = [];
  let clock = 0;
  const lay = (row: TimelineRow) => {
    rows.push({ ...row, at: row.ms === undefined ? undefined : clock });
    clock += row.ms ?? 0;
  };
  if (openMs !== undefined) lay({ kind: "opening", text: "the agent opens its session", ...lasting(openMs) });
  for (const exchange of exchanges) {
    const { number, user, replyMs, firstWordMs } = exchange;
    const own = isWhole ? agent.splice(0, exchange.modelCalls) : [];
    const first = own[0]?.atMs;
    for (const said of users.splice(0, users.filter(({ atMs }) => atMs !== undefined && atMs <= (first ?? -1)).length))
      lay({ kind: "model", text: "model of the simulated user", call: said.call, ...lasting(said.durationMs) });
    if (user?.silence !== undefined)
      lay({ kind: "silence", text: "the user is silent", exchange: number, ...lasting(user.silence) });
    const start = clock;
    const heard = firstWordMs === undefined ? "" : `, first word after ${showDuration(firstWordMs)}`;
    const whole = { ...lasting(replyMs), text: number === 0 ? "The agent opens" : `Exchange ${number}` };
    lay({ ...whole, kind: "exchange", exchange: number, fact: `${whole.fact}${heard}` });
    const isPlaced = replyMs !== undefined && own.every(({ atMs }) => atMs !== undefined);
    const asked = own.map(({ atMs = 0, durationMs, call }): TimelineRow => {
      const at = isPlaced ? start + atMs - (first ?? 0) : undefined;
      return { kind: "model", text: "model of the agent", exchange: number, call, at, ...lasting(durationMs) };
    });
    rows.push(...inOrder(exchange, asked));
  }
  for (const { call, durationMs } of [...agent, ...users])
    rows.push({ kind: "model", text: "model call at an unknown place", call, ...lasting(durationMs) });
  return { rows, totalMs: clock };
}

const unmeasured = "time not measured";

function lasting(ms: number | undefined): Pick<TimelineRow, "ms" | "fact"> {
  return { ms, fact: ms === undefined ? unmeasured : showDuration(ms) };
}

/** The model calls of an exchange, each with the tools that it proposed and what the user said to them. */
function inOrder(exchange: Exchange, asked: readonly TimelineRow[]): TimelineRow[] {
  const { number, modelCalls, modelMs } = exchange;
  const tools = callsOf(exchange).map((call) => {
    const model = asked[(call.modelCall ?? 0) - 1];
    const at = model?.at === undefined || model.ms === undefined ? undefined : model.at + model.ms;
    const row = { exchange: number, at };
    const approval = call.approval && {
      ...row,
      kind: "approval" as const,
      text: "approval",
      fact: call.approval.decision,
    };
    const { fate: fact, missed } = fateView(call);
    const tool = { ...row, kind: "tool" as const, text: clip(calledName(call), 200), fact, missed };
    return { after: model, rows: approval ? [approval, tool] : [tool] };
  });
  const unseen = modelMs === undefined ? unmeasured : `${showDuration(modelMs)} of waiting for models`;
  const text = `${plural(modelCalls, "model call")}, not kept here`;
  return [
    ...(asked.length === 0 && modelCalls > 0 ? [{ kind: "model" as const, text, exchange: number, fact: unseen }] : []),
    ...asked.flatMap((row) => [row, ...tools.flatMap(({ after, rows }) => (after === row ? rows : []))]),
    ...tools.flatMap(({ after, rows }) => (after === undefined ? rows : [])),
  ];
}
