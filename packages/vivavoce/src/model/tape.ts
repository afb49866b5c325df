import { hashOf, isJsonObject, type JsonObject, type JsonValue, toJsonValue } from "../base/index.ts";
import { type CallRecord, modelAnswerSchema, type Role, roles } from "../shape/index.ts";
import type { McpRecord } from "./mcp.ts";
import type { FailedCall } from "./model-error.ts";
import type { TapeData, TapeItems } from "./tape-format.ts";
import type { MeasuredTimes } from "./traffic.ts";
import type { ModelAnswer } from "./types.ts";

/** The model traffic of one trial, as a cassette keeps it. */
export interface Tape {
  origin: "hand-written" | "recorded";
  repeat: number;
  /** When the trial began, in ISO 8601; a hand-written tape may leave it out. */
  startedAt?: string | undefined;
  /** How long each exchange took, in the order of playing; a hand-written tape leaves it out. */
  exchanges?: readonly MeasuredTimes[] | undefined;
  /** What the user says in each exchange, on a hand-written tape; a recorded tape keeps whole requests. */
  lines?: readonly string[] | undefined;
  /** The outage that cut the recording short. `--record missing` plays such a trial again. */
  incomplete?: string | undefined;
  /** How the conversation ended, if it was cut short. */
  ended?: TapeData["ended"];
  /** What the agent did after the conversation, which fails its trial. */
  late?: string | undefined;
  /** What MCP servers were asked and said, in order. */
  mcp?: readonly McpRecord[] | undefined;
  /** By role, label and index. */
  records: CallRecord[];
  /** Calls without an answer; they are numbered together with the others. */
  failures?: FailedCall[] | undefined;
}

/** All calls of a tape, answered or not. */
export function callsOf({ records, failures = [] }: Pick<Tape, "records" | "failures">): (CallRecord | FailedCall)[] {
  return [...records, ...failures];
}

/** The records of one role and label, by index; the place in this list is the number on the tape. */
export function recordsOf<R extends CallAddress>(records: readonly R[], role: Role, label: string): R[] {
  return records.filter((record) => record.role === role && record.label === label).sort((a, b) => a.index - b.index);
}

/** The labels that a role has among some records, sorted. */
export function labelsOf(records: readonly CallAddress[], role: Role): string[] {
  return [...new Set(records.filter((record) => record.role === role).map((record) => record.label))].sort();
}

/** A tape from what its file says. */
export function tapeFromData(data: TapeData, fileOrigin: Tape["origin"]): Tape {
  const idOf = callIds(data);
  const records: CallRecord[] = [];
  const failures: FailedCall[] = [];
  // Older recordings have no such hash at all; in a newer one it may not be missing.
  const isSealed = entriesIn(data).some(({ entry }) => entry.answerHash !== undefined);
  for (const { role, label, index, entry } of entriesIn(data)) {
    const { hash, request, wire, missing, atMs, durationMs, askedMs, answeredMs, draw } = entry;
    const place = { role, label, index, hash, request };
    const times = { atMs, durationMs, askedMs, answeredMs };
    if (missing) {
      failures.push(present({ ...place, missing, wire, ...times }));
      continue;
    }
    const answer = answerOf(entry, idOf);
    const isKept = entry.answerHash === (isSealed ? answerHash({ answer, wire }) : undefined);
    const origin = hash === undefined || isKept ? undefined : ("hand-written" as const);
    records.push(present({ ...place, answer, wire, ...times, draw, origin }));
  }
  const { origin = fileOrigin, repeat, startedAt, exchanges, incomplete, ended, late, lines, mcp } = data;
  const marks = { incomplete, ended, late, lines, mcp, ...(failures.length === 0 ? {} : { failures }) };
  return present({ origin, repeat, startedAt, exchanges, ...marks, records });
}

/** Of a judge; the entries of others have no `items`. */
type Entry = NonNullable<TapeData["judge"]>[string][number];

/** Shows whether somebody has edited an answer since it was recorded. */
function answerHash({ answer, wire }: Pick<CallRecord, "answer" | "wire">): string {
  return hashOf(jsonFields({ answer: modelAnswerSchema.parse(answer), wire })).slice(0, 16);
}

/** The fields in the order of a live record, so that both print the same. */
function answerOf(entry: Entry, idOf: (call: { id?: string | undefined }) => string): ModelAnswer {
  const { text = "", items, calls = [], usage, cost, servedModel, warnings, logprobs } = entry;
  const toolCalls = calls.map((call) => ({ id: idOf(call), name: call.name, arguments: call.arguments }));
  const finish = entry.finish ?? usualFinish(toolCalls);
  return present({
    text: items ? encodeJudgeItems(items) : text,
    toolCalls,
    finish,
    usage,
    cost,
    servedModel,
    warnings,
    logprobs,
  });
}

