import type { Agent, Session } from "../agent/index.ts";
import { isPromise, sentencesOf, VivaError } from "../base/index.ts";
import { type Case, type Outcome, type SaidLine, type ToolCall, type Transcript, withFates } from "../shape/index.ts";
import { agentContext } from "./agent-context.ts";
import { AgentSession, handoverOf } from "./agent-session.ts";
import { CaseUser } from "./case-user.ts";
import { ConversationRecord } from "./conversation-record.ts";
import { underDeadline } from "./deadline.ts";
import { ExchangeScopes } from "./exchange-scopes.ts";
import { type Heard, heardIn, wordsIn } from "./heard-words.ts";
import { playInWorld } from "./open-world.ts";
import { asOutage, outcomeOf } from "./outcome-of.ts";
import { OwnClients } from "./own-clients.ts";
import { leftToOthers, startedByViva, toldByAgent } from "./recorded-call.ts";
import { type ExchangeScope, inTrial, runningTrial, within } from "./running-trial.ts";
import { Scene } from "./scene.ts";
import type { Setting } from "./setting.ts";
import { ToolHand } from "./tool-hand.ts";

/** The run was stopped during this conversation: it has no result and will be played again. */
export class Interrupted extends VivaError {
  override readonly name = "Interrupted";
  constructor() {
    super({ message: "interrupted" });
  }
}

/** One shared reason, because making an exception costs more than playing a short conversation. */
const conversationOver = new DOMException("the conversation is over", "AbortError");

/**
 * Plays one case against an agent and returns what happened. Rejects only when interrupted. The world is closed after its
 * last snapshot, however the conversation ended.
 */
export function playCase(agent: Agent, testCase: Case, setting: Setting): Promise<Transcript> {
  const { world, repeat } = setting;
  const play = () => new Conversation(new Scene(agent, testCase, setting)).play();
  const playing = () => playInWorld(world, play);
  return runningTrial() ? playing() : inTrial({ caseId: testCase.id, repeat }, playing);
}

