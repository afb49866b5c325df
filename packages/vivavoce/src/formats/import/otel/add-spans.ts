import type { JsonValue } from "../../../base/index.ts";
import { callsOf, type Exchange, type ToolCall, toolCallOf, wholeUsage } from "../../../shape/index.ts";
import { textOf, unpacked } from "../safe-json.ts";
import { sameForm, toolIn, usageIn } from "./span-kinds.ts";
import type { SpanOfAgent } from "./span-messages.ts";

/** A call that an agent made, with what spans have told of it. */
interface MadeCall {
  call: ToolCall;
  exchange: number;
  /** As it was given. */
  id: string;
  form: string;
  /** Whether the last span of it failed; undefined if there was none. */
  failed?: boolean;
}

/** A call whose id was used before has a number after the one that was given. */
function madeCall(call: ToolCall, exchange: number, id = call.id.replace(/#\d+$/, "")): MadeCall {
  return { call, exchange, id, form: sameForm(call.arguments) };
}

/**
 * The call that the span of a tool is of: by its id, or else by name and arguments, or by name; first in its exchange,
 * and each once unless it is tried again.
 */
function callOf(made: readonly MadeCall[], tool: ReturnType<typeof toolIn>, exchange: number): MadeCall | undefined {
  const open = (calls: readonly MadeCall[]) => calls.find(({ failed }) => failed === undefined);
  const alike = made.filter(({ id }) => id === tool.id);
  const here = alike.filter((one) => one.exchange === exchange);
  // An id that only spans have joins those calls that have none: theirs was made up.
  const isFree = ({ call: { name, id } }: MadeCall) =>
    name === tool.name && (tool.id === undefined || /^(?:call|span-.+)-\d+$/.test(id));
  const free = made.filter((one) => one.exchange === exchange && isFree(one));
  const form = sameForm(tool.arguments);
  return open(here) ?? here.at(-1) ?? open(alike) ?? open(free.filter((one) => one.form === form)) ?? open(free);
}

/** A span says whether the call failed; the last one, where it was tried again. */
function tell(made: MadeCall, error: string | undefined, result: JsonValue | undefined): void {
  const { call, failed } = made;
  if (error !== undefined && (call.error === undefined || failed)) call.error = { message: error };
  else if (error === undefined && failed) delete call.error;
  if (error === undefined && call.result === undefined && result !== undefined && call.error === undefined)
    call.result = unpacked(result);
  made.failed = error !== undefined;
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
  const made = exchanges.flatMap((exchange) => callsOf(exchange).map((call) => madeCall(call, exchange.number)));
  for (const span of spans) {
    const exchange = inExchange.get(span.exchange) ?? exchanges[0];
    if (!exchange || speakers.has(span) || span.kind === "agent") continue;
    const agent = span.agent === main ? undefined : span.agent;
    if (span.kind === "model") {
      made.push(...addCalls(exchange, span, agent, calls).map((call) => madeCall(call, exchange.number)));
      continue;
    }
    const tool = toolIn(span);
    let found = callOf(made, tool, exchange.number);
    if (!found) {
      const own = `span-${span.spanId}`;
      const id = tool.id === undefined || calls.has(tool.id) ? own : tool.id;
      const call = toolCallOf({ id, name: tool.name, agent, arguments: tool.arguments }, () => own);
      calls.set(call.id, call);
      insert(exchange, call);
      found = madeCall(call, exchange.number, tool.id);
      made.push(found);
    } else if (agent !== undefined) found.call.agent = agent;
    tell(found, span.error, tool.result);
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
