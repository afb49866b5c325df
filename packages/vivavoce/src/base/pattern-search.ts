import { createContext, Script } from "node:vm";
import { uninterrupted } from "./interrupt-lock.ts";

/** A pattern and the text to look through. */
export interface PatternQuestion {
  pattern: string;
  flags: string;
  text: string;
}
export type PatternAnswer = { index: number; text: string; group: string | undefined } | "no-match" | "too-long";

// A pattern from a case file can take exponential time. V8 stops a script in a context of its own, its regular
// expressions included; pattern and text go in as data, so nothing in them is ever run as code.
const context = createContext(Object.create(null) as Record<string, string>);
const script = new Script("new RegExp(pattern, flags).exec(text)");

/** Searches for a pattern for at most this many milliseconds; without a limit if none is given. */
export function searchPattern(question: PatternQuestion, timeoutMs?: number): PatternAnswer {
  Object.assign(context, question);
  try {
    const search = () => script.runInContext(context, timeoutMs ? { timeout: timeoutMs } : {});
    const found: RegExpExecArray | null | undefined = timeoutMs ? uninterrupted(search) : search();
    if (found === undefined) return "too-long";
    return found ? { index: found.index, text: found[0], group: found[1] } : "no-match";
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "too-long";
    throw error;
  } finally {
    context.text = "";
  }
}
