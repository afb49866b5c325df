import type { Agent, AgentContext, Session, Variant } from "../agent/index.ts";
import { countingIds, InfrastructureError, messageOf, seededRandom } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { latencyOf, type Traffic } from "../model/index.ts";
import { addUsage, type Exchange, type Outcome, sumKnown, type Transcript } from "../transcript/index.ts";
import type { Effect, Snapshot, World } from "../world/index.ts";
import { approver } from "./approvals.ts";
import { underDeadline } from "./deadline.ts";
import { ExchangeRecorder } from "./exchange-recorder.ts";
import { Interrupted } from "./interrupted.ts";
import { type ConversationLimits, defaultLimits } from "./limits.ts";
import { outcomeOf, outcomeOfTimeout } from "./outcome-of.ts";
import { WatchedTraffic } from "./watched-traffic.ts";

/** Everything one conversation needs besides agent and case; nothing in it is shared with another one. */
export interface Setting {
  /** Left out where Viva cannot see what the agent acts on. */
  world?: World | undefined;
  variant: Variant;
  repeat: number;
  traffic: Traffic;
  seed: number;
  limits?: Partial<ConversationLimits> | undefined;
  signal: AbortSignal;
}

const unseenWorld: World = { snapshot: () => null, diff: () => [] };

/** Plays one case against an agent and returns what happened. Rejects only when interrupted. */
export async function playCase(agent: Agent, testCase: Case, setting: Setting): Promise<Transcript> {
  const conversation = new Conversation(agent, testCase, setting);
  return conversation.play();
}

class Conversation {
  readonly #agent: Agent;
  readonly #case: Case;
  readonly #setting: Setting;
  readonly #limits: ConversationLimits;
  readonly #traffic: WatchedTraffic;
  readonly #ids = countingIds();
  readonly #approve: ReturnType<typeof approver>;
  readonly #tools: Map<string, NonNullable<Agent["tools"]>[number]>;
  readonly #exchanges: Exchange[] = [];
  readonly #deadline: number;
  #recorder: ExchangeRecorder;
  #signal: AbortSignal;

  constructor(agent: Agent, testCase: Case, setting: Setting) {
    this.#agent = agent;
    this.#case = testCase;
    this.#setting = setting;
    this.#limits = { ...defaultLimits, ...setting.limits };
    this.#traffic = new WatchedTraffic(setting.traffic, this.#limits.modelCalls);
    this.#approve = approver(testCase.approvals);
    this.#tools = new Map((agent.tools ?? []).map((tool) => [tool.name, tool]));
    this.#deadline = performance.now() + this.#limits.conversationMs;
    this.#recorder = this.#newRecorder();
    this.#signal = setting.signal;
  }

  async play(): Promise<Transcript> {
    const world = this.#setting.world ?? unseenWorld;
    let opening: { snapshot: Snapshot; outline: string };
    try {
      opening = { snapshot: world.snapshot(), outline: world.outline?.() ?? "" };
    } catch (error) {
      return this.#transcript({ kind: "infrastructure", message: `the world failed: ${messageOf(error)}` }, undefined);
    }
    let session: Session | undefined;
    let outcome: Outcome = { kind: "completed" };
    try {
      for (const line of this.#case.script) {
        const before = world.snapshot();
        const number = this.#exchanges.length + 1;
        outcome = await this.#exchange(number, async (signal) => {
          session ??= await this.#agent.open(this.#context(world));
          await session.reply(line.content, signal);
        });
        this.#exchanges.push(this.#close(number, line, world.diff(before, world.snapshot())));
        if (outcome.kind !== "completed") break;
      }
    } finally {
      await session?.close?.().catch(() => {});
    }
    const closing = { effects: world.diff(opening.snapshot, world.snapshot()), outline: world.outline?.() ?? "" };
    return this.#transcript(outcome, { opening: opening.outline, closing: closing.outline, effects: closing.effects });
  }

  async #exchange(number: number, reply: (signal: AbortSignal) => Promise<void>): Promise<Outcome> {
    this.#recorder = this.#newRecorder();
    this.#traffic.begin();
    const left = this.#deadline - performance.now();
    const milliseconds = Math.min(this.#limits.exchangeMs, left);
    const work = (signal: AbortSignal) => {
      this.#signal = signal;
      return reply(signal);
    };
    const ending = await underDeadline(work, { milliseconds, signal: this.#setting.signal });
    this.#recorder.seal();
    const failure = this.#traffic.activity.failure;
    if (ending.kind === "interrupted") throw new Interrupted();
    if (ending.kind === "timeout") {
      const limit = left < this.#limits.exchangeMs ? this.#limits.conversationMs : this.#limits.exchangeMs;
      const what = left < this.#limits.exchangeMs ? "conversation" : "exchange";
      return outcomeOfTimeout(`the ${what} took longer than ${limit / 1000} s`, failure, number);
    }
    if (ending.kind === "threw") return outcomeOf(ending.error, number);
    if (failure) return outcomeOf(failure, number);
    if (this.#recorder.saidOrDidSomething) return { kind: "completed" };
    const message = "the agent said nothing and called no tool";
    return { kind: "agent-failed", reason: "empty-reply", message, exchange: number };
  }

  #close(number: number, user: Exchange["user"], effects: Effect[]): Exchange {
    const records = this.#traffic.records("agent");
    const usage = addUsage(records.map((record) => record.answer.usage));
    const cost = sumKnown(records.map((record) => record.answer.cost));
    const latencyMs = latencyOf(records);
    return {
      number,
      user,
      items: this.#recorder.items,
      ...(this.#setting.world ? { effects } : {}),
      modelCalls: this.#traffic.activity.calls,
      ...(usage ? { usage } : {}),
      ...(cost === undefined ? {} : { cost }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    };
  }

  #context(world: World): AgentContext {
    const { variant, seed, repeat, traffic } = this.#setting;
    const name = `${this.#case.id}\n${JSON.stringify(variant)}\n${repeat}`;
    return {
      // Its own copy: an agent that changes the case changes it for nobody else.
      case: structuredClone(this.#case),
      world,
      variant,
      model: (model = "agent") => this.#traffic.model(model, () => this.#signal),
      approve: async (call) => this.#recorder.approve(call, this.#approve),
      record: (event) => this.#recorder.record(event),
      clock: traffic.clock,
      ids: this.#ids,
      random: seededRandom(seed, name),
      signal: this.#setting.signal,
    };
  }

  #newRecorder(): ExchangeRecorder {
    return new ExchangeRecorder({
      tools: this.#tools,
      ids: this.#ids,
      maxCalls: this.#limits.toolCalls,
      modelCalls: () => this.#traffic.activity.calls,
    });
  }

  #transcript(outcome: Outcome, world: Transcript["world"]): Transcript {
    return {
      version: 1,
      case: this.#case.id,
      variant: { ...this.#setting.variant },
      repeat: this.#setting.repeat,
      agent: { name: this.#agent.name, version: this.#agent.version },
      history: this.#case.history,
      exchanges: this.#exchanges,
      ...(this.#setting.world && world ? { world } : {}),
      outcome,
    };
  }
}

/** Builds the world of a case; a failure is the harness's, never the agent's. */
export function openWorld(make: ((testCase: Case) => World) | undefined, testCase: Case): World | undefined {
  try {
    return make?.(testCase);
  } catch (error) {
    throw new InfrastructureError({
      message: `the world of this case could not be made: ${messageOf(error)}`,
      cause: error,
    });
  }
}
