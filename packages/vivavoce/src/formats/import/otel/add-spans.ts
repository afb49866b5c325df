import type { JsonValue } from "../../../base/index.ts";
import { callsOf, type Exchange, type ToolCall, toolCallOf, wholeUsage } from "../../../shape/index.ts";
import { givenId, isMadeUp } from "../../transcripts/from-messages.ts";
import { textOf, unpacked } from "../safe-json.ts";
import type { SpanOfAgent } from "./authors.ts";
import { sameForm, type TracedTool, toolIn, usageIn } from "./span-kinds.ts";

/** The calls that agents made, to find the one that the span of a tool is of. */
class MadeCalls {
  readonly #index = new Map<string, ToolCall[]>();
  /** Of calls that spans have told of: whether the last one failed. */
  readonly #failed = new Map<ToolCall, boolean>();

  add(call: ToolCall, exchange: number, id = givenId(call.id)): void {
    const { name, arguments: given } = call;
    const kinds = isMadeUp(call.id) ? ["any", "made up"] : ["any"];
    const keys = kinds.flatMap((kind) => [
      [exchange, kind, name],
      [exchange, kind, name, sameForm(given)],
    ]);
    for (const key of [[exchange, id], [id], ...keys]) {
      const known = this.#index.get(JSON.stringify(key));
      if (known) known.push(call);
      else this.#index.set(JSON.stringify(key), [call]);
    }
  }

  /** By its id, or else by name and arguments, or by name: first in its exchange, and each once unless it is tried again. */
  callOf({ id, name, arguments: given }: TracedTool, exchange: number): ToolCall | undefined {
    // An id that only spans have joins those calls that have none.
    const kind = id === undefined ? "any" : "made up";
    return (
      (id === undefined
        ? undefined
        : (this.#open(exchange, id) ?? this.#calls(exchange, id).at(-1) ?? this.#open(id))) ??
      this.#open(exchange, kind, name, sameForm(given)) ??
      this.#open(exchange, kind, name)
    );
  }

  /** A span says whether the call failed; the last one, where it was tried again. */
  tell(call: ToolCall, error: string | undefined, result: JsonValue | undefined): void {
    const failed = this.#failed.get(call);
    if (error !== undefined && (call.error === undefined || failed)) call.error = { message: error };
    else if (error === undefined && failed) delete call.error;
    if (error === undefined && call.result === undefined && result !== undefined && call.error === undefined)
      call.result = unpacked(result);
    this.#failed.set(call, error !== undefined);
  }

  #calls(...key: (string | number)[]): ToolCall[] {
    return this.#index.get(JSON.stringify(key)) ?? [];
  }

  #open(...key: (string | number)[]): ToolCall | undefined {
    const calls = this.#calls(...key);
    // Those that have run are taken out, but for the last, which may run again.
    while (calls.length > 1 && this.#failed.has(calls[0] as ToolCall)) calls.shift();
    return calls.find((call) => !this.#failed.has(call));
  }
}

/**
 * Adds to the exchanges what only spans know: tokens, times, results of tools, and what sub-agents of the `main` agent
 * called. `speakers` are the model calls that talk with the user.
 */
export function addSpans(
  exchanges: Exchange[],
  spans: readonly SpanOfAgent[],
  speakers: ReadonlySet<SpanOfAgent>,
  main: string | undefined,
): void {
  const inExchange = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  const calls = new Map(exchanges.flatMap(callsOf).map((call) => [call.id, call]));
  const made = new MadeCalls();
  for (const exchange of exchanges) for (const call of callsOf(exchange)) made.add(call, exchange.number);
  for (const span of spans) {
    const exchange = inExchange.get(span.exchange) ?? exchanges[0];
    if (!exchange || speakers.has(span) || span.kind === "agent") continue;
    const agent = span.agent === main ? undefined : span.agent;
    if (span.kind === "model") {
      for (const call of addCalls(exchange, span, agent, calls)) made.add(call, exchange.number);
      continue;
    }
    const tool = toolIn(span);
    let call = made.callOf(tool, exchange.number);
    if (!call) {
      const own = `span-${span.spanId}`;
      const id = tool.id === undefined || calls.has(tool.id) ? own : tool.id;
      call = toolCallOf({ id, name: tool.name, agent, arguments: tool.arguments }, () => own);
      calls.set(call.id, call);
      made.add(call, exchange.number, tool.id);
      insert(exchange, call);
    } else if (agent !== undefined) call.agent = agent;
    made.tell(call, span.error, tool.result);
  }
  const modelCalls = Map.groupBy(
    spans.filter(({ kind }) => kind === "model"),
    ({ exchange }) => exchange,
  );
  for (const exchange of exchanges)
    addMeasures(exchange, modelCalls.get(exchange.number) ?? [], modelCalls.get(exchange.number + 1) ?? []);
}

/** The calls of a sub-agent, with their results. The user does not hear its words. */
function addCalls(
  exchange: Exchange,
  { messages, spanId }: SpanOfAgent,
  agent: string | undefined,
  calls: Map<string, ToolCall>,
): ToolCall[] {
  for (const { id, value, failed } of messages.input.flatMap(({ results }) => results)) {
    const call = id === undefined ? undefined : calls.get(id);
    if (!call || call.result !== undefined || call.error !== undefined) continue;
    if (failed) call.error = { message: textOf(value) };
    else call.result = unpacked(value);
  }
  const added: ToolCall[] = [];
  for (const loose of messages.output[0]?.calls ?? []) {
    const call = toolCallOf({ ...loose, agent }, () => `span-${spanId}-${calls.size}`);
    const known = calls.get(call.id);
    if (known?.name === call.name && sameForm(known.arguments) === sameForm(call.arguments)) continue;
    // Some models number the calls of each answer anew.
    if (known) call.id = `${call.id}#${calls.size}`;
    calls.set(call.id, call);
    insert(exchange, call);
    added.push(call);
  }
  return added;
}

/** Before the last text, because an agent acts before it answers. */
function insert({ items }: Exchange, call: ToolCall): void {
  const end = items.at(-1)?.type === "text" ? items.length - 1 : items.length;
  items.splice(end, 0, { type: "call", call });
}

function addMeasures(exchange: Exchange, calls: readonly SpanOfAgent[], next: readonly SpanOfAgent[]): void {
  exchange.modelCalls = calls.length;
  if (calls.length === 0) return;
  const usage = wholeUsage(calls.map(usageIn));
  if (usage) exchange.usage = usage;
  const modelMs = covered(calls);
  if (modelMs !== undefined) exchange.modelMs = modelMs;
  const [root, second] = new Set(calls.map((call) => call.root));
  // A span of the agent around all calls of this exchange, and no others, is the time that the user waited.
  const goesOn = next.some((call) => call.root === root);
  if (root && !second && !goesOn && root.end >= root.start) exchange.replyMs = Math.round(root.end - root.start);
}

/** The time that calls took together; overlapping ones count once. */
function covered(spans: readonly SpanOfAgent[]): number | undefined {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of spans) {
    if (!(end >= start)) return undefined;
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return Math.round(total);
}
