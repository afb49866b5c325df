import { type Check, skippedCheck, type Transcript } from "../../shape/index.ts";
import { decided, wordsOf } from "../../spoken/index.ts";
import { firstWordTimes, measured, replyTimes } from "./limits.ts";
import { repliesOf } from "./text/replies.ts";

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/**
 * The 95th percentile: one number in twenty may be larger; of fewer than twenty it is the largest. It is not interpolated:
 * with one slow reply of two, that would give a time which half of the replies exceed.
 */
function ninetyFifth(sorted: readonly number[]): number {
  return sorted[sorted.length - 1 - Math.floor(sorted.length / 20)] ?? 0;
}

function percentile(values: readonly number[], name: PercentileName): number {
  return shares[name](values.toSorted((one, other) => one - other));
}

const shares = { p50: median, p95: ninetyFifth };
type PercentileName = keyof typeof shares;
const percentileNames = Object.keys(shares) as PercentileName[];

/** How long replies are, and how long the caller waits for the end of one and for its first word. */
export const quantities = {
  words: { id: "words", label: "words per reply", unit: "words", parts: replyWords },
  latency: { id: "latency", label: "latency", unit: "ms", parts: replyTimes },
  firstWord: { id: "first-word", label: "time to the first word", unit: "ms", parts: firstWordTimes },
};

type Quantity = (typeof quantities)[keyof typeof quantities];

function replyWords(transcript: Transcript): ReturnType<typeof replyTimes> {
  return { values: repliesOf(transcript).map(({ text }) => wordsOf(text).length), none: "no reply has text" };
}

/**
 * One check for the median and one for the 95th percentile; without a limit the figure is shown and decides nothing. If a
 * part is missing they are unknown, because it may have been the largest: then a limit is skipped, and without a limit
 * nothing is shown.
 */
export function checkQuantity(
  quantity: Quantity,
  transcript: Transcript,
  limits: Partial<Record<PercentileName, number | undefined>>,
): Check[] {
  const { id, label, unit, parts } = quantity;
  const { values, why: reason } = measured(parts(transcript));
  const hasLimit = limits.p50 !== undefined || limits.p95 !== undefined;
  if (reason !== undefined) return hasLimit ? [skippedCheck({ id, label, reason })] : [];
  return percentileNames.map((name) => {
    const limit = limits[name];
    const value = percentile(values, name);
    const base = { id: `${id}-${name}`, label: `${label}, ${name}` };
    const figure = `${Number(value.toFixed(1))} ${unit} over ${values.length} ${values.length === 1 ? "reply" : "replies"}`;
    if (limit === undefined)
      return { ...skippedCheck({ ...base, reason: `${figure}; no limit is set` }), verdict: "measured" };
    const ok = value <= limit;
    return decided({ ...base, ok, verdict: ok ? "kept" : "over", reason: `${figure}, at most ${limit} allowed` });
  });
}

/** The figures themselves, if all parts are known, for the score's detail. */
export function figuresOf({ parts }: Quantity, transcript: Transcript): Record<PercentileName, number | null> {
  const { values, why } = measured(parts(transcript));
  const figure = (name: PercentileName) => (why === undefined ? percentile(values, name) : null);
  return { p50: figure("p50"), p95: figure("p95") };
}
