import { useContext, useEffect, useRef, useState } from "react";
import type { AnswerOf, QueryOf } from "../data/load.ts";
import { type SentAnswer, send } from "../data/send.ts";
import { Source } from "../data/use-answer.ts";

export type Review = AnswerOf<"review">;
export type Entry = Review["items"][number];
export type Verdict = "pass" | "fail" | "unclear";

/** An item that this rater has been shown, and what they said of it. */
export interface Shown {
  entry: Entry;
  said?: { verdict: Verdict; reason: string; answer: SentAnswer<"labels"> } | undefined;
}

/** How many items are fetched ahead, so that the next one is there at once. */
const ahead = 3;

/** One rater's way through the queue: the items in the order they were shown, and where the rater is. */
export function useReview(asked: QueryOf<"review">) {
  const load = useContext(Source);
  const [review, setReview] = useState<Review>();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [at, setAt] = useState(0);
  const [error, setError] = useState<string>();
  const [labels, setLabels] = useState(0);
  const busy = useRef(false);
  // The queue stays with the run that it began with, even if a newer one ends meanwhile.
  const run = useRef(asked.run);
  const open = shown.filter(({ said }) => !said).length;
  const isShort = shown.slice(at).filter(({ said }) => !said).length < ahead;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after a label, and when the next items run out.
  useEffect(() => {
    const stop = new AbortController();
    load("review", { ...asked, run: run.current, from: open, limit: isShort ? ahead : 0 }, stop.signal).then(
      (answer) => {
        run.current = answer.run;
        setReview(answer);
        setShown((before) => {
          const keys = new Set(before.map(({ entry }) => entry.key));
          return [...before, ...answer.items.filter(({ key }) => !keys.has(key)).map((entry) => ({ entry }))];
        });
      },
      (failure: Error) => {
        if (!stop.signal.aborted) setError(failure.message);
      },
    );
    return () => stop.abort();
  }, [load, labels, isShort && at]);

  /** Keeps a label; resolves to whether that worked. */
  const say = async (verdict: Verdict, reason: string): Promise<boolean> => {
    const entry = shown[at]?.entry;
    if (!entry || busy.current) return false;
    busy.current = true;
    try {
      const answer = await send("labels", { rater: asked.rater, item: entry.item, verdict, reason });
      const said = { verdict, reason, answer };
      setShown((before) => before.map((one) => (one.entry.key === entry.key ? { entry, said } : one)));
      setLabels((count) => count + 1);
      setError(undefined);
      return true;
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      return false;
    } finally {
      busy.current = false;
    }
  };
  const move = (by: number) => setAt((now) => Math.min(Math.max(0, now + by), shown.length));
  return { review, current: shown[at], at, error, say, move, isLast: at >= shown.length - 1 };
}
