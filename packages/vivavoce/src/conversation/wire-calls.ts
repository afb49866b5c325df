import { sameJson } from "../base/index.ts";
import { type LooseToolCall, type ToolCall, toolCallOf } from "../transcript/index.ts";

/** The calls of one exchange that models asked for over the wire, if the agent's own client reads the answers. */
export class WireCalls {
  readonly #all: ToolCall[] = [];
  /** Calls known only from the wire; the agent may still record them itself. */
  readonly #untold = new Set<ToolCall>();

  add(call: ToolCall, { isTold }: { isTold: boolean }): void {
    this.#all.push(call);
    if (!isTold) this.#untold.add(call);
  }

  has(call: ToolCall): boolean {
    return this.#all.includes(call);
  }

  isUntold(call: ToolCall): boolean {
    return this.#untold.has(call);
  }

  /** In order, because some models start their ids anew in each answer. */
  withId(id: string): ToolCall[] {
    return this.#all.filter((call) => call.id === id);
  }

  /** The call that the agent now records, found by its id or its contents. It can be claimed once. */
  claim(loose: LooseToolCall): ToolCall | undefined {
    if (this.#untold.size === 0) return undefined;
    const { name, arguments: given } = toolCallOf(loose, String);
    const same = [...this.#untold].filter((call) => call.name === name && sameJson(call.arguments, given));
    const claimed = same.find(({ id }) => id === loose.id) ?? same[0];
    if (claimed) this.#untold.delete(claimed);
    return claimed;
  }
}
