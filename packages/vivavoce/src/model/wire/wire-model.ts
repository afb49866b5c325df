import { type JsonValue, jsonIn, sentencesOf, systemClock } from "../../base/index.ts";
import type { Role, WireRecord } from "../../shape/index.ts";
import { networkFailure, type Respondent, statusFailure } from "../http-failure.ts";
import type { Limiter } from "../limiter.ts";
import { ModelError, missingOf } from "../model-error.ts";
import { openrouterCost } from "../openai-response.ts";
import { answerId, BrokenOff, post, wholeText } from "../post.ts";
import { objectIn, textIn } from "../read-json.ts";
import { cancelled } from "../timing.ts";
import type { WireOptions } from "../traffic.ts";
import type { RecordedAnswer } from "../trial-secrets.ts";
import type { CallOptions, ModelAnswer } from "../types.ts";
import { dialectNamed } from "./dialects.ts";
import { outageIn } from "./reading.ts";
import { serverEvents } from "./sse.ts";
import type { WireAnswer, WireHead, WireRequest } from "./types.ts";
import { answerOf, give, keptRequest, WireFailure, wireRecord } from "./wire-record.ts";

/** An answer as it is forwarded, and what it says. */
type Wired = WireAnswer & { answer: ModelAnswer };

/** Answers the requests of an agent's own client. */
interface WireModel {
  /** "openai:gpt-5-mini" */
  readonly id: string;
  /** All that decides its answer besides what a record keeps of the request; left out if that is not known. */
  sentTo?(request: WireRequest): JsonValue;
  /** Rejects with a WireFailure if what came is not an answer, and otherwise only if nobody answers. */
  send(request: WireRequest, options: WireOptions): Promise<Wired>;
}

/** The model of a request over the wire: its name in the suite, or the client's name for it. */
export interface WireRoute {
  label: string;
  model: WireModel;
}

/** One call to be made, and what is kept of its request. */
export interface LiveCall {
  role: Role;
  label: string;
  /** The model's. */
  id: string;
  request: unknown;
  /** Where it is sent, and what is sent besides the request; undefined if that is not known. */
  sentTo: JsonValue | undefined;
  send(options: CallOptions): Promise<ModelAnswer>;
  /** How the answer came over the wire. */
  wire?(): WireRecord | undefined;
}

interface ProviderOptions extends Respondent {
  limiter: Limiter;
  /** Where the request goes. */
  url: URL;
  /** Those that carry the key. */
  headers: Readonly<Record<string, string>>;
  /** What a call cost, in US dollars, by the list. */
  cost(answer: ModelAnswer): number | undefined;
  /** Whether the server itself says what a call cost. */
  saysCost?: boolean;
}

/** A provider that is asked over HTTP, with the requests of the agent's own client, which tries failed calls again itself. */
export function providerWire({ id, limiter, url, headers: own, redact, server, ...price }: ProviderOptions): WireModel {
  const respondent: Respondent = { id, server, redact };
  const attempt = async (request: WireRequest, options: WireOptions): Promise<Wired> => {
    const { signal, onStage, onHead, onEvent } = options;
    onStage?.("sent");
    const headers = { "content-type": "application/json", ...request.headers, ...own, "accept-encoding": "identity" };
    const sent = request.body === null ? { method: "GET", body: "" } : { body: JSON.stringify(request.body) };
    const wire = await post(url, { ...sent, headers, signal, onHead, onEvent }).catch((error: unknown) => {
      const failure = networkFailure(respondent, error);
      if (failure.failure === "bad-answer") throw failure;
      const told = signal?.aborted ? cancelled(id, signal) : failure;
      if (!(error instanceof BrokenOff)) throw told;
      // The client has read the answer to its end, and did not wait until the server closed the connection.
      if (signal?.aborted && !("failure" in read(id, request, error.wire))) return error.wire;
      throw new WireFailure(request, { ...error.wire, brokenOff: sentencesOf(told) }, told);
    });
    const isError = wire.status < 200 || wire.status > 299;
    const said = isError
      ? { failure: statusFailure(respondent, { ...wire, text: wholeText(wire), now: systemClock.now() }) }
      : read(id, request, wire);
    // Thrown, so that the limiter notices it.
    if ("failure" in said) throw new WireFailure(request, wire, said.failure);
    return { ...wire, answer: said };
  };
  return {
    id,
    sentTo: ({ headers, body }) => ({ url: url.href, headers: decidingHeaders(headers), key: { ...own }, body }),
    async send(request, options) {
      options.onStage?.("waiting");
      const end = limiter.follow();
      try {
        const wired = await limiter.run(() => attempt(request, options), options.signal, {
          characters: () => JSON.stringify(request.body).length,
          usage: ({ answer }) => answer.usage,
        });
        const costs = price.saysCost ? bodiesOf(wired).map(openrouterCost) : [];
        const cost = costs.findLast((said) => said !== undefined) ?? price.cost(wired.answer);
        return cost === undefined ? wired : { ...wired, answer: { ...wired.answer, cost } };
      } finally {
        end();
      }
    },
  };
}

