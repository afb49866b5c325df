import { isJsonObject, type JsonValue, sentencesOf } from "../base/index.ts";
import { type CallRecord, type Exchange, lineInWords, type Outcome } from "../shape/index.ts";
import type { FailedCall } from "./model-error.ts";
import { ModelError } from "./model-error.ts";
import { nearestRequest, showDifferences } from "./request-diff.ts";
import { alike, hashOfKept } from "./request-matchers.ts";
import { type CallAddress, callsOf, labelsOf, recordsOf, showAddress, type Tape } from "./tape.ts";
import type { WireRequest } from "./wire/types.ts";

/** The tape ends before this call. */
export function missingRecord(tape: Tape, { role, label, index }: CallAddress, file = "the tape"): ModelError {
  const { origin } = tape;
  const records = callsOf(tape);
  const held = recordsOf(records, role, label).length;
  const others = labelsOf(records, role).filter((name) => name !== label);
  const elsewhere = others.length === 0 ? "" : `; it has ${role} entries for ${others.map(quoted).join(", ")}`;
  const place = label === "" ? role : `${role} ${quoted(label)}`;
  const byHand = origin === "hand-written" ? ", or write the entry by hand" : "";
  return new ModelError({
    message: `no tape for ${showAddress({ role, label, index })}: ${file} holds ${held} of ${place}${elsewhere}`,
    failure: "no-tape",
    remedy: `Record the case again with --record${byHand}.`,
  });
}

/** The tape has an answer at this place, but to another request. Shows the most similar one. */
function otherRequest(
  tape: Tape,
  address: CallAddress,
  { asked, file }: { asked: JsonValue; file?: string | undefined },
): ModelError {
  const nearest = nearestRecord(callsOf(tape), address, asked);
  return new ModelError({
    message: `${showAddress(address)} asks something different from what was recorded${file === undefined ? "" : ` in ${file}`}\n${nearestMiss(nearest, asked)}`,
    failure: "tape-differs",
    remedy: `${nearest && differsInIds(nearest.request, asked) ? 'Ids that differ each time are ignored with replay: { normalise: ["uuid"] } in the suite. Else record' : "Record"} the case again with --record, or undo the change that altered the request. If trials share state, add isolation: "process" to the suite.`,
  });
}

/**
 * Viva records the hash of every request, and writes it after the answer. A file that was cut off in an answer may still
 * be YAML, and the rest of the answer would be given to any request.
 */
function noHash(address: CallAddress, file = "the tape"): ModelError {
  return new ModelError({
    message: `${showAddress(address)} is recorded in ${file} without the hash of its request, so the file was cut off or edited`,
    failure: "tape-differs",
    remedy:
      "Restore the file, or record the case again with --record. A tape written by hand says `origin: hand-written`.",
  });
}

/** A hand-written tape answers another line than the user said. */
function otherLine(
  what: string,
  { written, said, file }: { written: string | undefined; said: string | undefined; file?: string | undefined },
): ModelError {
  const show = (line: string | undefined) => (line === undefined ? "(no line of the user)" : JSON.stringify(line));
  return new ModelError({
    message: `${what}${file === undefined ? "" : ` in ${file}`} was written for another line of the user\n  written for: ${show(written)}\n  said:        ${show(said)}`,
    failure: "tape-differs",
    remedy: "Write the new line and its answer into the tape, or undo the change of the case.",
  });
}

/** Ignores white space. */
function isSameLine(a: string | undefined, b: string | undefined): boolean {
  const [one, other] = [a, b].map((line) => line?.replace(/\s+/g, " ").trim());
  return one === other;
}

/** Why a record does not match a request. */
export function mismatch(
  tape: Tape,
  { hash, request, ...others }: CallRecord | FailedCall,
  {
    address,
    kept,
    line: said,
    file,
  }: { address: CallAddress; kept: JsonValue; file: string | undefined } & { line: string | undefined },
): ModelError | undefined {
  if (hash !== undefined) {
    return hash === hashOfKept(kept).hash ? undefined : otherRequest(tape, address, { asked: kept, file });
  }
  if (tape.origin === "recorded" && !("missing" in others)) return noHash(address, file);
  const written = isJsonObject(request) && Array.isArray(request.messages) ? lastLine(request.messages) : undefined;
  if (written === undefined || isSameLine(written, said)) return undefined;
  return otherLine(showAddress(address), { written, said, file });
}

/** A stream with a secret in several pieces is not kept, and if it was cut off, its answer cannot recreate it. */
export function cutSecret({ path }: WireRequest, file = "the tape"): ModelError {
  return new ModelError({
    failure: "no-tape",
    message: `what ${path} had answered when it was cut off is not in ${file}: a secret stood in it`,
    remedy: "Keep the secret from the model, and record the case again with --record.",
  });
}

