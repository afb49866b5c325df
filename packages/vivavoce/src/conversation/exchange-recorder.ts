import { type AgentEvent, AgentFailure } from "../agent/index.ts";
import { isError, type JsonValue, jsonSize, sameJson, toJsonValue, tooLarge } from "../base/index.ts";
import type { ToolResult } from "../model/index.ts";
import { type Approval, type LooseToolCall, type ToolCall, type TranscriptItem, toolCallOf } from "../shape/index.ts";
import { refuseFaultyEvent, refuseFaultyQuestion } from "./event-fault.ts";
import {
  failWith,
  handoffTarget,
  hasEnded,
  isCarriedOut,
  isSettled,
  leftToOthers,
  type NewCallSettings,
  newCall,
  resultInText,
  saysNothing,
  startedByViva,
  toldByAgent,
} from "./recorded-call.ts";
import { WireCalls } from "./wire-calls.ts";

interface RecorderSettings extends NewCallSettings {
  maxCalls: number;
  /** Called for a call over the limit. */
  overran?: (() => void) | undefined;
  /** Called for anything that comes after the end of the conversation, even if the agent catches the error. */
  late?: ((complaint: string) => void) | undefined;
  /** An unfinished call of another exchange, whose result may come during the next exchange. */
  unfinished?: (id: string) => ToolCall | undefined;
  said?: (text: string) => void;
}

/**
 * Collects what an agent does in one exchange, also after its reply. It is sealed at the end of the conversation, because
 * nothing can be added to a finished transcript.
 */
export class ExchangeRecorder {
  readonly items: TranscriptItem[] = [];
  readonly notes: { name: string; value: JsonValue }[] = [];
  readonly #calls = new Map<string, ToolCall>();
  /** Calls known only because the agent asked for approval; it may still record them itself. */
  readonly #askedFirst = new Set<ToolCall>();
  readonly wire = new WireCalls();
  readonly #settings: RecorderSettings;
  #quiet = false;
  #hangup: { reason?: string } | undefined;
  #size = 0;
  /** Set once there were too many calls, or too much to keep, even if the agent caught the error. */
  overrun: AgentFailure | undefined;
  #sealed: { complaint: string | undefined } | undefined;

  constructor(settings: RecorderSettings) {
    this.#settings = settings;
  }

  /** From here on everything is refused with `complaint`, or dropped if there is none. */
  seal(complaint?: string): void {
    this.#sealed = { complaint };
  }

  get calls(): ToolCall[] {
    return this.items.flatMap((item) => (item.type === "call" ? [item.call] : []));
  }

  /** The call with this id, if it has not ended. */
  unfinished(id: string): ToolCall | undefined {
    const call = this.#calls.get(id);
    return call && !hasEnded(call) ? call : undefined;
  }

