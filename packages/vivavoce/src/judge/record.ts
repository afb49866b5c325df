import type { JsonObject } from "../base/index.ts";
import type { Exchange, FaultKind, SaidLine, Transcript } from "../shape/index.ts";
import { showEffect } from "../world/index.ts";
import { fence } from "./fence.ts";
import { sentencesOf, shownCall } from "./items.ts";
import type { Fact, Item, WorldView } from "./question.ts";

/** The part of a conversation that one call shows. */
interface ShownConversation {
  history: Transcript["history"];
  exchanges: readonly Exchange[];
  /** Left out if the end is not shown. */
  outcome?: Transcript["outcome"] | undefined;
}

/**
 * What was said before and the exchanges that are shown, with a note if some are left out; then the facts, because the
 * metrics of a conversation are given different ones.
 */
export function recordOf(shown: ShownConversation, facts: readonly Fact[], exchangesInAll: number): JsonObject[] {
  const missing = exchangesInAll - shown.exchanges.length;
  return [
    ...shown.history.map(({ role, content }) => ({
      exchange: 0,
      speaker: role === "user" ? "user" : "agent",
      text: content,
    })),
    ...(missing === 0 ? [] : [{ note: `${missing} of ${exchangesInAll} exchanges are not shown here` }]),
    ...shown.exchanges.flatMap(exchangeTurns),
    ...endTurns(shown),
    ...facts.map(({ id, title, text }) => ({ fact: id, title, text })),
  ];
}

/** How many characters a record takes. */
export function sizeOfRecord(record: readonly JsonObject[]): number {
  return record.reduce((sum, line) => sum + fence.encode(line).length + 1, 0);
}

/** One exchange, turn by turn: the user's line, then texts and tool calls in the order in which they came. */
function exchangeTurns({ number, user, items, quiet }: Exchange): JsonObject[] {
  // Exchange 0 is what was said before the exam, so what an agent says first needs another name.
  const exchange = number || "opening";
  const agent = { exchange, speaker: "agent" };
  let count = 0;
  /** A text by its sentences, with the ids that `sentenceItems` gives them. */
  const split = (text: string): JsonObject | string => {
    const parts = sentenceParts(text).map((part) => [`s${number}.${++count}`, part]);
    return parts.length === 0 ? text : Object.fromEntries(parts);
  };
  return [
    ...(user ? [{ exchange, speaker: "user", ...userTurn(user) }] : []),
    ...items.map((item): JsonObject => {
      if (item.type === "call") {
        const { proposed, outcome } = shownCall(item.call);
        const { fault } = item.call;
        const really = fault === undefined ? {} : { really: whatHappened[fault] };
        return { ...agent, call: { ...proposed, ...outcome, ...really } };
      }
      return {
        ...agent,
        text: split(item.text),
        ...(item.unheard === undefined ? {} : { notHeardByTheUser: item.unheard }),
      };
    }),
    ...(quiet ? [{ ...agent, silent: "says nothing, on purpose" }] : []),
  ];
}

/** A text cut at the ends of its sentences: as many parts as it has sentences, which together are the whole text. */
function sentenceParts(text: string): string[] {
  let end = 0;
  const ends = sentencesOf(text).map((sentence) => (end = text.indexOf(sentence, end) + sentence.length));
  return ends.map((_, index) =>
    text.slice(ends[index - 1] ?? 0, ends[index + 1] === undefined ? undefined : ends[index]),
  );
}

/** The agent knows only the result or the error. The judge is told what really happened. */
const whatHappened: Record<FaultKind, string> = {
  error: "the tool was made to fail; it did nothing",
  timeout: "the tool was made not to answer; it did nothing",
  "half-done": "the tool did what it was asked to, and the agent was given an error",
  empty: "the tool was made to return nothing",
  stale: "the tool was made to return what it had returned before, which no longer holds",
  slow: "the tool was made to answer late",
};

function userTurn({ content, silence, interrupts }: SaidLine): JsonObject {
  if (silence !== undefined) return { silent: `says nothing for ${silence / 1000} s` };
  return { ...(interrupts ? { interrupts: "cuts in before the agent has finished" } : {}), text: content };
}

/** A turn that says that the agent hung up, if it did. */
function endTurns({ outcome }: ShownConversation): JsonObject[] {
  if (outcome?.kind !== "completed" || outcome.ended?.by !== "agent") return [];
  return [{ speaker: "agent", hangsUp: outcome.ended.reason ?? "without giving a reason" }];
}

/** The world as given facts: its outline before and, if it changed, after, with the changes. */
export function worldFacts({ world }: Pick<Transcript, "world">, view: WorldView = "none"): Fact[] {
  if (!world || view === "none") return [];
  const before = { id: "world-before", title: "The world before the conversation", text: world.opening };
  if (view === "before") return [before].filter(hasText);
  const unchanged = world.effects.length === 0 && world.closing === world.opening;
  const changes = unchanged
    ? "Nothing changed in the world during the conversation."
    : world.effects.map(showEffect).join("\n");
  const after = { id: "world-after", title: "The world after the conversation", text: world.closing };
  return [
    before,
    ...(unchanged ? [] : [after]),
    { id: "world-changes", title: "What changed in the world", text: changes },
  ].filter(hasText);
}

function hasText({ text }: Fact): boolean {
  return text.trim() !== "";
}

interface WindowSettings {
  exchanges: readonly Exchange[];
  items: readonly Item[];
  /** Characters of each window that go to repeated parts: instructions, history, facts. */
  repeated(): number;
  /** How many characters fit into one call. */
  budget?: number | undefined;
}

/** A little over a hundred thousand tokens, which today's smaller judges take in one call. */
const usualBudget = 400_000;

/**
 * Splits a conversation into as few windows as the budget allows: runs of exchanges that are judged in one call, with the
 * items about them. Each exchange is in exactly one. If any item is about the whole conversation, there is one window,
 * whatever its size.
 */
export function windowsOf({ exchanges, items, repeated, budget = usualBudget }: WindowSettings) {
  const whole: Pick<WindowSettings, "exchanges" | "items"> = { exchanges, items };
  const numbers = new Set(exchanges.map(({ number }) => number));
  if (items.some(({ exchange }) => exchange === undefined || !numbers.has(exchange))) return [whole];
  const sizes = exchanges.map((exchange) => sizeOf(exchange, items));
  const rest = repeated();
  if (rest + sizes.reduce((sum, size) => sum + size, 0) <= budget) return [whole];
  const runs: Exchange[][] = [];
  let room = 0;
  exchanges.forEach((exchange, index) => {
    const size = sizes[index] ?? 0;
    const run = runs.at(-1);
    if (!run || size > room) runs.push([exchange]);
    else run.push(exchange);
    room = (run && size <= room ? room : budget - rest) - size;
  });
  return runs
    .map((run) => ({
      exchanges: run,
      items: items.filter((item) => run.some(({ number }) => number === item.exchange)),
    }))
    .filter((window) => window.items.length > 0);
}

function sizeOf(exchange: Exchange, items: readonly Item[]): number {
  const own = items.filter((item) => item.exchange === exchange.number);
  return sizeOfRecord([...exchangeTurns(exchange), ...own.map(({ id, text }) => ({ item: id, text }))]);
}
