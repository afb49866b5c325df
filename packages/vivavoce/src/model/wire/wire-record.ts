import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { WireRecord } from "../../shape/index.ts";
import { ModelError } from "../model-error.ts";
import type { WireOptions } from "../traffic.ts";
import type { RecordedAnswer } from "../trial-secrets.ts";
import type { Model, ModelAnswer } from "../types.ts";
import { dialectNamed } from "./dialects.ts";
import type { Dialect, WireAnswer, WireRequest } from "./types.ts";

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
export function answerOf({ answer, wire }: RecordedAnswer, request: WireRequest): WireAnswer {
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

/** The provider sent an error status, broke off, or said what cannot be read; the agent's own client must see that unchanged. */
export class WireFailure extends ModelError {
  readonly wire: WireAnswer;
  /** What is kept of it. */
  readonly record: WireRecord;

  constructor(request: WireRequest, wire: WireAnswer, told: ModelError) {
    super(told);
    this.wire = wire;
    this.record = wireRecord(request, wire);
  }
}

/** A model that is not asked over HTTP: the request is decoded for it, and its answer encoded. */
export function decodedWire(model: Model) {
  return {
    id: model.id,
    async send(request: WireRequest, { signal, onStage, ...follow }: WireOptions) {
      const dialect = dialectNamed(request.dialect);
      if (!dialect)
        throw new ModelError({ failure: "bad-answer", message: `${model.id} cannot answer ${request.path}` });
      const answer = await model.call(dialect.decode(request.body), { signal, onStage });
      return { ...give(encoded(dialect, answer, request.body), follow), answer };
    },
  };
}

/** An answer in the dialect of the request, whole or as a stream. */
function encoded(dialect: Dialect, answer: ModelAnswer, body: JsonValue): WireAnswer {
  const asked = isJsonObject(body) ? body : {};
  if (!dialect.readRequest(body).streamed) {
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(dialect.encode(answer, asked)),
    };
  }
  const events = dialect.encodeEvents(answer, asked).map((text) => [0, text] as const);
  return { status: 200, headers: { "content-type": "text/event-stream" }, events };
}

/** Hands an existing answer to the caller that follows the call. */
export function give(wire: WireAnswer, { onHead, onEvent }: Pick<WireOptions, "onHead" | "onEvent">): WireAnswer {
  onHead?.({ status: wire.status, headers: wire.headers });
  for (const [, text] of wire.events ?? []) onEvent?.(text);
  return wire;
}