  /** The call that is about to be run: an unfinished one that was recorded or asked about, or a new one. */
  start(loose: LooseToolCall): ToolCall {
    if (this.#isOver()) throw new AgentFailure("the conversation is over, so no tool is run any more");
    refuseFaultyEvent({ type: "call", ...loose });
    const known = this.#meant(loose);
    if (known?.name !== loose.name) this.#measure({ type: "call", ...loose });
    const call = known?.name === loose.name ? known : this.#add(loose);
    this.#askedFirst.delete(call);
    startedByViva.add(call);
    return call;
  }

  /**
   * The call that is meant: by its id or, without one, an equal call that waits (if the agent asked for approval first, the
   * approved one). A call that the agent recorded comes before an equal one that a model asked for.
   */
  #meant(loose: LooseToolCall): ToolCall | undefined {
    const { name, arguments: given } = toolCallOf(loose, String);
    const waiting = this.calls
      .filter((call) => call.name === name && sameJson(call.arguments, given))
      .filter((call) => !hasEnded(call) && !this.wire.isUntold(call) && !startedByViva.has(call));
    const equal = waiting.findLast(({ approval }) => approval?.decision !== "rejected") ?? waiting.at(-1);
    const known = loose.id === undefined ? equal : this.unfinished(loose.id);
    return known && !this.wire.isUntold(known) ? known : (this.#claim(loose) ?? known);
  }

  /** Takes over what another recorder collected after this many items. */
  takeSince(other: ExchangeRecorder, count: number): void {
    for (const item of other.items.splice(count)) {
      this.items.push(item);
      if (item.type === "call") this.#calls.set(item.call.id, item.call);
    }
  }

  get saidOrDidSomething(): boolean {
    return this.items.some((item) => item.type === "call" || !saysNothing(item.text));
  }

  /** The agent chose to say nothing. If it speaks all the same, it was not quiet. */
  get quiet(): boolean {
    return this.#quiet && this.items.every((item) => item.type === "call" || saysNothing(item.text));
  }

  /** The agent ended the conversation: it said so, or made a call that does. */
  hangup(ends: readonly string[]): { reason?: string } | undefined {
    const reason = this.calls.find((call) => ends.includes(call.name) && isCarriedOut(call))?.name;
    return this.#hangup ?? (reason === undefined ? undefined : { reason });
  }

  record(event: AgentEvent): void {
    if (this.#isOver()) return;
    refuseFaultyEvent(event);
    this.#measure(event);
    switch (event.type) {
      case "text": {
        const text = String(event.text ?? "");
        const last = this.items.at(-1);
        if (event.continues && last?.type === "text") last.text += text;
        else if (text !== "") this.items.push({ type: "text", text });
        this.#settings.said?.(text);
        return;
      }
      case "call":
        return void this.#recordCall(event);
      case "result":
        return void this.#result(event);
      case "error":
        failWith(this.#told(event.id), event.error);
        return;
      case "note":
        this.notes.push({ name: event.name, value: toJsonValue(event.value) });
        return;
      case "quiet":
        this.#quiet = true;
        return;
      case "hangup":
        this.#hangup ??= event.reason ? { reason: event.reason } : {};
    }
  }

  /** What is too large to keep is not collected either, because it would use memory that other trials need. */
  #measure(event: AgentEvent): void {
    this.#size += jsonSize(event);
    const size = tooLarge(this.#size);
    if (size === undefined) return;
    this.overrun ??= new AgentFailure(`what the agent said and did in one exchange takes ${size} conversation`);
    throw this.overrun;
  }

  /** Notes the decision on a call, and records the call if that has not happened yet. */
  approve(call: LooseToolCall & { id: string }, decide: (tool: string) => Approval): Approval {
    if (this.#isOver()) return { decision: "rejected", reason: "the exchange is over" };
    refuseFaultyQuestion(call);
    const known = this.#claim(call) ?? this.#calls.get(call.id);
    const recorded = known && !isSettled(known) ? known : this.#add(call);
    if (recorded !== known) this.#askedFirst.add(recorded);
    recorded.approval = decide(recorded.name);
    return { ...recorded.approval };
  }

  /** Notes a call that a model asked for over the wire, if the agent's own client reads the answer. */
  see(call: LooseToolCall & { id: string }): void {
    if (this.#sealed !== undefined) return;
    const told = this.wire.told(this.#calls.get(call.id), call);
    this.wire.add(told.call ?? this.#add(told.isOther ? { ...call, id: undefined } : call), { isTold: !!told.call });
  }

  /** Notes the result of a call that the agent's own client sent to the model, unless the agent has recorded one. */
  seeResult({ id, content, isError }: ToolResult, call = this.#calls.get(id)): boolean {
    // A framework may send a word for a tool that is still at work, and its result later.
    if (this.#sealed !== undefined || !call || (hasEnded(call) && call.result !== "IN_PROGRESS")) return false;
    if (isError) call.error = { message: typeof content === "string" ? content : JSON.stringify(content) };
    else this.#ended(call, typeof content === "string" ? resultInText(content) : content);
    return true;
  }

  /** The call from the wire that the agent now records, by the agent's own names. */
  #claim(loose: LooseToolCall): ToolCall | undefined {
    const claimed = this.wire.claim(loose);
    if (claimed && loose.id) this.#calls.set(loose.id, claimed);
    if (claimed && loose.agent !== undefined) claimed.agent = loose.agent;
    return claimed;
  }

  #isOver(): boolean {
    const complaint = this.#sealed?.complaint;
    if (complaint === undefined) return this.#sealed !== undefined;
    this.#settings.late?.(complaint);
    throw new AgentFailure(complaint);
  }

  #recordCall(loose: Extract<AgentEvent, { type: "call" }>): void {
    const known = loose.id === undefined ? undefined : this.#calls.get(loose.id);
    const asked = known !== undefined && this.#askedFirst.delete(known);
    const { name, arguments: given, raw } = toolCallOf(loose, String);
    if (asked && known.name === name && known.raw === raw && sameJson(given, known.arguments)) return;
    const call = this.#claim(loose) ?? this.#add(loose);
    if (loose.elsewhere) leftToOthers.add(call);
  }

  #add(loose: LooseToolCall): ToolCall {
    const { maxCalls, overran } = this.#settings;
    if (this.calls.length >= maxCalls) {
      this.overrun ??= new AgentFailure(`more than ${maxCalls} tool calls in one exchange`, "call-limit");
      overran?.();
      throw this.overrun;
    }
    const call = newCall(loose, this.#settings);
    if (!loose.id) this.wire.numbered(call);
    // Some models reuse an id within one exchange; the result belongs to the later call.
    this.#calls.set(call.id, call);
    this.items.push({ type: "call", call });
    return call;
  }

  #result(event: Extract<AgentEvent, { type: "result" }>): void {
    const call = this.#told(event.id);
    // A tool may return its error instead of throwing it.
    if (isError(event.result)) failWith(call, event.result);
    else this.#ended(call, toJsonValue(event.result));
    if (event.arguments === undefined) return;
    const run = toolCallOf({ id: call.id, name: call.name, arguments: event.arguments }, String);
    if (!run.error && !sameJson(run.arguments, call.arguments)) call.executed = run.arguments;
  }

  #ended(call: ToolCall, result: JsonValue): void {
    call.result = result;
    delete call.fate;
    const { handoff } = this.#settings;
    if (handoff) handoff.agent = handoffTarget(call) ?? handoff.agent;
  }

  #told(id: string): ToolCall {
    const call = this.#calls.get(id) ?? this.#settings.unfinished?.(id);
    if (!call) throw new AgentFailure(`a result was recorded for call ${id}, which was never recorded itself`);
    toldByAgent.add(call);
    return call;
  }
}
