import { setTimeout } from "node:timers/promises";
import { canonicalJson, type JsonValue, sameJson, toJsonValue } from "../base/index.ts";
import {
  type Case,
  type FaultKind,
  faultKindSchema,
  isWrite,
  type ToolCall,
  type ToolFault,
  type Variant,
} from "../shape/index.ts";

/** How much longer a slow tool takes, if the fault does not say. */
const slowMs = 500;

const messages = {
  error: "the service is not available (503)",
  timeout: "no answer within 30 seconds",
  "half-done": "the connection was lost before an answer came",
} as const;

/** The fault that `--faults` sets for a whole trial. */
export function variantFault({ fault }: Variant): FaultKind | undefined {
  // Asked in every trial: a schema that refuses a value takes long to say why.
  return fault === undefined ? undefined : faultKindSchema.safeParse(fault).data;
}

/** The part of its variant that an agent may know, without the fault. */
export function withoutFault(variant: Variant): Variant {
  const { fault: _fault, ...rest } = variant;
  return rest;
}

/** The faults of one conversation: the case's own, or else the variant's. */
export class ToolFaults {
  readonly #faults: readonly ToolFault[];
  readonly #kind: FaultKind | undefined;
  readonly #replayed: boolean;
  readonly #made = new Map<string, number>();
  /** The last real answer to each call, for `stale`. */
  readonly #before = new Map<string, JsonValue>();

  /** A `replayed` conversation is never slowed down. */
  constructor({ faults = [] }: Case, variant: Variant, { replayed }: { replayed: boolean }) {
    this.#faults = faults;
    this.#kind = faults.length > 0 ? undefined : variantFault(variant);
    this.#replayed = replayed;
  }

  /** Whether a fault is meant for calls like this one. */
  aims(call: Pick<ToolCall, "name" | "effect">): boolean {
    return this.#faults.some(({ tool }) => tool === call.name) || (this.#kind !== undefined && fits(this.#kind, call));
  }

  /** Runs a tool with the fault for this call, if any, and notes that fault on the call. */
  async lay(call: ToolCall, run: () => unknown, signal: AbortSignal): Promise<unknown> {
    const nth = (this.#made.get(call.name) ?? 0) + 1;
    this.#made.set(call.name, nth);
    const fault = this.#due(call, nth);
    switch (fault?.kind) {
      case "error":
      case "timeout":
        call.fault = fault.kind;
        throw failing(fault);
      case "half-done":
        await run();
        call.fault = fault.kind;
        throw failing(fault);
      case "empty": {
        const result = toJsonValue(await run());
        const nothing = emptied(result);
        if (!sameJson(result, nothing)) call.fault = fault.kind;
        return nothing;
      }
      case "stale":
        return this.#stale(call, await run());
      case "slow":
        call.fault = fault.kind;
        if (!this.#replayed) await setTimeout(fault.ms ?? slowMs, undefined, { signal });
        return run();
      case undefined: {
        const result = await run();
        this.#before.set(callKey(call), toJsonValue(result));
        return result;
      }
    }
  }

  #due(call: ToolCall, nth: number): ToolFault | undefined {
    const own = this.#faults.find(({ tool, calls }) => tool === call.name && (calls?.includes(nth) ?? true));
    if (own || this.#kind === undefined || !fits(this.#kind, call)) return own;
    return { tool: call.name, kind: this.#kind };
  }

  /** The first answer is not stale, and neither is an answer that has not changed since. */
  #stale(call: ToolCall, result: unknown): unknown {
    const key = callKey(call);
    const before = this.#before.get(key);
    if (before === undefined) this.#before.set(key, toJsonValue(result));
    if (before === undefined || sameJson(before, toJsonValue(result))) return result;
    call.fault = "stale";
    return structuredClone(before);
  }
}

function failing({ kind, message = messages[kind] }: Extract<ToolFault, { message?: unknown }>) {
  return new FaultedTool(kind, message);
}

/** The tools that a variant's fault applies to. Tools that only display or control are left alone. */
function fits(kind: FaultKind, call: Pick<ToolCall, "effect">): boolean {
  if (call.effect === "display" || call.effect === "control") return false;
  if (kind === "half-done") return isWrite(call);
  return (kind !== "empty" && kind !== "stale") || call.effect === "read";
}

function callKey({ name, arguments: given }: ToolCall): string {
  return `${name} ${canonicalJson(given)}`;
}

function emptied(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return [];
  if (typeof value === "string") return "";
  return typeof value === "object" && value !== null ? {} : null;
}

/** A tool that fails because Viva makes it fail, by a fault or a mock. The agent sees an ordinary error. */
export class FaultedTool extends Error {
  override readonly name = "FaultedTool";
  /** The fault of the tool. */
  readonly kind: FaultKind | "mock";

  constructor(kind: FaultedTool["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
