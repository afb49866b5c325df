import { type AgentEvent, AgentFailure, type ToolSpec } from "../agent/index.ts";
import { type Ids, isJsonObject, type JsonObject, sameJson, toJsonValue } from "../base/index.ts";
import {
  type Approval,
  type LooseToolCall,
  type ToolCall,
  type TranscriptItem,
  toolCallOf,
} from "../transcript/index.ts";

/** Collects what an agent does in one exchange. Sealed when the exchange ends: what comes later is not recorded. */
export class ExchangeRecorder {
  readonly items: TranscriptItem[] = [];
  readonly #calls = new Map<string, ToolCall>();
  readonly #tools: ReadonlyMap<string, ToolSpec>;
  readonly #ids: Ids;
  readonly #maxCalls: number;
  readonly #modelCalls: () => number;
  #sealed = false;

  constructor(settings: { tools: ReadonlyMap<string, ToolSpec>; ids: Ids; maxCalls: number;
    /** How many model calls the exchange has made so far. */
    modelCalls?: () => number;
  }) {
    this.#tools = settings.tools;
    this.#ids = settings.ids;
    this.#maxCalls = settings.maxCalls;
    this.#modelCalls = settings.modelCalls ?? (() => 0);
  }

  seal(): void {
    this.#sealed = true;
  }

  get saidOrDidSomething(): boolean {
    return this.items.some((item) => item.type === "call" || item.text.trim() !== "");
  }

  record(event: AgentEvent): void {
    if (this.#sealed) return;
    switch (event.type) {
      case "text":
        if (event.text !== "") this.items.push({ type: "text", text: String(event.text) });
        return;
      case "call":
        this.#call(event);
        return;
      case "result":
        this.#result(event);
        return;
      case "error":
        this.#known(event.id).error = typeof event.error === "string" ? { message: event.error } : event.error;
        return;
    }
  }

  /** Notes the decision on a call, which is recorded now if it has not been yet. */
  approve(call: LooseToolCall & { id: string }, decide: (tool: string) => Approval): Approval {
    const recorded = this.#calls.get(call.id) ?? this.#call(call);
    const approval = decide(recorded.name);
    if (!this.#sealed) recorded.approval = approval;
    return approval;
  }

  #call(loose: LooseToolCall): ToolCall {
    if (this.#calls.size >= this.#maxCalls) {
      throw new AgentFailure(`more than ${this.#maxCalls} tool calls in one exchange`, "call-limit");
    }
    const call = toolCallOf(loose, () => this.#ids.next("call"));
    const effect = this.#tools.get(call.name)?.effect;
    if (effect) call.effect = effect;
    if (this.#modelCalls() > 0) call.modelCall = this.#modelCalls();
    // Some models reuse an id within one exchange; the later call is the one its result belongs to.
    this.#calls.set(call.id, call);
    if (!this.#sealed) this.items.push({ type: "call", call });
    return call;
  }

  #result(event: Extract<AgentEvent, { type: "result" }>): void {
    const call = this.#known(event.id);
    call.result = toJsonValue(event.result);
    const executed = event.arguments === undefined ? undefined : toJsonValue(event.arguments);
    if (isJsonObject(executed) && !sameJson(executed, call.arguments)) call.executed = executed as JsonObject;
  }

  #known(id: string): ToolCall {
    const call = this.#calls.get(id);
    if (!call) throw new AgentFailure(`a result was recorded for call ${id}, which was never recorded itself`);
    return call;
  }
}
