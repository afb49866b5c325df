import type { Agent, AgentContext, Session, ToolSpec } from "../agent/index.ts";
import { countingIds, isPromise, sentencesOf, withDate } from "../base/index.ts";
import {
  type Case,
  lastExchange,
  neededAbilities,
  type Outcome,
  type SaidLine,
  type ToolCall,
  type Transcript,
  type World,
  withFates,
} from "../shape/index.ts";
import { agentContext } from "./agent-context.ts";
import { AgentSession } from "./agent-session.ts";
import { AskedCalls } from "./asked-calls.ts";
import { closeWorld, notClosed } from "./close-world.ts";
import { ConversationRecord } from "./conversation-record.ts";
import { ConversationTime } from "./conversation-time.ts";
import { underDeadline } from "./deadline.ts";
import { type ExchangeScope, within } from "./exchange-scope.ts";
import { ExchangeScopes } from "./exchange-scopes.ts";
import { type Handover, handoverOf } from "./handover.ts";
import { heardIn, wordsIn } from "./heard-words.ts";
import { Interrupted } from "./interrupted.ts";
import { withDefaults } from "./limits.ts";
import { failureIn } from "./model-activity.ts";
import { openUser } from "./open-user.ts";
import { outcomeOf } from "./outcome-of.ts";
import { OwnClients } from "./own-clients.ts";
import { inTrial, runningTrial } from "./running-trial.ts";
import type { Setting } from "./setting.ts";
import { ToolHand } from "./tool-hand.ts";
import type { Heard, UserSide } from "./user-side.ts";
import { WatchedTraffic } from "./watched-traffic.ts";
import { WatchedWorld } from "./watched-world.ts";

/** One shared reason, because making an exception costs more than playing a short conversation. */
const conversationOver = new DOMException("the conversation is over", "AbortError");

/**
 * Plays one case against an agent and returns what happened. Rejects only when interrupted. The world is closed after its
 * last snapshot, however the conversation ended.
 */
export function playCase(agent: Agent, testCase: Case, setting: Setting): Promise<Transcript> {
  const { world, repeat } = setting;
  const play = () => new Conversation(agent, testCase, setting).play();
  const playing = () => (world?.close ? playInWorld(world as Required<Pick<World, "close">>, play) : play());
  return runningTrial() ? playing() : inTrial({ caseId: testCase.id, repeat }, playing);
}

async function playInWorld(
  world: Required<Pick<World, "close">>,
  play: () => Promise<Transcript>,
): Promise<Transcript> {
  let unclosed: string | undefined;
  let transcript: Transcript;
  try {
    transcript = await play();
  } finally {
    unclosed = await closeWorld(world);
  }
  return unclosed === undefined ? transcript : notClosed(transcript, unclosed);
}

class Conversation {
  readonly #agent: Agent;
  readonly #case: Case;
  readonly #setting: Setting;
  readonly #time: ConversationTime;
  readonly #traffic: WatchedTraffic;
  readonly #world: WatchedWorld;
  readonly #session: AgentSession;
  readonly #ids = countingIds();
  readonly #asked = new AskedCalls();
  /** Tools that MCP servers list. */
  readonly #learned = new Map<string, ToolSpec>();
  readonly #user: UserSide;
  /** Tells the agent that the conversation is over. */
  readonly #over = new AbortController();
  readonly #tools: ToolHand;
  readonly #scopes: ExchangeScopes;
  readonly #record: ConversationRecord;
  readonly #clients: OwnClients;
  /** The signal of the current exchange. */
  #signal: AbortSignal;

