import { sameJson } from "../base/index.ts";
import { type LooseToolCall, type ToolCall, toolCallOf } from "../shape/index.ts";

/** Calls known only from the wire; the agent may still record them itself. */
const untold = new WeakSet<ToolCall>();
/** Calls whose id is Viva's own number, because the agent gave none. */
const numbered = new WeakSet<ToolCall>();

/** The calls of one exchange that models asked for over the wire, if the agent's own client reads the answers. */
export class WireCalls {
  readonly #all: ToolCall[] = [];

  add(call: ToolCall, { isTold }: { isTold: boolean }): void {
    this.#all.push(call);
    if (!isTold) untold.add(call);
  }

  numbered(call: ToolCall): void {
    numbered.add(call);
  }

  /**
   * Whether the agent has already told of a call that a model asked for, by the call with the same id. Calls of a model
   * that gives no ids are numbered as well, so the same number may mean another call of the agent, which keeps it.
   */
  told(known: ToolCall | undefined, seen: LooseToolCall): { call?: ToolCall; isOther?: boolean } {
    if (!known || this.#all.includes(known)) return {};
    const { name, arguments: given } = toolCallOf(seen, String);
    const isNumbered = numbered.has(known);
    if (known.name === name && (!isNumbered || sameJson(known.arguments, given))) return { call: known };
    return { isOther: isNumbered };
  }

  isUntold(call: ToolCall): boolean {
    return untold.has(call);
  }

  /** The calls with this id in answers of models, in order: some models number their calls anew in each answer. */
  withId(id: string): ToolCall[] {
    return this.#all.filter((call) => call.id === id);
  }

  /** The call that the agent now records, found by its id or its contents. It can be claimed once. */
  claim(loose: LooseToolCall): ToolCall | undefined {
    if (this.#all.length === 0) return undefined;
    const { name, arguments: given } = toolCallOf(loose, String);
    const mayBe = (call: ToolCall) => untold.has(call) && call.name === name && sameJson(call.arguments, given);
    const same = this.#all.filter(mayBe);
    const claimed = same.find(({ id }) => id === loose.id) ?? same[0];
    if (claimed) untold.delete(claimed);
    return claimed;
  }
}
