interface ThresholdMeaning {
  text: string;
  /** Set if the threshold decides nothing: it can never be missed, or never be met. */
  warning?: string | undefined;
}

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const precision = 1e9;

/**
 * What a threshold on the mean of some items means, in the verdicts that can be given.
 *
 * @example thresholdMeaning(0.8, 3, { yes: 1, partly: 0.5, no: 0 }).text;
 * // "0.8 over three criteria of yes, partly, no: at least 2.5 of 3"
 */
export function thresholdMeaning(
  threshold: number,
  count: number,
  verdicts: Readonly<Record<string, number>>,
): ThresholdMeaning {
  const sums = reachableSums(count, Object.values(verdicts));
  const needed = sums.find((sum) => sum >= threshold * count - 1e-9);
  const highest = sums.at(-1) ?? 0;
  const number = small[count] ?? `${count}`;
  const over = `${threshold} over ${number} ${count === 1 ? "criterion" : "criteria"} of ${Object.keys(verdicts).join(", ")}`;
  if (needed === undefined) {
    const text = `${over}: out of reach, the most is ${show(highest)} of ${count}`;
    return { text, warning: `the threshold ${threshold} can never be met` };
  }
  const text = `${over}: at least ${show(needed)} of ${count}`;
  return needed === sums[0] ? { text, warning: `the threshold ${threshold} can never be missed` } : { text };
}

/** Every total that this many verdicts can give, from the lowest to the highest. */
function reachableSums(count: number, values: readonly number[]): number[] {
  let sums = new Set([0]);
  for (let item = 0; item < count; item++) {
    sums = new Set(
      [...sums].flatMap((sum) => values.map((value) => Math.round((sum + value) * precision) / precision)),
    );
  }
  return [...sums].sort((a, b) => a - b);
}

function show(sum: number): string {
  return String(Math.round(sum * 100) / 100);
}
