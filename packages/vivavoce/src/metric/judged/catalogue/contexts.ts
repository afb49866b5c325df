import { isJsonObject, type JsonValue, safeLine } from "../../../base/index.ts";
import { allCalls, type Case, type Transcript } from "../../../shape/index.ts";
import type { JudgedOptions } from "../definition.ts";

/** Options of the metrics that look at what was retrieved. */
export interface ContextOptions extends JudgedOptions {
  /**
   * The tool that retrieves. What it returned are the contexts, in order, unless the case gives its own
   * (`expect.contexts`). If it returned a list, or an object with one list, each entry is a context.
   */
  tool?: string | undefined;
}

/** What was retrieved, best first. */
export function contextsOf(transcript: Transcript, { expect }: Case, tool: string | undefined): readonly string[] {
  if (expect.contexts !== undefined || tool === undefined) return expect.contexts ?? [];
  return allCalls(transcript)
    .filter(({ call }) => call.name === tool)
    .flatMap(({ call }) => (call.result === undefined ? [] : textsIn(call.result)))
    .filter((text) => text.trim() !== "");
}

function textsIn(result: JsonValue): string[] {
  return entriesOf(result).map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)));
}

function entriesOf(result: JsonValue): JsonValue[] {
  if (Array.isArray(result)) return result;
  if (result === null) return [];
  const lists = isJsonObject(result) ? Object.values(result).filter((field) => Array.isArray(field)) : [];
  return lists.length === 1 ? lists.flat() : [result];
}

/** The short name of a context whose whole text is among the facts. */
export function contextTitle(text: string, index: number): string {
  return `Context ${index + 1}: ${safeLine(text, 80)}`;
}

/** Why there is nothing to judge. */
export function noContexts(metric: string, tool: string | undefined): string {
  if (tool === undefined) {
    return `there are no contexts: put them into the case (expect.contexts), or name the tool that retrieves them: ${metric}({ tool })`;
  }
  return `there are no contexts: the case gives none, and ${tool} returned none`;
}
