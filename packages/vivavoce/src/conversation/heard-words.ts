import { replyOf, type TranscriptItem } from "../shape/index.ts";
import type { ExchangeScope } from "./running-trial.ts";

/** What the user heard of the agent's last reply. */
export interface Heard {
  text: string;
  /** The agent chose to say nothing. */
  quiet?: boolean | undefined;
  /** The user interrupted, and did not hear the rest. */
  cut?: boolean | undefined;
}

export function wordsIn(items: readonly TranscriptItem[]): number {
  return items.reduce((sum, item) => sum + (item.type === "text" ? wordsOf(item.text).length : 0), 0);
}

/** What a user hears who interrupts after this many words: the rest of each text is `unheard`. Calls stay as they are. */
export function heardItems(items: readonly TranscriptItem[], afterWords: number): TranscriptItem[] {
  let left = afterWords;
  return items.map((item) => {
    if (item.type !== "text") return item;
    const words = wordsOf(item.text);
    const heard = words.slice(0, left);
    const unheard = words.slice(left);
    left -= heard.length;
    return unheard.length === 0 ? item : { ...item, text: heard.join("").trimEnd(), unheard: unheard.join("") };
  });
}

export function heardIn({ recorder, interruptedAfter }: ExchangeScope): Heard {
  const items = interruptedAfter === undefined ? recorder.items : heardItems(recorder.items, interruptedAfter);
  const cut = items.some((item) => item.type === "text" && item.unheard !== undefined);
  return { text: replyOf({ items }), quiet: recorder.quiet, cut };
}

/** Each word with its white space, so that the pieces can be joined again. */
function wordsOf(text: string): string[] {
  return text.match(/^\s*\S+\s*|\S+\s*/g) ?? [];
}
