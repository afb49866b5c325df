import { setTimeout } from "node:timers/promises";
import type { ToolSpec } from "../agent/index.ts";
import { PatternBudget } from "../base/index.ts";
import type { ToolResult } from "../model/index.ts";
import type { Outcome, SaidLine } from "../shape/index.ts";
import { ExchangeRecorder } from "./exchange-recorder.ts";
import { settle, unwatched, watchLateWork } from "./exchange-scope.ts";
import { ReplyTimer } from "./reply-timer.ts";
import { currentScope, type ExchangeScope } from "./running-trial.ts";
import type { Scene } from "./scene.ts";

/** How long Viva waits at the end for a model call that was not awaited, because its answer may lead to a write. */
const lastAnswerMs = 5_000;

/** How long Viva watches the world after the end, if the agent makes its own connections. */
const lastLookMs = 250;

const awaitAll = "await everything that reply() starts before it returns";

/** The exchanges of one conversation. Late work belongs to the exchange in which it began. */
export class ExchangeScopes {
  readonly #scene: Scene;
  readonly #tools: ReadonlyMap<string, ToolSpec> | undefined;
  readonly all: ExchangeScope[] = [];
  readonly #patterns = new PatternBudget();
  readonly #handoff = {};
  readonly #unwatch = watchLateWork();
  /** What begins while the session opens serves all exchanges and is not late work of any, but connections are noted. */
  readonly opening: ExchangeScope;
  /** How many items the earlier exchanges had when the latest began. */
  #counts: number[] = [];
  /** Whether a call without a result is still worth waiting for: some agents record no results. */
  #awaitOpenCalls = true;

  constructor(scene: Scene) {
    this.#scene = scene;
    const { tools } = scene.agent;
    this.#tools = tools && new Map(tools.map((tool) => [tool.name, tool]));
    const opening: Partial<ExchangeScope> = { owner: {}, begun: new Map(), connected: false, blocked: scene.blocked };
    this.opening = opening as ExchangeScope;
  }

  /** The number of the exchange that is still to come. */
  get nextNumber(): number {
    return this.all.length + (this.#scene.testCase.opens === "agent" ? 0 : 1);
  }

  /** Where things about the current state of the conversation are recorded, whenever the code that tells them began. */
  get latest(): ExchangeRecorder {
    return (this.all.at(-1) ?? this.begin()).recorder;
  }

  /** Whether the agent opened any connection or started any program. */
  get connected(): boolean {
    return this.opening.connected || this.#connectedInExchange;
  }

  get #connectedInExchange(): boolean {
    return this.all.some(({ connected }) => connected);
  }

  begin(line?: SaidLine, interruptedAfter?: number): ExchangeScope {
    const { traffic, setting, lostMs, learned, ids, limits } = this.#scene;
    const overran = () => scope.cutOff?.();
    traffic.begin(overran);
    const timer = new ReplyTimer(setting.traffic.elapsedMs, lostMs);
    const { activity } = traffic;
    const recorder = new ExchangeRecorder({
      tools: this.#tools,
      learned,
      ids,
      maxCalls: limits.toolCalls,
      patterns: this.#patterns,
      handoff: this.#handoff,
      overran,
      // A call that comes during a later exchange was not proposed by a model call of that exchange.
      modelCalls: () => (traffic.activity === activity ? activity.calls : 0),
      late: setting.onLate,
      // Viva's own timers are not late work of the agent.
      said(text) {
        unwatched(() => timer.said(text));
        scope.onText?.();
      },
      unfinished: (id) => this.all.map((scope) => scope.recorder.unfinished(id)).findLast(Boolean),
    });
    const scope: ExchangeScope = {
      number: this.nextNumber,
      line,
      interruptedAfter,
      owner: this,
      blocked: this.#scene.blocked,
      recorder,
      activity,
      timer,
      begun: new Map(),
      connected: false,
    };
    this.#counts = this.all.map((earlier) => earlier.recorder.items.length);
    this.all.push(scope);
    return scope;
  }

  /** The recorder of the exchange in which the calling code began; if that is unknown, of the latest. */
  get recorder(): ExchangeRecorder {
    const current = currentScope();
    return (current?.owner === this ? current : (this.all.at(-1) ?? this.begin())).recorder;
  }

  /**
   * An empty exchange gets what was recorded meanwhile for earlier ones: an agent may do all its work in something that it
   * began with the first message, such as the reader of a connection.
   */
  adopt({ recorder }: ExchangeScope): void {
    if (recorder.saidOrDidSomething) return;
    for (const [index, count] of this.#counts.entries()) {
      const earlier = this.all[index];
      if (earlier) recorder.takeSince(earlier.recorder, count);
    }
  }

  /**
   * The results of calls that the agent's own client sent to a model: those of the whole conversation so far, or of its end.
   * If an id was used several times, the last result belongs to the last call.
   */
  seeResults(results: readonly ToolResult[]): void {
    for (const [id, same] of Map.groupBy(results, (result) => result.id)) {
      const calls = this.all.flatMap(({ recorder }) => recorder.wire.withId(id).map((call) => ({ recorder, call })));
      for (const [index, result] of same.toReversed().entries()) {
        const known = calls.at(-1 - index);
        if (known) known.recorder.seeResult(result, known.call);
        else if (calls.length === 0) this.all.findLast(({ recorder }) => recorder.seeResult(result));
      }
    }
  }

  /** Waits for work that outlives the latest reply. */
  settle(): Promise<void> {
    return this.#settle(this.all.slice(-1));
  }

  /** Waits for work that outlives the conversation, then ends it. Whatever comes later is not in the transcript. */
  async end(outcome: Outcome | undefined): Promise<void> {
    const { testCase, traffic, setting } = this.#scene;
    const isCompleted = outcome?.kind === "completed";
    if (outcome) await this.#settle(this.all, isCompleted ? lastAnswerMs : undefined);
    if (isCompleted && this.#usesNetwork()) await this.#lookOnceMore();
    const why = `the conversation of case ${testCase.id} was over: ${awaitAll}`;
    for (const { recorder, number } of this.all) {
      // An agent that failed or was cut off was told by its signal, so its late work is dropped silently.
      recorder.seal(isCompleted ? `exchange ${number} recorded or asked for something when ${why}` : undefined);
    }
    traffic.end(`a model was asked when ${why}`, isCompleted ? setting.onLate : undefined);
    this.#unwatch([this.opening, ...this.all]);
  }

  #usesNetwork(): boolean {
    const { network = { used: false } } = this.#scene.setting;
    network.used ||= this.#connectedInExchange;
    return network.used;
  }

  /** Viva cannot see what an agent awaits over its own connections. If it makes any, Viva waits for a short while. */
  #lookOnceMore(): Promise<void> {
    const { signal } = this.#scene.setting;
    return setTimeout(lastLookMs, undefined, { signal }).catch(() => {});
  }

  /** Calls over the limit fail the agent, even after its reply. */
  overrun(outcome: Outcome): Outcome {
    if (outcome.kind !== "completed") return outcome;
    for (const { activity, recorder, number } of this.all) {
      const overrun = activity.overrun ?? recorder.overrun;
      if (overrun) return { kind: "agent-failed", reason: overrun.reason, message: overrun.message, exchange: number };
    }
    return outcome;
  }

  async #settle(scopes: readonly ExchangeScope[], modelMs?: number): Promise<void> {
    const { signal } = this.#scene.setting;
    const inVain = await settle(scopes, { awaitOpenCalls: this.#awaitOpenCalls, modelMs, signal });
    if (inVain) this.#awaitOpenCalls = false;
  }
}
