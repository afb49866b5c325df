import type { Agent, AgentContext, Variant } from "../agent/index.ts";
import { countingIds, jsonCopy, seededRandom, sentencesOf } from "../base/index.ts";
import type { Case, UserLine } from "../case/index.ts";
import type { Traffic } from "../model/index.ts";
import type { Exchange, Outcome, Transcript } from "../transcript/index.ts";
import type { World } from "../world/index.ts";
import { AgentSession } from "./agent-session.ts";
import { approver } from "./approvals.ts";
import { closeWorld, notClosed } from "./close-world.ts";
import { underDeadline } from "./deadline.ts";
import { type ExchangeScope, outside, within } from "./exchange-scope.ts";
import { ExchangeScopes } from "./exchange-scopes.ts";
import { Interrupted } from "./interrupted.ts";
import { type ConversationLimits, withDefaults } from "./limits.ts";
import { outcomeOf } from "./outcome-of.ts";
import { Simulator } from "./simulated-user.ts";
import { scriptedUser, type UserSide } from "./user-side.ts";
import { WatchedTraffic } from "./watched-traffic.ts";
import { WatchedWorld } from "./watched-world.ts";

/** One reason for all: making an exception for each conversation costs more than playing a short one. */
const conversationOver = new DOMException("the conversation is over", "AbortError");

/** Everything one conversation needs besides agent and case; nothing in it is shared with another one. */
export interface Setting {
  /** Left out where Viva cannot see what the agent acts on. */
  world?: World | undefined;
  variant: Variant;
  repeat: number;
  /** Which time the conversation is played, from 1: a simulated user who spoiled it gets another throw of the dice. */
  attempt?: number | undefined;
  traffic: Traffic;
  seed: number;
  limits?: Partial<ConversationLimits> | undefined;
  /** Told of what the agent records, or asks for, when the conversation is over: its transcript no longer holds it. */
  onLate?: ((complaint: string) => void) | undefined;
  /** Told of each exchange when it begins, with nothing in it yet, and when it is over. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Shared by the conversations of a run. */
  network?: { used: boolean } | undefined;
  /** Raised with an outage as its reason: the exchange that is under way ends with it at once. */
  cut?: AbortSignal | undefined;
  signal: AbortSignal;
}

/**
 * Plays one case against an agent and returns what happened. Rejects only when interrupted. The world is closed after its
 * last snapshot, however the conversation ended.
 */
export async function playCase(agent: Agent, testCase: Case, setting: Setting): Promise<Transcript> {
  let unclosed: string | undefined;
  let transcript: Transcript;
  try {
    transcript = await new Conversation(agent, testCase, setting).play();
  } finally {
    unclosed = await closeWorld(setting.world);
  }
  return unclosed === undefined ? transcript : notClosed(transcript, unclosed);
}

/** The script, or the simulated user, which is the same for every variant of the case and repeat. */
function userSide({ id, script, user }: Case, { traffic, seed, repeat, attempt = 1 }: Setting): UserSide {
  if (!user) return scriptedUser(script);
  const random = seededRandom(seed, `user\n${id}\n${repeat}${attempt === 1 ? "" : `\n${attempt}`}`);
  return new Simulator({ user, model: () => traffic.model("user"), seed: Math.floor(random() * 2 ** 31) });
}

class Conversation {
  readonly #agent: Agent;
  readonly #case: Case;
  readonly #setting: Setting;
  readonly #limits: ConversationLimits;
  readonly #traffic: WatchedTraffic;
  readonly #world: WatchedWorld;
  readonly #session: AgentSession;
  readonly #ids = countingIds();
  readonly #approve: ReturnType<typeof approver>;
  readonly #exchanges: Exchange[] = [];
  readonly #user: UserSide;
  readonly #deadline: number;
  /** Tells the agent that the conversation is over. */
  readonly #over = new AbortController();
  readonly #scopes: ExchangeScopes;
  /** The exchange that was played last; it is in the transcript when it is known that nothing more comes of it. */
  #latest: { scope: ExchangeScope; line: UserLine } | undefined;
  #openMs: number | undefined;
  /** The signal of the current exchange. */
  #signal: AbortSignal;

