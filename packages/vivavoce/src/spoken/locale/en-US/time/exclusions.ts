import type { Token } from "../../../text/tokens.ts";
import type { ScannedTime } from "./read-part.ts";

/** Words in front of a time that rule it out; the longest that ends at the time counts. */
const before =
  /(?:^| )((?:just |but |only )?(?:not|no|except(?: for)?|avoid(?:ing)?|besides|skip|other than|instead of|rather than|apart from|isn't|aren't|wasn't|(?:can't|cannot|couldn't|can not|won't|don't)(?: really)? (?:do|make|come|be here|be there|want|like))(?: (?:on|the|in|for|at|any|a|this))*) $/;
const anyBut = /(?:^| )((?:any(?:thing|time| day| time)?|every day|whenever) but(?: (?:on|the|in|for|at))*) $/;
/** Words behind a time that rule it out. */
const behind =
  /^(?:(?:is|are|'s|was|would be|'d be)(?: (?:just|really|totally|kind of|pretty|all|also|usually))* (?:no good|out(?: of the question)?|bad|not (?:good|great|possible|an option|ideal)|impossible|off|tough|tricky|terrible|no|a (?:no go|problem)|taken|busy|full)|(?:don't|doesn't|won't|do not|does not|will not|wouldn't|can't|isn't|aren't)(?: really)? (?:work|suit|do|good|fit|possible|an option|great|ideal|happen)(?: (?:for|with) (?:me|us))?|(?:i|we) (?:can't|cannot)(?: (?:do|make))?(?: (?:it|that))?(?= |$))/;

/** The place of the word that begins to rule out the time at a place. */
export function ruledOutFrom(tokens: readonly Token[], at: number): number | undefined {
  const words = tokens.slice(Math.max(0, at - 6), at).map(({ word }) => word);
  const text = `${words.join(" ")} `;
  const cue = (before.exec(text) ?? anyBut.exec(text))?.[1];
  return cue === undefined ? undefined : at - cue.split(" ").length;
}

/** The place behind the words that rule out the time that ends at a place. */
export function ruledOutTo(tokens: readonly Token[], next: number): number | undefined {
  const words = tokens.slice(next, next + 7).map(({ word }) => word);
  const cue = behind.exec(words.join(" "))?.[0];
  return cue === undefined ? undefined : next + cue.split(" ").length;
}

/**
 * Times that are ruled out as such, each put together with the time beside it: "any day but Friday" is any day without
 * Friday. What "or" adds to a time that is ruled out is ruled out too.
 */
export function withExclusions(tokens: readonly Token[], times: readonly ScannedTime[]): ScannedTime[] {
  const read: ScannedTime[] = [];
  let open = false;
  for (const one of times) {
    const last = read.at(-1);
    const between = last ? tokens.slice(last.next, one.at).map(({ word }) => word) : [];
    const linked: boolean =
      last !== undefined && open && /^(?:, )?(?:or|and|nor)(?: (?:on|the))?$/.test(between.join(" "));
    const from: number | undefined = linked ? one.at : ruledOutFrom(tokens, one.at);
    const to = ruledOutTo(tokens, one.next);
    open = from !== undefined || to !== undefined;
    if (!open) {
      read.push(one);
      continue;
    }
    const isAny = from !== undefined && /^(?:any|every|whenever)/.test(tokens[from]?.word ?? "");
    const time = { ...(isAny ? { flexible: "any" as const } : {}), not: [one.time] };
    const next = to ?? one.next;
    const joins = last && (linked || (last.next >= (from ?? one.at) && from !== undefined));
    if (last && joins) {
      read.splice(-1, 1, { ...last, time: { ...last.time, not: [...(last.time.not ?? []), one.time] }, next });
    } else read.push({ time, at: from ?? one.at, next });
  }
  return read;
}
