import type { ToolCall } from "../../shape/index.ts";
import type { Locale } from "../locale/locale.ts";
import type { Slot } from "../slots/resolve-slots.ts";
import type { FoundValue, SlotComparison } from "../slots/slot.ts";

/** What happens in a conversation, in order. History has no exchange: it is known, but not checked. */
export type TalkEvent =
  | { kind: "caller"; text: string; exchange: number | undefined; stance: "consents" | "refuses" | undefined }
  | { kind: "agent"; text: string; exchange: number | undefined }
  | { kind: "call"; call: ToolCall; exchange: number };

/** The value that the caller has given for a slot at one point. */
export interface Given {
  text: string;
  /** The caller's own words for it; left out if the agent said it, or it was known before. */
  quote?: string | undefined;
  /** In comparable form; several where any of them will do ("Tuesday or Wednesday"). */
  values: readonly string[];
  /** Left out for history and for what was known before the call. */
  exchange: number | undefined;
  /** Said by the caller, agreed to when the agent said it, or known before. */
  how: "said" | "accepted" | "known";
  /** Set if the caller spelled it, so that what only sounds like it differs. */
  spelled?: boolean | undefined;
}

/** A value that the agent said after it was given, and what was given at that point. */
export interface ReadBack {
  text: string;
  value: string;
  exchange: number;
  given: Given | undefined;
  /** How many lines the caller had said by then. */
  lines: number;
  /** There is more in it than was read. */
  isPart?: boolean;
  unread?: undefined;
  /** Set if the caller said that it was wrong. */
  disputed?: boolean | undefined;
}

/** A value in a call that commits to something; `value` is left out if it cannot be compared. */
export interface Booked {
  text: string;
  value: string | undefined;
  call: ToolCall;
  exchange: number;
  given: Given | undefined;
  /** As in a read-back. */
  lines: number;
  isPart?: boolean;
  /** Set if the caller had said something by then that was not understood. */
  unread?: Unread | undefined;
}

/** A line of the caller that says something about a value that was not understood. */
export interface Unread {
  text: string;
}

interface AskedAgain {
  sentence: string;
  exchange: number;
  /** Left out if nobody can tell whether it was given, or whether the same is asked for. */
  given: Given | undefined;
}

/** All that happened to one slot, in order. */
export interface SlotTrail {
  slot: Slot;
  given: Given | undefined;
  /** Why the last read-back can be neither the same as what was given nor different from it. */
  open?: string | undefined;
  /** The caller's line, if it says something about the value that was not understood. */
  unread?: Unread | undefined;
  /** The caller's lines without the values of other slots. */
  lines: { text: string; question: string; quote: string; exchange: number | undefined }[];
  /** What the agent has said of it last. */
  told?: FoundValue | undefined;
  readBacks: ReadBack[];
  booked: Booked[];
  askedAgain: AskedAgain[];
  /** How often the agent asked for it, not counting history. */
  asks: number;
  /** Whether it was asked for at any time, also in the history. */
  everAsked: boolean;
  /** The caller has said that the value is wrong, but not yet what is right. */
  disputed: boolean;
  /** Since the caller spoke last: asked for, read back, proposed by the agent. */
  asked: boolean;
  heard: boolean;
  offered: FoundValue[];
}

/** A call that commits to something, and whether a read-back and a yes came before it. */
export interface Commit {
  call: ToolCall;
  exchange: number;
  readBack: boolean;
  confirmed: boolean;
  /** What the caller said to the read-back, if it may or may not be a yes. */
  unclear?: string | undefined;
}

/** A conversation as far as it was followed. */
export interface Talk {
  locale: Locale;
  trails: SlotTrail[];
  commits: Commit[];
  /** Something has been read back and still holds; the caller has said yes to it. */
  readBack: boolean;
  confirmed: boolean;
  /** What the caller said to it, if nobody can tell whether it is a yes. */
  unclear?: string | undefined;
  /** The agent has asked whether to go on, without saying what with. */
  proposed: boolean;
  /** All that the caller has said. */
  said: string;
  /** What the agent has said since the caller spoke last. */
  lastReply: string;
  /** A call has been made on that yes. */
  used: boolean;
  /** Calls that were confirmed once: trying one again needs no second yes. */
  confirmedCalls: Set<string>;
}

/** Whether the language says what a value of this slot comes to over all lines. */
export function isClaimed({ kindName, gives, locale }: Slot): boolean {
  return (
    gives === undefined && locale.weigh !== undefined && /^(?:email|phone|address|zip|time|name)$/.test(kindName ?? "")
  );
}

export function startTalk(slots: readonly Slot[], known: { readonly [slot: string]: string }, locale: Locale): Talk {
  const trails = slots.map((slot): SlotTrail => {
    const text = Object.hasOwn(known, slot.name) ? known[slot.name] : undefined;
    const value = text === undefined ? undefined : slot.kind.normalise(text);
    const given: Given | undefined =
      text === undefined || value === undefined
        ? undefined
        : { text, values: [value], exchange: undefined, how: "known" };
    const none = { disputed: false, asked: false, heard: false, asks: 0, everAsked: false };
    return { slot, given, lines: [], readBacks: [], booked: [], askedAgain: [], offered: [], ...none };
  });
  return {
    locale,
    trails,
    commits: [],
    proposed: false,
    said: "",
    lastReply: "",
    readBack: false,
    confirmed: false,
    used: false,
    confirmedCalls: new Set(),
  };
}

/** Whether the caller had given the same value, or none, at two points. */
export function sameGiven(one: Given | undefined, other: Given | undefined): boolean {
  return one === other || one?.values.join("|") === other?.values.join("|");
}

/** Compares a value with what was given; of several acceptable values the best match counts. */
export function compareGiven(slot: Slot, { values, spelled = false }: Given, value: string): SlotComparison {
  const comparisons = values.map((given) => compareValues(slot, [given, value], spelled));
  if (comparisons.includes("same")) return "same";
  return comparisons.includes("open") ? "open" : "different";
}

/**
 * What was given, as a read-back is compared with it. The agent's reply is its own spelling of a name, so one that only
 * sounds like the caller's was misheard.
 */
export function heardBack(given: Given): Given {
  return { ...given, spelled: true };
}

/** Compares two values. Those that may be meant as one are neither the same nor different. */
export function compareValues({ kind }: Slot, [one, other]: [string, string], spelled: boolean): SlotComparison {
  const comparison = kind.compare(one, other);
  return comparison === "different" && kind.mayBeSame?.(one, other, { spelled }) !== undefined ? "open" : comparison;
}

/** Why a value can be neither the same as what was given nor different from it, if there is something to say. */
export function whyOpen({ kind }: Slot, { values, spelled = false }: Given, value: string): string | undefined {
  return values
    .map((given) => {
      const why = kind.whyOpen?.(given, value);
      if (why !== undefined) return why;
      const isMore = value !== given && value.includes(given);
      return isMore ? `“${value}” is more than “${given}”` : kind.mayBeSame?.(given, value, { spelled });
    })
    .find((why) => why !== undefined);
}
