import { safeLine, safeMiddle } from "../base/index.ts";
import { allCalls, calledName, fateOf, isCalled, type Quote, type ToolCall, type Transcript } from "../shape/index.ts";

/** A call with the exchange it was made in and its place among all calls. */
export interface MadeCall {
  exchange: number;
  position: number;
  call: ToolCall;
}

export function madeCalls(transcript: Transcript): MadeCall[] {
  return allCalls(transcript).map((made, position) => ({ ...made, position }));
}

/** The calls that count as made, and those that were proposed but never run. */
export function calledAndNot(transcript: Transcript): { calls: MadeCall[]; neverRan: MadeCall[] } {
  const { called = [], not = [] } = Object.groupBy(madeCalls(transcript), ({ call }) =>
    isCalled(call) ? "called" : "not",
  );
  return { calls: called, neverRan: not };
}

/** "; proposed, but never run: book (exchange 1)" */
export function butNeverRan(calls: readonly MadeCall[]): string {
  return calls.length === 0 ? "" : `; proposed, but never run: ${listCalls(calls)}`;
}

/** `add_task({"text":"Call Ana"})` */
export function showCall(call: ToolCall): string {
  const { arguments: fields, raw } = call;
  return `${calledName(call)}(${safeLine(raw ?? JSON.stringify(fields), 200)})`;
}

export function quoteCall({ exchange, call }: Pick<MadeCall, "exchange" | "call">): Quote {
  return { text: showCall(call), exchange, source: "call" };
}

export function quoteReply(exchange: number, text: string): Quote {
  return { text: safeMiddle(text, 1_000), exchange, source: "reply" };
}

/** "update_status (exchange 1), move (exchange 2)" */
export function listCalls(calls: readonly MadeCall[]): string {
  return calls.map(({ call, exchange }) => `${calledName(call)} (exchange ${exchange})`).join(", ");
}

/** A call that did what it was made for, or would have if Viva had not made it fail. */
export function isCarriedOut({ call }: MadeCall): boolean {
  return fateOf(call) === "ran" || (fateOf(call) === "failed" && call.fault !== undefined);
}

export function fateInWords({ call, exchange }: MadeCall): string {
  return `${call.name} (exchange ${exchange}) ${fateOf(call).replace("never-ran", "was never run")}`;
}