function entriesIn(data: TapeData): { role: Role; label: string; index: number; entry: Entry }[] {
  return roles.flatMap((role) =>
    Object.entries(data[role] ?? {}).flatMap(([label, entries]) =>
      entries.map((entry, index) => ({ role, label, index, entry })),
    ),
  );
}

/** Calls without an id are numbered through the tape, call-1, call-2, …, skipping ids that are in use. */
function callIds(data: TapeData): (call: { id?: string | undefined }) => string {
  const given = new Set(entriesIn(data).flatMap(({ entry }) => entry.calls?.flatMap(({ id }) => id ?? []) ?? []));
  let count = 0;
  return ({ id }) => {
    if (id !== undefined) return id;
    do count += 1;
    while (given.has(`call-${count}`));
    return `call-${count}`;
  };
}

function usualFinish(calls: readonly unknown[]): "tool-calls" | "stop" {
  return calls.length > 0 ? "tool-calls" : "stop";
}

/** A tape as its file holds it, with keys always in the same order. */
export function dataFromTape(tape: Tape): JsonObject {
  const { repeat, startedAt, incomplete, ended, late, lines, exchanges, mcp } = tape;
  const calls = callsOf(tape);
  const tracks = roles.map((role): [Role, JsonValue | undefined] => [role, trackOf(calls, role)]);
  return jsonFields({
    repeat,
    startedAt,
    incomplete,
    ended,
    late,
    lines,
    exchanges,
    ...Object.fromEntries(tracks),
    mcp,
  });
}

function trackOf(records: readonly (CallRecord | FailedCall)[], role: Role): JsonValue | undefined {
  const labels = labelsOf(records, role);
  const entries = (label: string) => recordsOf(records, role, label).map(entryOf);
  if (labels.length === 0) return undefined;
  if (labels.length === 1 && labels[0] === "") return entries("");
  return Object.fromEntries(labels.map((label) => [label, entries(label)]));
}

function entryOf(record: CallRecord | FailedCall): JsonObject {
  const { atMs, durationMs, askedMs, answeredMs, hash, request, wire } = record;
  const times = { atMs, durationMs, askedMs, answeredMs };
  if ("missing" in record) return jsonFields({ missing: record.missing, ...times, hash, request, wire });
  const { answer, draw } = record;
  const { text, toolCalls, finish, usage, cost, servedModel, warnings, logprobs } = answer;
  return jsonFields({
    text: text === "" && toolCalls.length > 0 ? undefined : text,
    calls:
      toolCalls.length === 0
        ? undefined
        : toolCalls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
    finish: finish === usualFinish(toolCalls) ? undefined : finish,
    ...{ servedModel, usage, cost, warnings, logprobs, ...times, hash },
    answerHash: hash === undefined || record.origin === "hand-written" ? undefined : answerHash(record),
    ...{ draw, request, wire },
  });
}

/** Without the fields that are undefined. */
function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as T;
}

function jsonFields(fields: object): JsonObject {
  return toJsonValue(fields) as JsonObject;
}

/** The place of a call in the traffic of its trial. */
export interface CallAddress {
  role: Role;
  label: string;
  /** From 0, within role and label. */
  index: number;
}

/** Numbers calls within role and label as they start. */
export function callNumbers(): (role: Role, label: string) => number {
  const counts = new Map<string, number>();
  return (role, label) => {
    const key = `${role} ${label}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    return index;
  };
}

/** `judge call 2 of "criteria"`, counted from 1 as people do. */
export function showAddress({ role, label, index }: CallAddress): string {
  return `${role} call ${index + 1}${label === "" ? "" : ` of ${JSON.stringify(label)}`}`;
}

/**
 * The text with which a judge would have answered a hand-written entry: one object per item, with evidence, reasoning and
 * verdict in this order; other fields are passed on.
 */
export function encodeJudgeItems(items: TapeItems): string {
  return JSON.stringify({ items: Object.entries(items).map(([id, item]) => judgeItem(id, item)) });
}

function judgeItem(id: string, item: JsonValue): JsonObject {
  if (!isJsonObject(item)) return { id, evidence: [], reasoning: "", verdict: item };
  const { quote, reason, verdict, ...others } = item;
  const evidence = quote === undefined || quote === null ? [] : Array.isArray(quote) ? quote : [quote];
  return { id, evidence, reasoning: reason ?? "", ...(verdict === undefined ? {} : { verdict }), ...others };
}
