import type { JsonValue } from "../../base/index.ts";
import type { Role } from "../../shape/index.ts";
import { cancelled } from "../deadline.ts";
import { missingOf } from "../missing-answer.ts";
import type { WireOptions } from "../traffic.ts";
import type { RecordedAnswer } from "../trial-secrets.ts";
import type { CallOptions } from "../types.ts";
import type { WireAnswer, WireHead, WireRequest } from "./types.ts";
import { give, type WireModel } from "./wire-model.ts";
import { answerOf, keptRequest, WireFailure, wireRecord } from "./wire-record.ts";

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
  send(options: CallOptions): Promise<RecordedAnswer>;
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
  const send: LiveCall["send"] = async (callOptions) => {
    const wired = await model.send(request, { ...callOptions, ...follow }).catch((error: unknown) => {
      if (!callOptions.signal?.aborted) throw error;
      const cut = cancelled(model.id, callOptions.signal);
      if (!began || came.length === 0) throw cut;
      // The part that had come was already sent to the client, and a replay sends it again.
      const soFar = { ...began, events: came };
      throw new WireFailure(cut, soFar, wireRecord(request, soFar));
    });
    const wire = wireRecord(request, wired.wire);
    if ("failure" in wired) throw new WireFailure(wired.failure, wired.wire, wire);
    options.onWhole?.(wired.wire);
    return { answer: wired.answer, wire };
  };
  const sentTo = model.sentTo?.(request);
  const call = { role: "agent", label, id: model.id, request: keptRequest(request), sentTo, send } as const;
  try {
    const said = await make(call, options);
    const answer = answerOf(said, request);
    // An answer from the journal was not followed.
    return began ? answer : give(answer, follow);
  } catch (error) {
    // A caller that cancelled the call does not wait for an answer.
    if (!(error instanceof WireFailure) || error.failure === "cancelled") throw error;
    return { ...error.answer, failure: missingOf(error) };
  }
}
