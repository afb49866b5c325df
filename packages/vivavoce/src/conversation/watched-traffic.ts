import { setImmediate } from "node:timers/promises";
import { AgentFailure } from "../agent/index.ts";
import { InfrastructureError, type JsonValue, sentencesOf, stopwatch, tooLargeToKeep } from "../base/index.ts";
import {
  errorOf,
  type Model,
  ModelError,
  type ModelRequest,
  modelTimeOf,
  type Traffic,
  type WireAnswer,
  type WireOptions,
  type WireRequest,
  wireOf,
} from "../model/index.ts";
import { type Exchange, wholeSum, wholeUsage } from "../shape/index.ts";
import { AskedCalls, type SentRequest } from "./asked-calls.ts";
import { type AskedFor, beginCall, type ModelActivity, noActivity } from "./model-activity.ts";
import { outside } from "./running-trial.ts";

/** After this many refusals Viva stops answering, because the agent ignores them. */
const mostRefusals = 100;

/**
 * Watches an agent's models: counts the calls of the current exchange, ends those over the limit, and remembers failures
 * that the agent may have caught.
 */
export class WatchedTraffic {
  readonly #traffic: Traffic;
  readonly #maxCalls: number;
  readonly #asked: AskedCalls;
  activity: ModelActivity = noActivity();
  #seen = 0;
  #refused = 0;
  #refusal: string | undefined;
  #onLate: ((complaint: string) => void) | undefined;

  constructor(traffic: Traffic, maxCalls: number, asked = new AskedCalls()) {
    this.#traffic = traffic;
    this.#maxCalls = maxCalls;
    this.#asked = asked;
  }

  /** Starts a new exchange. */
  begin(overran?: () => void): void {
    this.activity = noActivity(overran);
    this.#seen = this.#traffic.records().length;
  }

  /** The conversation is over: later calls are refused, so nobody pays for them. */
  end(refusal: string, onLate?: (complaint: string) => void): void {
    this.#refusal = refusal;
    this.#onLate = onLate;
  }

  /** Whether the agent has asked a model at all. */
  get asked(): boolean {
    return this.#traffic.records().some(({ role }) => role === "agent");
  }

  /** The longest wait for a call that has not been answered. */
  waitedMs(): number {
    const { pending, cutOffMs } = this.activity;
    return Math.max(cutOffMs, ...[...pending].map((wait) => wait.usedMs()));
  }

  /** The usage of the agent's calls since `begin`. */
  spent(): Pick<Exchange, "modelCalls" | "usage" | "cost" | "modelMs" | "warnings"> {
    const records = this.#traffic.records().slice(this.#seen);
    const own = records.filter(({ role }) => role === "agent");
    // The usage of a call that was cut off is unknown, so the sum would be too small.
    const isWhole = !this.activity.cutOff;
    const usage = isWhole ? wholeUsage(own.map(({ answer }) => answer.usage)) : undefined;
    const cost = isWhole ? wholeSum(own.map(({ answer }) => answer.cost)) : undefined;
    const modelMs = isWhole ? modelTimeOf(own) : undefined;
    const warnings = [...new Set(own.flatMap(({ answer }) => answer.warnings ?? []))];
    return {
      modelCalls: this.activity.calls,
      ...(usage ? { usage } : {}),
      ...(cost === undefined ? {} : { cost }),
      ...(modelMs === undefined ? {} : { modelMs }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  }

  model(name: string, signal: () => AbortSignal): Model {
    const model = this.#open(name);
    return {
      id: model.id,
      call: async (request, options) => {
        const answered = this.#asked.send(sentRequest(request));
        const answer = await this.#watched({ request, asked: "answer" }, options?.signal ?? signal(), (given) =>
          model.call(request, { signal: given }),
        );
        for (const call of answer.toolCalls) answered(call);
        return answer;
      },
    };
  }

  /** A call of the agent's own client. An error status also counts as a failure of the model. */
  async wire(request: WireRequest, options: WireOptions, signal: AbortSignal): Promise<WireAnswer> {
    const given = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    const ask = wireOf(this.#traffic);
    const call = { request: request.body, asked: askedFor(request) };
    return this.#watched(call, given, (both) => ask(request, { ...options, signal: both }));
  }

  async #watched<A extends object>(
    { request, asked }: { request: unknown; asked: AskedFor },
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<A>,
  ): Promise<A> {
    if (this.#refusal !== undefined) {
      this.#onLate?.(this.#refusal);
      await this.#refuse(new AgentFailure(this.#refusal));
    }
    const activity = this.activity;
    if (activity.calls >= this.#maxCalls) await this.#refuse(this.#overrun(activity));
    activity.calls += 1;
    refuseTooLarge(request, activity);
    const call = beginCall(activity, asked);
    const wait = stopwatch();
    const wasOver = signal.aborted;
    activity.pending.add(wait);
    try {
      // Outside the exchange, because Viva's own connections are not the agent's.
      const answer = await outside(() => ask(signal));
      const failure = (answer as Partial<WireAnswer>).failure;
      if (failure) call.failed(errorOf(failure));
      else call.answered();
      return answer;
    } catch (error) {
      const failure = outage(error, signal);
      if (failure !== undefined) call.failed(failure);
      activity.cutOff ||= signal.aborted && !wasOver;
      if (signal.aborted) activity.cutOffMs = Math.max(activity.cutOffMs, wait.usedMs());
      throw error;
    } finally {
      wait.stop();
      activity.pending.delete(wait);
    }
  }

  /** Delays an agent that catches this and tries again for ever, so that others can run. */
  async #refuse(failure: AgentFailure): Promise<never> {
    if (++this.#refused > mostRefusals) await new Promise(() => {});
    await setImmediate();
    throw failure;
  }

  /** A model that the suite does not name is a mistake in the suite, not of the agent. */
  #open(name: string): Model {
    try {
      return this.#traffic.model("agent", name === "agent" ? "" : name);
    } catch (error) {
      const failure = new InfrastructureError({ message: sentencesOf(error), cause: error });
      beginCall(this.activity, "answer").failed(failure);
      throw failure;
    }
  }

  #overrun(activity: ModelActivity): AgentFailure {
    activity.overrun ??= new AgentFailure(`more than ${this.#maxCalls} model calls in one exchange`, "call-limit");
    activity.overran();
    return activity.overrun;
  }
}

function sentRequest({ messages, tools = [] }: ModelRequest): SentRequest {
  const results = messages.flatMap((message) =>
    message.role === "tool" ? [{ ...message, id: message.toolCallId }] : [],
  );
  return { messages: messages as JsonValue[], tools, results };
}

/** A request that is too large to keep is not sent. The agent has failed, even if it catches the error. */
function refuseTooLarge(request: unknown, activity: ModelActivity): void {
  const size = tooLargeToKeep(request);
  if (size === undefined) return;
  activity.overrun ??= new AgentFailure(`the agent's request to a model takes ${size} call`);
  throw activity.overrun;
}

/** The outage of a failed call; none if it was cancelled, unless it had already failed before. */
function outage(error: unknown, signal: AbortSignal): unknown {
  if (!ModelError.is(error)) return signal.aborted ? undefined : error;
  if (error.failure !== "cancelled") return error;
  return ModelError.is(error.cause) ? error.cause : undefined;
}

function askedFor({ dialect, path }: WireRequest): AskedFor {
  if (dialect !== "unread") return "answer";
  return /\/embeddings(?:\?|$)/.test(path) ? "embedding" : "list";
}
