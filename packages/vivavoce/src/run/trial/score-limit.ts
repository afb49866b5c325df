import { timeLimit } from "../../base/index.ts";
import type { Judge } from "../../judge/index.ts";

/** A judge, and for how long its answers have been waited for so far: models have limits of their own. */
export function timedJudge(judge: Judge): { judge: Judge; waitedMs(): number } {
  let pending = 0;
  let since = 0;
  let total = 0;
  const waitedMs = () => total + (pending > 0 ? performance.now() - since : 0);
  const begin = () => {
    if (pending++ === 0) since = performance.now();
  };
  const end = () => {
    if (--pending === 0) total += performance.now() - since;
  };
  const model: Judge["model"] = (metric, name) => {
    const its = judge.model(metric, name);
    const call: typeof its.call = (...given) => {
      const answer = its.call(...given);
      begin();
      answer.then(end, end);
      return answer;
    };
    return { ...its, call };
  };
  return { judge: Object.freeze({ ...judge, model }), waitedMs };
}

/** The result of work, as `as` gives it, or `late` if it takes longer; work that cannot be cancelled is no longer waited for. */
export function within<T>(
  work: Promise<T>,
  { limitMs, uncounted, late, as }: { limitMs: number; uncounted(): number; late: T; as(result: T): T },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = timeLimit(limitMs, () => resolve(late), { uncounted });
    work.then(
      (result) => {
        limit.stop();
        resolve(as(result));
      },
      (error: unknown) => {
        limit.stop();
        reject(error);
      },
    );
  });
}
