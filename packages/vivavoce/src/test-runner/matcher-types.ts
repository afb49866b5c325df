import type { Expected, Metric } from "../metric/index.ts";
import type { ExpectedEffect, Outcome } from "../shape/index.ts";
import type { ToPassOptions } from "./play.ts";

/** What a test may expect of an argument: a matcher as in a case, a regular expression, or the runner's `expect.any(…)`. */
type ExpectedArgument = Expected | RegExp | { asymmetricMatch(value: unknown): boolean } | undefined;

/** How a conversation may end that says something about the agent. */
type EndOfConversation = "completed" | "agent-failed" | Extract<Outcome, { kind: "agent-failed" }>["reason"];

/** What can be expected of a transcript, or of one exchange of it. */
interface PassageMatchers<R> {
  /** The agent calls this tool, with these arguments among others. A value may be a matcher as in a case, a pattern, or `expect.any(…)`. */
  toCall(tool: string, args?: Readonly<Record<string, ExpectedArgument>>): R;
  /** The agent calls no tool. */
  toCallNothing(): R;
  /** The agent says this, or something that matches. */
  toSay(text: string | RegExp): R;
  /** The world changes like this; fields that are not named are free. */
  toChange(effect: ExpectedEffect): R;
}

/** What can be expected of a transcript. */
export interface TranscriptMatchers<R> extends PassageMatchers<R> {
  /**
   * Every metric passes. `.not` holds only if one was scored and failed. Await it.
   *
   * @example await expect(transcript).toPass(toolUse(), criteria());
   */
  toPass(...metrics: readonly [Metric, ...(Metric | ToPassOptions)[]]): Promise<void>;
  /** The conversation ends this way. */
  toEndWith(end: EndOfConversation): R;
  /**
   * One exchange, from 1; 0 is the opening of an agent that speaks first.
   *
   * @example expect(transcript).exchange(2).toCall("add_note", { text: "Milk" });
   */
  exchange(number: number): PassageMatchers<R> & { not: PassageMatchers<R> };
}