class Conversation {
  readonly #scene: Scene;
  readonly #setting: Setting;
  readonly #session: AgentSession;
  readonly #user: CaseUser;
  readonly #scopes: ExchangeScopes;
  readonly #tools: ToolHand;
  readonly #clients: OwnClients;
  readonly #record: ConversationRecord;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#setting = scene.setting;
    this.#session = new AgentSession(scene, () => this.#open());
    this.#scopes = new ExchangeScopes(scene);
    this.#tools = new ToolHand(scene, this.#scopes);
    this.#clients = new OwnClients(scene, this.#scopes, this.#tools);
    this.#user = new CaseUser(scene.testCase, scene.setting, () => this.#session.can("silence"));
    this.#record = new ConversationRecord(scene, this.#scopes, this.#user);
  }

  async play(): Promise<Transcript> {
    const { signal, cut } = this.#setting;
    const cutOff = () => this.#clients.cut.abort(cut?.reason);
    const end = () => this.#scene.over.abort(signal.reason ?? conversationOver);
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
      this.#scene.end();
    }
    const connected = this.#scopes.connected && !this.#clients.mcp.isUsed;
    const { servers } = this.#clients;
    const transcript = this.#record.transcript(this.#scopes.overrun(outcome), { connected, servers });
    return this.#withFates(this.#unlessRefused(transcript));
  }

  /**
   * An outage that says nothing about the agent, whatever the agent did about it: a call that the gateway refused, a tool
   * without an answer, or a tool call that a fault could not reach.
   */
  #unlessRefused(transcript: Transcript): Transcript {
    const { cut } = this.#clients;
    const refusal = cut.aborted ? cut.reason : (this.#tools.failure ?? this.#tools.missed(transcript));
    const isSpared = refusal === undefined || transcript.outcome.kind === "infrastructure";
    return isSpared ? transcript : asOutage(transcript, sentencesOf(refusal));
  }

  /** If the suite's own test breaks, nobody knows what happened: that is an outage. */
  #withFates(transcript: Transcript): Transcript {
    const { ends, failed } = this.#setting;
    const { asked } = this.#scene;
    const resultSeen = (call: ToolCall) => asked.resultOf(call);
    const isLeftOut = (call: ToolCall) => asked.isLeftOut(call) || this.#tools.isLeftOut(call);
    const isUnderWay = (call: ToolCall) => startedByViva.has(call);
    const isOthers = (call: ToolCall) => this.#scopes.all.some(({ recorder }) => recorder.wire.isUntold(call));
    const isTold = (call: ToolCall) => (leftToOthers.has(call) || isOthers(call) ? undefined : toldByAgent.has(call));
    try {
      return withFates(transcript, { ends, failed, resultSeen, isLeftOut, isUnderWay, isTold });
    } catch (error) {
      return asOutage(transcript, `the suite's failed() threw: ${sentencesOf(error)}`);
    }
  }

  /** Plays until the script, the user or the agent ends it. */
  async #exchangeAll(): Promise<Outcome> {
    const { testCase, world } = this.#scene;
    const { traffic, ends = [] } = this.#setting;
    let heard: Heard | undefined;
    let greets = testCase.opens === "agent";
    while (world.failure === undefined) {
      const next = greets ? undefined : this.#nextLine(heard);
      const line = isPromise(next) ? await next : next;
      if (!line && !greets) break;
      if (line && "kind" in line) return line;
      greets = false;
      // Only now: what the agent did after its reply, until the user spoke again, belongs to that exchange.
      this.#record.finish();
      if (world.failure !== undefined) break;
      const scope = this.#scopes.begin(line, this.#user.interruptsAfter);
      if (line?.content) this.#clients.said(line.content);
      this.#record.begin(scope);
      if (line?.silence !== undefined) traffic.clock.silence(line.silence);
      const played = await this.#exchange(scope, heard);
      const concluded = traffic.concluded?.(played, { number: scope.number, user: line });
      const outcome = (isPromise(concluded) ? await concluded : concluded) ?? played;
      if (outcome.kind !== "completed") return outcome;
      await this.#scopes.settle();
      const hangup = scope.recorder.hangup(ends);
      if (hangup) return { kind: "completed", ended: { by: "agent", ...hangup, unsaid: this.#user.hungUpOn() } };
      heard = heardIn(scope);
    }
    return { kind: "completed", ended: this.#user.ended };
  }

  #open(): Session | Promise<Session> {
    const context = () =>
      agentContext(this.#scene, { scopes: this.#scopes, clients: this.#clients, tools: this.#tools });
    const open = () => within(this.#scopes.opening, () => this.#scene.agent.open(context()));
    // Such an agent may never ask for an address, so the proxy must know the trial before.
    return this.#setting.proxy === undefined ? open() : this.#clients.route.address().then(open);
  }

  /** Closes the session and the record: whatever comes later is not in the transcript. */
  async #close(outcome: Outcome | undefined): Promise<void> {
    const scope = this.#record.latest ?? this.#scopes.opening;
    if (this.#session.isClosable) await this.#inTrial(scope, () => this.#session.close(this.#setting.signal));
    await this.#scopes.end(outcome);
    this.#record.finish();
  }

  /** Runs the agent's code, with the trial's date and with its own clients' requests going to the trial. */
  #inTrial<T>(scope: ExchangeScope, work: () => T): T {
    const { traffic, clock } = this.#setting;
    return this.#clients.route.within(() => within(scope, work, clock === "real" ? undefined : traffic.clock));
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

  async #exchange(scope: ExchangeScope, heard: Heard | undefined): Promise<Outcome> {
    const { line, recorder, interruptedAfter } = scope;
    const { waitedMs: uncounted, blocked, traffic } = this.#scene;
    const { signal, stackOf } = this.#setting;
    const { milliseconds, timeLimit } = this.#scene.timeLeft();
    const work = (current: AbortSignal, cutOff: () => void, hush: () => void) => {
      this.#scene.signal = current;
      scope.cutOff = cutOff;
      if (interruptedAfter !== undefined) {
        scope.onText = () => {
          if (wordsIn(recorder.items) > interruptedAfter) hush();
        };
      }
      const handover = handoverOf(line, heard);
      return this.#inTrial(scope, () => this.#session.work(handover, current, scope.timer));
    };
    const { cut } = this.#clients;
    const ending = await underDeadline(work, { milliseconds, signal, cut, uncounted, blocked });
    if (ending.kind === "interrupted") throw new Interrupted();
    this.#scopes.adopt(scope);
    const waitedForModel = traffic.waitedMs() >= milliseconds / 2;
    return outcomeOf(scope, { ending, timeLimit, toolFailure: this.#tools.failure, waitedForModel, stackOf });
  }
}

/** If the agent finished in fewer words, it is not interrupted. */
function unlessUncut(line: SaidLine | undefined, heard: Heard | undefined): SaidLine | undefined {
  if (!line?.interrupts || heard?.cut) return line;
  const { interrupts: _interrupts, ...uncut } = line;
  return uncut;
}