  constructor(agent: Agent, testCase: Case, setting: Setting) {
    this.#agent = agent;
    this.#case = testCase;
    this.#setting = setting;
    this.#limits = withDefaults(setting.limits);
    this.#traffic = new WatchedTraffic(setting.traffic, this.#limits.modelCalls);
    this.#world = new WatchedWorld(setting.world);
    this.#session = new AgentSession(() => outside(() => this.#agent.open(this.#context())));
    this.#approve = approver(testCase.approvals);
    this.#scopes = new ExchangeScopes({
      caseId: testCase.id,
      traffic: this.#traffic,
      elapsedMs: setting.traffic.elapsedMs,
      tools: agent.tools && new Map(agent.tools.map((tool) => [tool.name, tool])),
      ids: this.#ids,
      maxCalls: this.#limits.toolCalls,
      onLate: setting.onLate,
      network: setting.network,
      signal: setting.signal,
    });
    this.#deadline = performance.now() + this.#limits.conversationMs;
    this.#signal = setting.signal;
    this.#user = userSide(testCase, setting);
  }

  async play(): Promise<Transcript> {
    const { signal } = this.#setting;
    const end = () => this.#over.abort(signal.reason ?? conversationOver);
    signal.addEventListener("abort", end, { once: true });
    let outcome: Outcome | undefined;
    try {
      outcome = await this.#exchangeAll();
    } finally {
      // An agent that failed may still be at work, and closing waits for it.
      if (outcome?.kind !== "completed") end();
      await this.#close(outcome);
      end();
      signal.removeEventListener("abort", end);
    }
    return this.#transcript(this.#scopes.overrun(outcome));
  }

  /** Until the script or the agent comes to an end. */
  async #exchangeAll(): Promise<Outcome> {
    let heard: string | undefined;
    while (this.#world.failure === undefined) {
      const line = await this.#nextLine(heard);
      if (!line) break;
      if ("kind" in line) return line;
      // Not before: what the agent did after its reply, until the user spoke again, belongs to that exchange.
      this.#finishExchange();
      if (this.#world.failure !== undefined) break;
      const scope = this.#scopes.begin();
      this.#latest = { scope, line };
      this.#setting.onExchange?.({ number: scope.number, user: line, items: [], modelCalls: 0 });
      const outcome = await this.#exchange(scope, line.content);
      if (outcome.kind !== "completed") return outcome;
      await this.#scopes.settle();
      heard = scope.recorder.items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n\n");
    }
    return { kind: "completed", ended: this.#user.ended };
  }

  /** Closes the session and the books: what comes after this can no longer be part of the transcript. */
  async #close(outcome: Outcome | undefined): Promise<void> {
    const last = this.#latest?.scope;
    await (last ? within(last, () => this.#session.close()) : this.#session.close());
    await this.#scopes.end(outcome);
    this.#finishExchange();
  }

  #finishExchange(): void {
    if (!this.#latest) return;
    const { scope, line } = this.#latest;
    this.#latest = undefined;
    const effects = this.#world.effects();
    const { openMs, ...times } = this.#setting.traffic.timed(scope.timer.times);
    this.#openMs ??= openMs;
    const exchange: Exchange = {
      number: scope.number,
      user: line,
      items: scope.recorder.items,
      ...(effects ? { effects } : {}),
      ...times,
      ...this.#traffic.spent(),
    };
    this.#exchanges.push(exchange);
    this.#setting.onExchange?.(exchange);
  }

  /** What the user says next; a user whose model failed is an outage, not the agent's doing. */
  async #nextLine(heard: string | undefined): Promise<UserLine | Outcome | undefined> {
    try {
      return await this.#user.next(heard, this.#setting.signal);
    } catch (error) {
      if (this.#setting.signal.aborted) throw new Interrupted();
      const message = `the simulated user failed: ${sentencesOf(error)}`;
      return { kind: "infrastructure", message, exchange: this.#scopes.count + 1 };
    }
  }

  async #exchange(scope: ExchangeScope, message: string): Promise<Outcome> {
    const { number, recorder, activity } = scope;
    const { milliseconds, timeLimit } = this.#timeLeft();
    const work = (signal: AbortSignal) => {
      this.#signal = signal;
      return within(scope, () => this.#session.reply(message, signal, scope.timer));
    };
    const ending = await underDeadline(work, { milliseconds, signal: this.#setting.signal, cut: this.#setting.cut });
    if (ending.kind === "interrupted") throw new Interrupted();
    this.#scopes.adopt(scope);
    const { failure: modelFailure, overrun } = activity;
    return outcomeOf({
      number,
      ending,
      timeLimit,
      modelFailure,
      waitedForModel: this.#traffic.waitedMs() >= milliseconds / 2,
      overrun: overrun ?? recorder.overrun,
      saidOrDidSomething: recorder.saidOrDidSomething,
    });
  }

  #timeLeft(): { milliseconds: number; timeLimit: string } {
    const { exchangeMs, conversationMs } = this.#limits;
    const left = this.#deadline - performance.now();
    if (left < exchangeMs) {
      return { milliseconds: left, timeLimit: `the conversation took longer than ${conversationMs / 1000} s` };
    }
    return { milliseconds: exchangeMs, timeLimit: `the exchange took longer than ${exchangeMs / 1000} s` };
  }

  #context(): AgentContext {
    const { variant, seed, repeat, traffic } = this.#setting;
    const name = `${this.#case.id}\n${JSON.stringify(variant)}\n${repeat}`;
    return {
      // Its own copy: an agent that changes the case changes it for nobody else.
      case: jsonCopy(this.#case),
      world: this.#world.world,
      variant: Object.freeze({ ...variant }),
      model: (model = "agent") => this.#traffic.model(model, () => this.#signal),
      approve: async (call) => this.#scopes.recorder.approve(call, this.#approve),
      record: (event) => this.#scopes.recorder.record(event),
      clock: traffic.clock,
      ids: this.#ids,
      random: seededRandom(seed, name),
      signal: this.#over.signal,
    };
  }

  #transcript(outcome: Outcome): Transcript {
    const world = this.#world.whole();
    return {
      version: 2,
      case: this.#case.id,
      variant: { ...this.#setting.variant },
      repeat: this.#setting.repeat,
      agent: { name: this.#agent.name, version: this.#agent.version },
      history: this.#case.history,
      ...(this.#openMs === undefined ? {} : { openMs: this.#openMs }),
      ...(this.#scopes.connected && !this.#traffic.asked ? { connected: true } : {}),
      exchanges: this.#exchanges,
      ...(this.#user.record ? { user: this.#user.record } : {}),
      ...(world ? { world } : {}),
      outcome: this.#world.failure === undefined ? outcome : this.#worldFailed(this.#world.failure),
    };
  }

  #worldFailed(message: string): Outcome {
    const exchange = this.#exchanges.length;
    return { kind: "infrastructure", message, ...(exchange === 0 ? {} : { exchange }) };
  }
}
