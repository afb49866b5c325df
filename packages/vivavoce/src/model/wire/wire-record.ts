import { isJsonObject, type JsonObject, type JsonValue, sameJson } from "../../base/index.ts";
import type { WireRecord } from "../../shape/index.ts";
import { ModelError } from "../model-error.ts";
import type { ModelAnswer } from "../types.ts";
import { dialectNamed } from "./dialects.ts";
import { serverEvents } from "./sse.ts";
import type { WireAnswer, WireRequest } from "./types.ts";
import { encoded } from "./wire-model.ts";

/** A request as it is kept and hashed: where it was sent and what it says, not how it is sent. */
export function keptRequest({ dialect, path, body }: WireRequest): JsonValue {
  const hashed = dialectNamed(dialect)?.hashed(body) ?? body;
  return isJsonObject(hashed) ? { path, ...hashed } : { path, body: hashed };
}

/** What is kept of an answer. */
export function wireRecord({ dialect, path }: WireRequest, answer: WireAnswer): WireRecord {
  const { status, headers, body, events, brokenOff } = answer;
  const came = events ? { events: events.map(([ms, text]): [number, string] => [ms, text]) } : { body: body ?? "" };
  const broken = brokenOff === undefined ? {} : { brokenOff };
  return { dialect, path, status, headers: { ...headers }, ...came, ...broken };
}

/** A kept answer as the client gets it: as it came, or encoded if it was written by hand or came another way. */
export function answerOf(
  { answer, wire }: { answer: ModelAnswer; wire?: WireRecord | undefined },
  request: WireRequest,
): WireAnswer {
  const dialect = dialectNamed(request.dialect);
  const isStream = dialect?.readRequest(request.body).streamed ?? wire?.events !== undefined;
  const kept = wire && keptAnswer(wire);
  if (kept && wire.dialect === request.dialect && (isStream ? kept.events : kept.body !== undefined)) {
    return { ...kept, answer };
  }
  if (dialect) return { ...encoded(dialect, answer, request.body), answer };
  throw new ModelError({
    failure: "no-tape",
    message: `what ${request.path} answered is not on the tape`,
    remedy: "Record the case again with --record: only answers of chat models can be written by hand.",
  });
}

/** An answer as it came, if all of it was kept. */
export function keptAnswer({ status, headers = {}, body, events, brokenOff }: WireRecord): WireAnswer | undefined {
  if (body === undefined && events === undefined) return undefined;
  return { status, headers, ...(events ? { events } : { body }), ...(brokenOff === undefined ? {} : { brokenOff }) };
}

/** The provider sent an error status or broke off; the agent's own client must see that unchanged. */
export class WireFailure extends ModelError {
  readonly answer: WireAnswer;
  readonly wire: WireRecord;

  constructor(failure: ModelError, answer: WireAnswer, wire: WireRecord) {
    super(failure);
    this.answer = answer;
    this.wire = wire;
  }
}

/**
 * The texts of a stream, joined by their place in its events, so that a secret that came in several pieces is found too.
 */
export function joinedTexts({ events }: WireRecord): Record<string, string> {
  const texts = (events ?? []).map(([, text]) => text);
  // Also in raw form, because an unfinished event, or one that is not JSON, may be cut anywhere.
  const joined: Record<string, string> = { stream: texts.join("") };
  const collect = (value: JsonValue, path: string): void => {
    if (typeof value === "string") joined[path] = (joined[path] ?? "") + value;
    else if (Array.isArray(value)) for (const one of value) collect(one, path);
    else if (isJsonObject(value)) {
      const own = `${path}${placeOf(value)}`;
      for (const [name, one] of Object.entries(value)) collect(one, `${own}.${name}`);
    }
  };
  for (const { data } of serverEvents(texts)) {
    try {
      collect(JSON.parse(data), "");
    } catch {
      // Not JSON, such as "[DONE]".
    }
  }
  return joined;
}

/** Several answers, or calls in one answer, may come interleaved; these fields tell them apart. */
function placeOf({ index, output_index, content_index }: JsonObject): string {
  return [index, output_index, content_index].map((place) => (typeof place === "number" ? `#${place}` : "")).join("");
}

/** A stream with a secret in several pieces is not kept; a replay encodes it from the answer. */
export function withoutSplitSecrets(wire: WireRecord, joined: unknown, kept: unknown): WireRecord {
  if (!wire.events || sameJson(joined as JsonValue, kept as JsonValue)) return wire;
  const { events: _events, ...rest } = wire;
  return rest;
}