  constructor(agent: Agent, testCase: Case, setting: Setting) {
    const limits = withDefaults(setting.limits);
    this.#agent = agent;
    this.#case = testCase;
    this.#setting = setting;
    this.#traffic = new WatchedTraffic(setting.traffic, limits.modelCalls, this.#asked);
    this.#world = new WatchedWorld(setting.world, setting.invariants);
    this.#time = new ConversationTime(limits, setting.traffic.waitedMs);
    this.#session = new AgentSession(() => this.#open(), this.#time.blocked, neededAbilities(testCase));
    this.#tools = new ToolHand({
      testCase,
      world: this.#world.world,
      variant: setting.variant,
      mocks: setting.mocks,
      tools: agent.tools && new Set(agent.tools.map(({ name }) => name)),
      replayed: setting.replayed,
      signal: this.#over.signal,
    });
    this.#scopes = new ExchangeScopes({
      caseId: testCase.id,
      first: testCase.opens === "agent" ? 0 : 1,
      traffic: this.#traffic,
      elapsedMs: setting.traffic.elapsedMs,
      lostMs: this.#time.lostMs,
      tools: agent.tools && new Map(agent.tools.map((tool) => [tool.name, tool])),
      learned: this.#learned,
      ids: this.#ids,
      maxCalls: limits.toolCalls,
      onLate: setting.onLate,
      network: setting.network,
      signal: setting.signal,
    });
    this.#signal = setting.signal;
    this.#clients = new OwnClients({
      caseId: testCase.id,
      setting,
      traffic: this.#traffic,
      scopes: this.#scopes,
      tool: (call, run) => this.#tool(call, run),
      asked: this.#asked,
      learned: this.#learned,
      lines: testCase.history.flatMap(({ role, content }) => (role === "user" ? [content] : [])),
      signal: () => this.#signal,
    });
    this.#user = openUser(testCase, setting, () => this.#session.can("silence"));
    const parties = { agent, testCase, user: this.#user, world: this.#world, traffic: this.#traffic };
    this.#record = new ConversationRecord(parties, setting);
  }

  async play(): Promise<Transcript> {
    const { signal, cut } = this.#setting;
    const cutOff = () => this.#clients.cutOff(cut?.reason);
    const end = () => this.#over.abort(signal.reason ?? conversationOver);
    const trial = runningTrial();
    // An arrow function would hold all that this call holds, which then outlives many garbage collections.
    if (trial) trial.soFar = this.#record.soFar.bind(this.#record);
    signal.addEventListener("abort", end, { once: true });
    cut?.addEventListener("abort", cutOff, { once: true });
    if (cut?.aborted) cutOff();
    let outcome: Outcome | undefined;
    try {
      outcome = await this.#exchangeAll();
    } finally {
      // An agent that failed may still be at work, and closing waits for it.
      if (outcome?.kind !== "completed") end();
      await this.#close(outcome);
      const closing = this.#clients.close(outcome?.kind === "completed" ? "completed" : "cut-off");
      if (closing) await closing;
      end();
      signal.removeEventListener("abort", end);
      cut?.removeEventListener("abort", cutOff);
      this.#time.end();
    }
    const connected = this.#scopes.connected && !this.#clients.usedMcp;
    const transcript = this.#record.transcript(this.#scopes.overrun(outcome), { connected });
    return this.#withFates(this.#unlessRefused(transcript));
  }

  /**
   * An outage that says nothing about the agent, whatever the agent did about it: a call that the gateway refused, a tool
   * without an answer, or a tool call that a fault could not reach.
   */
  #unlessRefused(transcript: Transcript): Transcript {
    const { cut } = this.#clients;
    const refusal = cut.aborted ? cut.reason : (this.#tools.failure ?? this.#tools.missed(transcript));
    if (refusal === undefined || transcript.outcome.kind === "infrastructure") return transcript;
    const exchange = transcript.exchanges.at(-1)?.number;
    const outcome = { kind: "infrastructure", message: sentencesOf(refusal) } as const;
    return { ...transcript, outcome: exchange === undefined ? outcome : { ...outcome, exchange } };
  }

  /** If the suite's own test breaks, nobody knows what happened: that is an outage. */
  #withFates(transcript: Transcript): Transcript {
    const { ends, failed } = this.#setting;
    const resultSeen = (call: ToolCall) => this.#asked.resultOf(call);
    const isLeftOut = (call: ToolCall) =>
      this.#asked.isLeftOut(call) || this.#tools.isLeftOut(call, { onServers: this.#learned });
    const isUnderWay = (call: ToolCall) => this.#tools.hasStarted(call);
    try {
      return withFates(transcript, { ends, failed, resultSeen, isLeftOut, isUnderWay });
    } catch (error) {
      const message = `the suite's failed() threw: ${sentencesOf(error)}`;
      return { ...transcript, outcome: { kind: "infrastructure", message, exchange: lastExchange(transcript) } };
    }
  }

  /** Plays until the script, the user or the agent ends it. */
  async #exchangeAll(): Promise<Outcome> {
    let heard: Heard | undefined;
    let greets = this.#case.opens === "agent";
    while (this.#world.failure === undefined) {
      const next = greets ? undefined : this.#nextLine(heard);
      const line = isPromise(next) ? await next : next;
      if (!line && !greets) break;
      if (line && "kind" in line) return line;
      greets = false;
      // Only now: what the agent did after its reply, until the user spoke again, belongs to that exchange.
      this.#record.finish();
      if (this.#world.failure !== undefined) break;
      const scope = this.#scopes.begin(this.#user.interruptsAfter);
      if (line?.content) this.#clients.said(line.content);
      this.#record.begin(scope, line);
      if (line?.silence !== undefined) this.#setting.traffic.clock.silence(line.silence);
      const played = await this.#exchange(scope, handoverOf(line, heard));
      const { traffic } = this.#setting;
      const concluded = traffic.concluded?.(played, { number: scope.number, user: line });
      const outcome = (isPromise(concluded) ? await concluded : concluded) ?? played;
      if (outcome.kind !== "completed") return outcome;
      await this.#scopes.settle();
      const hangup = scope.recorder.hangup(this.#setting.ends ?? []);
      if (hangup) return { kind: "completed", ended: { by: "agent", ...hangup, unsaid: this.#user.hungUpOn() } };
      heard = heardIn(scope);
    }
    return { kind: "completed", ended: this.#user.ended };
  }

  #open(): Session | Promise<Session> {
    const open = () => this.#scopes.opening(() => this.#agent.open(this.#context()));
    // Such an agent may never ask for an address, so the proxy must know the trial before.
    return this.#setting.proxy === undefined ? open() : this.#clients.address().then(open);
  }

  /** Closes the session and the record: whatever comes later is not in the transcript. */
  async #close(outcome: Outcome | undefined): Promise<void> {
    const last = this.#record.latest;
    const { signal } = this.#setting;
    const close = () => this.#inTrial(() => this.#session.close(signal));
    if (this.#session.isClosable) await (last ? within(last, close) : close());
    await this.#scopes.end(outcome);
    this.#record.finish();
  }

  /** Runs the agent's code, with the trial's date and with its own clients' requests going to the trial. */
  #inTrial<T>(work: () => T): T {
    const { traffic, clock } = this.#setting;
    const dated = clock === "real" ? work : () => withDate(traffic.clock, work);
    return this.#clients.within(dated);
  }

  /** What the user says next. If the user's model fails, that is an outage, not the agent's failure. */
  #nextLine(heard: Heard | undefined): SaidLine | undefined | Promise<SaidLine | Outcome | undefined> {
    const next = this.#user.next(heard, this.#setting.signal);
    if (!isPromise(next)) return unlessUncut(next, heard);
    return next.then(
      (line) => unlessUncut(line, heard),
      (error: unknown) => {
        if (this.#setting.signal.aborted) throw new Interrupted();
        const message = `the simulated user failed: ${sentencesOf(error)}`;
        return { kind: "infrastructure", message, exchange: this.#scopes.nextNumber };
      },
    );
  }

  async #exchange(scope: ExchangeScope, handover: Handover): Promise<Outcome> {
    const { number, recorder, activity, interruptedAfter } = scope;
    const { milliseconds, timeLimit } = this.#time.left();
    const work = (signal: AbortSignal, cutOff: () => void, hush: () => void) => {
      this.#signal = signal;
      scope.cutOff = cutOff;
      if (interruptedAfter !== undefined) {
        scope.onText = () => {
          if (wordsIn(recorder.items) > interruptedAfter) hush();
        };
      }
      return this.#inTrial(() => within(scope, () => this.#session.work(handover, signal, scope.timer)));
    };
    const { signal, traffic } = this.#setting;
    const options = {
      milliseconds,
      signal,
      cut: this.#clients.cut,
      uncounted: traffic.waitedMs,
      blocked: this.#time.blocked,
    };
    const ending = await underDeadline(work, options);
    if (ending.kind === "interrupted") throw new Interrupted();
    this.#scopes.adopt(scope);
    const { overrun } = activity;
    return outcomeOf({
      number,
      ending,
      timeLimit,
      modelFailure: failureIn(activity) ?? this.#tools.failure,
      waitedForModel: this.#traffic.waitedMs() >= milliseconds / 2,
      overrun: overrun ?? recorder.overrun,
      saidOrDidSomething: recorder.saidOrDidSomething || recorder.quiet || recorder.hangup([]) !== undefined,
      stackOf: this.#setting.stackOf,
    });
  }

  #tool(...[call, run]: Parameters<AgentContext["tool"]>): Promise<unknown> {
    return this.#tools.run(this.#scopes.recorder, call, run);
  }

  #context(): AgentContext {
    return agentContext({
      testCase: this.#case,
      setting: this.#setting,
      world: this.#world,
      traffic: this.#traffic,
      scopes: this.#scopes,
      clients: this.#clients,
      tool: (call, run) => this.#tool(call, run),
      ids: this.#ids,
      signal: () => this.#signal,
      over: this.#over.signal,
    });
  }
}

/** If the agent finished in fewer words, it is not interrupted. */
function unlessUncut(line: SaidLine | undefined, heard: Heard | undefined): SaidLine | undefined {
  if (!line?.interrupts || heard?.cut) return line;
  const { interrupts: _interrupts, ...uncut } = line;
  return uncut;
}