/** What the user said last. */
export function lastLine(messages: readonly unknown[]): string | undefined {
  const line = messages.findLast((message) => isJsonObject(message) && message.role === "user");
  return isJsonObject(line) && typeof line.content === "string" ? line.content : undefined;
}

function differsInIds(recorded: JsonValue, asked: JsonValue): boolean {
  return alike(recorded, asked, { normalise: ["uuid"], start: 0, time: [] }) !== undefined;
}

function nearestMiss(nearest: Candidate | undefined, asked: JsonValue): string {
  if (!nearest) return "the tape kept no request to compare it with";
  const name = showAddress(nearest.address);
  const differences = showDifferences(nearest.request, asked);
  if (differences === "") return `the same request is on the tape as ${name}, but was already answered`;
  return `nearest recorded request: ${name}\n${differences}`;
}

interface Candidate {
  address: CallAddress;
  request: JsonValue;
}

/** The most similar of the same role; among equals, the one at the same place, then the one with the same label. */
function nearestRecord(
  records: readonly (CallRecord | FailedCall)[],
  asked: CallAddress,
  request: JsonValue,
): Candidate | undefined {
  const candidates = labelsOf(records, asked.role).flatMap((label) =>
    recordsOf(records, asked.role, label).flatMap(({ request }, index): Candidate[] =>
      request === undefined ? [] : [{ address: { role: asked.role, label, index }, request }],
    ),
  );
  const distance = ({ address: { label, index } }: Candidate) =>
    label !== asked.label ? 2 : index !== asked.index ? 1 : 0;
  return nearestRequest(
    candidates.sort((a, b) => distance(a) - distance(b)),
    request,
  );
}

function quoted(label: string): string {
  return JSON.stringify(label);
}

type Ended = NonNullable<Tape["ended"]>;

/** The progress of a replay. */
interface ReplayState {
  tape: Tape;
  file: string | undefined;
  /** How many exchanges and lines of the user are over, in all conversations of the trial. */
  exchanges: number;
  said: number;
  /** The number of the last exchange that was played. */
  last?: number | undefined;
  /** The first call of agent or user that the tape did not match, caught or not. */
  miss: ModelError | undefined;
}

/**
 * The outcome of a replay after an exchange or, without one, at the end of the conversation. A tape that does not match is
 * never a result. What a replay cannot reproduce, such as a time limit, is taken from the tape.
 */
export function replayEnding(
  outcome: Outcome,
  { tape, file, exchanges, said, last, miss }: ReplayState,
  exchange: Pick<Exchange, "number" | "user"> | undefined,
): Outcome {
  const { ended, exchanges: recorded = [] } = tape;
  const number = exchange?.number ?? last;
  const fault = (message: string): Outcome => ({
    kind: "infrastructure",
    message,
    ...(number === undefined ? {} : { exchange: number }),
  });
  const unlessTold = (message: string) => (outcome.kind === "infrastructure" ? outcome : fault(message));
  if (miss?.failure === "tape-differs") return unlessTold(sentencesOf(miss));
  const line = wrongLine(outcome, { tape, file, said }, exchange);
  if (line) return fault(sentencesOf(line));
  const isReached = exchange ? exchanges === recorded.length - 1 : exchanges >= recorded.length;
  if (isBeyondReplay(ended) && isReached) return outcomeOf(ended);
  if (miss) return unlessTold(sentencesOf(miss));
  if (!isBeyondReplay(ended) || exchange) return outcome;
  const where = ended.exchange === undefined ? "" : ` in exchange ${ended.exchange}`;
  return unlessTold(
    `the conversation recorded in ${file ?? "the tape"} ended${where} (${ended.message}), but the replay did not get that far. Record the case again with --record.`,
  );
}

/** If the tape says which lines it answers: the line of this exchange or, at the end, a line that was never said. */
function wrongLine(
  { kind }: Outcome,
  { tape: { lines }, file, said }: Pick<ReplayState, "tape" | "file" | "said">,
  exchange: Pick<Exchange, "number" | "user"> | undefined,
): ModelError | undefined {
  if (lines === undefined || (exchange ? !exchange.user : kind !== "completed")) return undefined;
  const [written, spoken] = [lines[said], exchange?.user && lineInWords(exchange.user)];
  if (isSameLine(written, spoken)) return undefined;
  return otherLine("the tape", { written, said: spoken, file });
}

/** Endings that the agent's code and the tape's answers reproduce; all others are known only from the tape. */
const repeatable: readonly string[] = ["threw", "call-limit", "empty-reply", "protocol"];

function isBeyondReplay(ended: Ended | undefined): ended is Ended {
  return ended !== undefined && !(ended.kind === "agent-failed" && repeatable.includes(ended.reason));
}

function outcomeOf({ items: _items, ...outcome }: Ended): Outcome {
  return outcome;
}
