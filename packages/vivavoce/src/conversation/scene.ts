import { type Agent, startWaitMs, type ToolSpec } from "../agent/index.ts";
import { countingIds, type Stopwatch, stopwatch } from "../base/index.ts";
import type { Case } from "../shape/index.ts";
import { AskedCalls } from "./asked-calls.ts";
import type { BlockedTime } from "./running-trial.ts";
import { type ConversationLimits, type Setting, defaultLimits as usual } from "./setting.ts";
import { WatchedTraffic } from "./watched-traffic.ts";
import { WatchedWorld } from "./watched-world.ts";

/** One conversation: who takes part in it, what its parts share, and its time. */
export class Scene {
  readonly agent: Agent;
  readonly testCase: Case;
  readonly setting: Setting;
  readonly limits: ConversationLimits;
  readonly world: WatchedWorld;
  readonly traffic: WatchedTraffic;
  readonly ids = countingIds();
  readonly asked = new AskedCalls();
  /** Tools that MCP servers list. */
  readonly learned = new Map<string, ToolSpec>();
  /** Tells the agent that the conversation is over. */
  readonly over = new AbortController();
  /** The signal of the current exchange. */
  signal: AbortSignal;
  /** For how long the agent's own code blocked the event loop. */
  readonly blocked: BlockedTime = { milliseconds: 0 };
  readonly #watch: Stopwatch;

  constructor(agent: Agent, testCase: Case, setting: Setting) {
    this.agent = agent;
    this.testCase = testCase;
    this.setting = setting;
    // Undefined counts as left out.
    const { exchangeMs = usual.exchangeMs, conversationMs = usual.conversationMs } = setting.limits ?? {};
    const { modelCalls = usual.modelCalls, toolCalls = usual.toolCalls } = setting.limits ?? {};
    this.limits = { exchangeMs, conversationMs, modelCalls, toolCalls };
    this.traffic = new WatchedTraffic(setting.traffic, this.limits.modelCalls, this.asked);
    this.world = new WatchedWorld(setting.world, setting.invariants);
    this.signal = setting.signal;
    // After the world's first snapshot, which is not the agent's work.
    this.#watch = stopwatch(() => this.blocked.milliseconds);
  }

  /** How long its calls and its program have waited for their turn, which does not count. */
  readonly waitedMs = (): number => (this.setting.traffic.waitedMs?.() ?? 0) + startWaitMs(this.over.signal);

  /** The time for which others have blocked the event loop so far, which does not count either. */
  readonly lostMs = (): number => this.#watch.lostMs();

  /** How long the next exchange may take, and the limit in words. */
  timeLeft(): { milliseconds: number; timeLimit: string } {
    const { exchangeMs, conversationMs } = this.limits;
    const left = conversationMs - this.#watch.usedMs() + this.waitedMs();
    if (left < exchangeMs) {
      return { milliseconds: left, timeLimit: `the conversation took longer than ${conversationMs / 1000} s` };
    }
    return { milliseconds: exchangeMs, timeLimit: `the exchange took longer than ${exchangeMs / 1000} s` };
  }

  end(): void {
    this.#watch.stop();
  }
}
