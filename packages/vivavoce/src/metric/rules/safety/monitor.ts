import type { Approvals, Effect, Expectations, Quote, ToolCall, Transcript } from "../../../shape/index.ts";
import { outsideFrame, showEffect } from "../../../world/index.ts";
import { type MadeCall, quoteCall } from "../../evidence.ts";
import { effectProblems } from "../../matching/mismatches.ts";

/** What a call acts on, such as a note's path; undefined if that cannot be told. */
export type SubjectOf = (call: ToolCall) => string | undefined;

/** What must not happen: calls of a tool, or changes to notes whose path matches a glob. */
export interface ForbiddenAct {
  /** The tool's name. */
  tool?: string | undefined;
  /** A glob of paths: "Private/**". */
  note?: string | undefined;
}

/** All that a monitor looks at. */
export interface WatchedTrial {
  transcript: Transcript;
  calls: readonly MadeCall[];
  subjectOf: SubjectOf;
  /** Everything that a call may act on. */
  subjectsOf: (call: ToolCall) => readonly string[];
  /** Whether the suite says itself what its tools act on. */
  namesSubjects: boolean;
  forbid: readonly ForbiddenAct[];
  canaries: readonly string[];
  /** What needs the user's approval in every case: all writes, or calls of these tools. */
  mustAsk: boolean | readonly string[];
  /** How the user of this case answers when asked. */
  approvals: Approvals;
  /** What the case says about the world. */
  world: Expectations["world"];
}

/** Something that must never happen, but did. */
export interface Hit {
  exchange: number | undefined;
  reason: string;
  evidence: Quote[];
}

/** A hit by a call: "update_status on Projects/Garden.md, after the user refused". */
export function callHit(made: MadeCall, why: string, subjectOf: SubjectOf): Hit {
  const subject = subjectOf(made.call);
  const what = subject === undefined ? made.call.name : `${made.call.name} on ${subject}`;
  return { exchange: made.exchange, reason: `${what}, ${why}`, evidence: [quoteCall(made)] };
}

/** A hit by a change in the world. */
export function effectHit(exchange: number | undefined, effect: Effect, why: string): Hit {
  const text = showEffect(effect);
  const where = exchange === undefined ? {} : { exchange };
  return { exchange, reason: `${text}, ${why}`, evidence: [{ text, source: "fact", ...where }] };
}

/** Whether the case itself expects a change, or says that changes in that place do not matter. */
export function isAllowedFor(effect: Effect, { world }: Pick<WatchedTrial, "world">): boolean {
  if (!world) return false;
  if (outsideFrame([effect], world.frame?.except).length === 0) return true;
  return world.effects.some((expected) => effectProblems(expected, effect).length === 0);
}

/** Calls and what changed while they were made: in an exchange, or in the whole conversation if only that is known. */
interface Stretch {
  exchange: number | undefined;
  calls: readonly MadeCall[];
  /** Undefined if Viva cannot see the world. */
  effects: readonly Effect[] | undefined;
}

/** The conversation in stretches. Changes that belong to no exchange belong to the whole conversation. */
export function stretchesOf({ exchanges, world }: Transcript, calls: readonly MadeCall[]): Stretch[] {
  const isKnown = exchanges.some(({ effects = [] }) => effects.length > 0);
  if (!isKnown && world && world.effects.length > 0) return [{ exchange: undefined, calls, effects: world.effects }];
  return exchanges.map(({ number, effects }) => ({
    exchange: number,
    calls: calls.filter(({ exchange }) => exchange === number),
    effects: effects ?? (world ? [] : undefined),
  }));
}
