import { safeLine, safeMiddle } from "../../base/index.ts";
import { type Check, calledName, type Quote, type ToolCall } from "../../shape/index.ts";

interface Judged {
  id: string;
  label: string;
  ok: boolean;
  verdict: string;
  reason: string;
  evidence?: Quote[];
}

/** A check that counts: it holds or it does not. */
export function decided({ evidence = [], ...check }: Judged): Check {
  return { ...check, value: check.ok ? 1 : 0, evidence };
}

export function quoteReply(exchange: number, text: string): Quote {
  return { text: safeMiddle(text, 1_000), exchange, source: "reply" };
}

export function quoteCall({ exchange, call }: { exchange: number; call: ToolCall }): Quote {
  const fields = safeLine(call.raw ?? JSON.stringify(call.arguments), 200);
  return { text: `${calledName(call)}(${fields})`, exchange, source: "call" };
}
