import type { JsonValue } from "../../../base/index.ts";
import type { ToolCall } from "../../../shape/index.ts";
import { givenId, isMadeUp } from "../../transcripts/from-messages.ts";
import { unpacked } from "../safe-json.ts";
import { sameForm, type TracedTool } from "./span-kinds.ts";

/** The calls that agents made, to find the one that the span of a tool is of. */
export class MadeCalls {
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
