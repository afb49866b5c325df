import type { JsonObject } from "../base/index.ts";
import { spoken } from "../metric/rules/spoken.ts";
import type { SpokenOptions } from "../metric/rules/spoken-options.ts";
import { call, exchange, scoredOf, transcriptOf } from "../metric/testing-transcript.test-helper.ts";
import type { Check, Exchange, ToolCall, Transcript } from "../shape/index.ts";

/** One exchange of a phone call: what the caller says, and what the agent says and does. */
export function turn(caller: string, ...deeds: (string | ToolCall)[]): Exchange {
  return exchange(deeds, { user: { content: caller } });
}

export function book(fields: JsonObject, more: Partial<ToolCall> = {}): ToolCall {
  return call("book_service", fields, more);
}

/** What was said before the first exchange. */
export function after(history: Transcript["history"], ...exchanges: Exchange[]): Transcript {
  return { ...transcriptOf(exchanges), history };
}

/** The checks of a call by their ids. */
export async function checksOf(
  played: Transcript | readonly Exchange[],
  options: SpokenOptions = {},
): Promise<{ [id: string]: Check | undefined }> {
  const transcript = "exchanges" in played ? played : transcriptOf(played);
  const { checks } = await scoredOf(spoken(options), transcript);
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}