/** The headers that may change an answer: not those that name the client's program, or one attempt of it. */
function decidingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const indifferent =
    /^(?:user-agent|accept|accept-.*|content-type|x-stainless-.*|idempotency-key|x-request-id|baggage)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !indifferent.test(name)));
}

/** What an answer says; nothing for an endpoint that Viva does not read. An outage may come in the middle of an answer. */
function read(
  id: string,
  { dialect: name, body }: WireRequest,
  wire: WireAnswer,
): ModelAnswer | { failure: ModelError } {
  const dialect = dialectNamed(name);
  if (!dialect) return { text: "", toolCalls: [], finish: "other" };
  const { tools } = dialect.readRequest(body);
  const failed = (message: string) => ({ failure: new ModelError({ failure: "bad-answer", message }) });
  let answer: ModelAnswer;
  let begun: JsonValue | undefined;
  try {
    const pieces = wire.events?.map(([, text]) => text);
    begun = pieces ? bodiesOf(wire, pieces.slice(0, 5))[0] : JSON.parse(wholeText(wire));
    answer = pieces ? dialect.readEvents(pieces, tools) : dialect.readAnswer(begun ?? null, tools);
  } catch (error) {
    return failed(`the answer of ${id} is not JSON: ${sentencesOf(error)}`);
  }
  const outage = outageIn(answer);
  if (outage !== undefined) return failed(`the answer of ${id}: ${outage}`);
  const own = textIn(begun, "id") ?? textIn(objectIn(begun, "message") ?? objectIn(begun, "response"), "id");
  return { ...answer, id: answerId(own, wire.headers) };
}

/** The JSON in an answer: its body, or the data of its events. */
function bodiesOf(wire: WireAnswer, pieces = wire.events?.map(([, text]) => text)): JsonValue[] {
  const texts = pieces ? serverEvents(pieces).map(({ data }) => data) : [wholeText(wire)];
  return texts.map(jsonIn).filter((body) => body !== undefined);
}

/** How the traffic of a trial makes a call: journalled, timed and recorded. */
interface CallMaker {
  make(call: LiveCall, options?: CallOptions): Promise<RecordedAnswer>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

/** Asks for the agent's own client, which follows the answer while it comes. */
export async function askOverWire(
  { make, now }: CallMaker,
  { label, model }: WireRoute,
  request: WireRequest,
  options: WireOptions = {},
): Promise<WireAnswer> {
  const { onHead, onEvent } = options;
  const begunAt = now();
  let began: WireHead | undefined;
  let record: WireRecord | undefined;
  const came: [number, string][] = [];
  const follow = {
    onHead: (head: WireHead) => {
      began = head;
      onHead?.(head);
    },
    onEvent: (text: string) => {
      came.push([Math.round(now() - begunAt), text]);
      onEvent?.(text);
    },
  };
  const send = async (callOptions: CallOptions): Promise<ModelAnswer> => {
    try {
      const { answer, ...wire } = await model.send(request, { ...callOptions, ...follow });
      record = wireRecord(request, wire);
      options.onWhole?.(wire);
      return answer;
    } catch (error) {
      if (!callOptions.signal?.aborted || error instanceof WireFailure) throw error;
      const cut = cancelled(model.id, callOptions.signal);
      // The part that had come was already sent to the client, and a replay sends it again.
      throw began && came.length > 0 ? new WireFailure(request, { ...began, events: came }, cut) : cut;
    }
  };
  const sentTo = model.sentTo?.(request);
  const call = { role: "agent", label, id: model.id, request: keptRequest(request), sentTo, send } as const;
  try {
    const said = await make({ ...call, wire: () => record }, options);
    const answer = answerOf(said, request);
    // An answer from the journal was not followed.
    return began ? answer : give(answer, follow);
  } catch (error) {
    // A caller that cancelled the call does not wait for an answer.
    if (!(error instanceof WireFailure) || error.failure === "cancelled") throw error;
    return { ...error.wire, failure: missingOf(error) };
  }
}
