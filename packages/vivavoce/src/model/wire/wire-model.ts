import { isJsonObject, type JsonValue, sentencesOf, systemClock } from "../../base/index.ts";
import { cancelled } from "../deadline.ts";
import { badAnswer, networkFailure, type Respondent, statusFailure } from "../http-failure.ts";
import type { Limiter } from "../limiter.ts";
import { ModelError } from "../model-error.ts";
import { openrouterCost } from "../openai-response.ts";
import { EndlessAnswer } from "../post.ts";
import type { WireOptions } from "../traffic.ts";
import type { Model, ModelAnswer } from "../types.ts";
import { dialectNamed } from "./dialects.ts";
import { BrokenOff, forward } from "./forward.ts";
import { outageIn } from "./reading.ts";
import { serverEvents } from "./sse.ts";
import type { Dialect, WireAnswer, WireRequest } from "./types.ts";

/** The result of a call over the wire: the answer as it is forwarded, and what it says or why it says nothing. */
export type Wired = { wire: WireAnswer } & ({ answer: ModelAnswer } | { failure: ModelError });

/** Answers the requests of an agent's own client. */
export interface WireModel {
  /** "openai:gpt-5-mini" */
  readonly id: string;
  /** All that decides its answer besides what a record keeps of the request; left out if that is not known. */
  sentTo?(request: WireRequest): JsonValue;
  /** Rejects only if nobody answers. */
  send(request: WireRequest, options: WireOptions): Promise<Wired>;
}

interface ProviderOptions {
  id: string;
  limiter: Limiter;
  /** Where the request goes. */
  url: URL;
  /** Those that carry the key. */
  headers: Readonly<Record<string, string>>;
  redact(text: string): string;
  /** What a call cost, in US dollars, by the list. */
  cost(answer: ModelAnswer): number | undefined;
  /** Whether the server itself says what a call cost. */
  saysCost?: boolean;
}

/** A provider that is asked over HTTP, with the requests of the agent's own client. */
export function providerWire({ id, limiter, url, headers: own, redact, ...price }: ProviderOptions): WireModel {
  return {
    id,
    sentTo: ({ headers, body }) => ({ url: url.href, headers: decidingHeaders(headers), key: { ...own }, body }),
    async send(request, options) {
      const { signal, onStage } = options;
      const headers = { "content-type": "application/json", ...request.headers, ...own };
      const respondent: Respondent = { id, redact };
      const attempt = async (): Promise<Wired> => {
        onStage?.("sent");
        const method = request.body === null ? "GET" : "POST";
        const body = request.body === null ? "" : JSON.stringify(request.body);
        const wire = await forward(url, { ...options, method, headers, body }).catch((error: unknown) => {
          const cause = error instanceof BrokenOff ? error.cause : error;
          if (cause instanceof EndlessAnswer) throw badAnswer(respondent, "is too long");
          // The client has read the answer to its end, and did not wait until the server closed the connection.
          if (signal?.aborted && error instanceof BrokenOff && "answer" in read(id, request, error.wire))
            return error.wire;
          const failure = signal?.aborted ? cancelled(id, signal) : networkFailure(respondent, cause);
          throw error instanceof BrokenOff
            ? new Answered({ ...error.wire, brokenOff: sentencesOf(failure) }, failure)
            : failure;
        });
        if (wire.status >= 200 && wire.status <= 299) return read(id, request, wire);
        const header = (name: string) => wire.headers[name];
        // Thrown, so that the limiter notices it.
        throw new Answered(
          wire,
          statusFailure(respondent, { ...wire, text: textOf(wire), header, now: systemClock.now() }),
        );
      };
      onStage?.("waiting");
      const wired = await limiter
        .following(() =>
          limiter.run(attempt, signal, {
            characters: () => JSON.stringify(request.body).length,
            usage: (wired) => ("answer" in wired ? wired.answer.usage : undefined),
          }),
        )
        .catch((error: unknown) => {
          if (error instanceof Answered) return { wire: error.wire, failure: error };
          throw error;
        });
      if (!("answer" in wired)) return wired;
      const said = price.saysCost
        ? bodiesOf(wired.wire)
            .map(openrouterCost)
            .findLast((cost) => cost !== undefined)
        : undefined;
      const dollars = said ?? price.cost(wired.answer);
      return dollars === undefined ? wired : { ...wired, answer: { ...wired.answer, cost: dollars } };
    },
  };
}

/** The headers that may change an answer: not those that name the client's program, or one attempt of it. */
function decidingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const indifferent =
    /^(?:user-agent|accept|accept-.*|content-type|x-stainless-.*|idempotency-key|x-request-id|baggage)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !indifferent.test(name)));
}

/** A model that is not asked over HTTP: the request is decoded for it, and its answer encoded. */
export function decodedWire(model: Model): WireModel {
  return {
    id: model.id,
    async send(request, { signal, onStage, ...follow }) {
      const dialect = dialectNamed(request.dialect);
      if (!dialect)
        throw new ModelError({ failure: "bad-answer", message: `${model.id} cannot answer ${request.path}` });
      const answer = await model.call(dialect.decode(request.body), { signal, onStage });
      return { wire: give(encoded(dialect, answer, request.body), follow), answer };
    },
  };
}

/** An answer in the dialect of the request, whole or as a stream. */
export function encoded(dialect: Dialect, answer: ModelAnswer, body: JsonValue): WireAnswer {
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

/** What an answer says; nothing for an endpoint that Viva does not read. An outage may come in the middle of an answer. */
function read(id: string, { dialect: name, body }: WireRequest, wire: WireAnswer): Wired {
  const dialect = dialectNamed(name);
  if (!dialect) return { wire, answer: { text: "", toolCalls: [], finish: "other" } };
  const { tools } = dialect.readRequest(body);
  const failed = (message: string): Wired => ({ wire, failure: new ModelError({ failure: "bad-answer", message }) });
  let answer: ModelAnswer;
  try {
    const pieces = wire.events?.map(([, text]) => text);
    answer = pieces ? dialect.readEvents(pieces, tools) : dialect.readAnswer(JSON.parse(textOf(wire)), tools);
  } catch (error) {
    return failed(`the answer of ${id} is not JSON: ${sentencesOf(error)}`);
  }
  const outage = outageIn(answer);
  return outage === undefined ? { wire, answer } : failed(`the answer of ${id}: ${outage}`);
}

function textOf({ body, events = [] }: WireAnswer): string {
  return body ?? events.map(([, text]) => text).join("");
}

/** An error status, or a stream that broke off, is an answer to the agent; to the limiter it is a failure. */
class Answered extends ModelError {
  readonly wire: WireAnswer;

  constructor(wire: WireAnswer, told: ModelError) {
    super(told);
    this.wire = wire;
  }
}

/** The JSON in an answer: its body, or the data of its events. */
function bodiesOf(wire: WireAnswer): unknown[] {
  const texts = wire.events
    ? serverEvents(wire.events.map(([, text]) => text)).map(({ data }) => data)
    : [textOf(wire)];
  return texts.flatMap((text) => {
    try {
      return [JSON.parse(text)];
    } catch {
      return [];
    }
  });
}
