import { type Stopwatch, timeLimit } from "../../base/index.ts";
import type { Judge } from "../../judge/index.ts";

/** A judge, and for how long its answers have been waited for so far: models have limits of their own. */
export function timedJudge(judge: Judge): { judge: Judge; waitedMs(): number } {
  let pending = 0;
  let since = 0;
  let total = 0;
  const waitedMs = () => total + (pending > 0 ? performance.now() - since : 0);
  const timed = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (pending++ === 0) since = performance.now();
    try {
      return await ask();
    } finally {
      if (--pending === 0) total += performance.now() - since;
    }
  };
  const model: Judge["model"] = (metric, name) => {
    const its = judge.model(metric, name);
    return { ...its, call: (...given) => timed(() => its.call(...given)) };
  };
  return { judge: Object.freeze({ ...judge, model }), waitedMs };
}

/** The result of work, or `late` if it takes longer; work that cannot be cancelled is no longer waited for. */
export async function within<T>(
  work: Promise<T>,
  { limitMs, uncounted, late }: { limitMs: number; uncounted(): number; late: T },
): Promise<T> {
  let limit: Stopwatch | undefined;
  const tooLong = new Promise<T>((resolve) => {
    limit = timeLimit(limitMs, () => resolve(late), { uncounted });
  });
  return Promise.race([work, tooLong]).finally(() => limit?.stop());
}
