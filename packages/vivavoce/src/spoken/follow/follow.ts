import { canonicalJson } from "../../base/index.ts";
import type { Exchange, ToolCall, Transcript } from "../../shape/index.ts";
import type { Locale } from "../locale/locale.ts";
import type { Slot } from "../slots/resolve-slots.ts";
import { without } from "../text/tokens.ts";
import { hearAgent } from "./hear-agent.ts";
import { hearCaller } from "./hear-caller.ts";
import { compareGiven, compareValues, type SlotTrail, startTalk, type Talk, type TalkEvent } from "./talk.ts";

export interface FollowOptions {
  locale: Locale;
  slots: readonly Slot[];
  /** What the agent knew before the call began, as text by slot. */
  known: { readonly [slot: string]: string };
  isCommit(call: ToolCall): boolean;
}

/** Follows a conversation from its history to its end: who gave, asked, read back and booked what. */
export function followTalk(transcript: Transcript, { locale, slots, known, isCommit }: FollowOptions): Talk {
  const talk = startTalk(slots, known, locale);
  for (const event of timelineOf(transcript)) {
    if (event.kind === "caller") hearCaller(talk, event);
    else if (event.kind === "agent") hearAgent(talk, event);
    else if (isCommit(event.call)) noteCommit(talk, event.call, event.exchange);
  }
  return talk;
}

function noteCommit(talk: Talk, call: ToolCall, exchange: number): void {
  const fields = call.executed ?? call.arguments;
  for (const { slot, given, booked, unread, lines } of talk.trails) {
    for (const text of [slot.argument(fields), slot.result(call.result)]) {
      if (text === undefined) continue;
      const [own] = slot.kind.find(text, { by: "caller", asked: true });
      // Figures beside the value may be another one.
      const isPart =
        own !== undefined &&
        slot.kindName !== undefined &&
        /\d/.test(without(text, [{ ...own, end: Math.max(own.end, own.start + own.text.length) }]));
      booked.push({
        text,
        value: slot.kind.normalise(text),
        isPart,
        call,
        exchange,
        given,
        lines: lines.length,
        unread,
      });
    }
  }
  const key = `${call.name} ${call.raw ?? canonicalJson(fields)}`;
  const confirmed = (talk.confirmed && !talk.trails.some(isNeither)) || talk.confirmedCalls.has(key);
  if (confirmed) talk.confirmedCalls.add(key);
  const unclear = confirmed ? undefined : talk.unclear;
  talk.commits.push({ call, exchange, readBack: talk.readBack || confirmed, confirmed, unclear });
  talk.used = true;
}

/** Whether what was booked is neither what the caller gave nor what was read back, so that a yes was not about it. */
function isNeither({ slot, readBacks, booked }: SlotTrail): boolean {
  const { value, given } = booked.at(-1) ?? {};
  const said = readBacks.at(-1);
  if (value === undefined || !given || compareGiven(slot, given, value) !== "different") return false;
  return said === undefined || compareValues(slot, [said.value, value], false) === "different";
}

/** The conversation as one line of events: history, then what the caller and the agent say and do. */
export function timelineOf({ history, exchanges }: Transcript): TalkEvent[] {
  const before = history.map(
    ({ role, content }): TalkEvent =>
      role === "user"
        ? { kind: "caller", text: content, exchange: undefined, stance: undefined }
        : { kind: "agent", text: content, exchange: undefined },
  );
  const played = exchanges.flatMap(({ number, user, items }): TalkEvent[] => [
    ...(user?.content ? [callerEvent(number, user)] : []),
    ...items.map(
      (item): TalkEvent =>
        item.type === "text"
          ? // What the caller did not hear was not read back to them.
            { kind: "agent", text: item.text, exchange: number }
          : { kind: "call", call: item.call, exchange: number },
    ),
  ]);
  return [...before, ...played];
}

function callerEvent(exchange: number, { content, consents, refuses }: NonNullable<Exchange["user"]>): TalkEvent {
  const stance = consents ? "consents" : refuses ? "refuses" : undefined;
  return { kind: "caller", text: content, exchange, stance };
}
