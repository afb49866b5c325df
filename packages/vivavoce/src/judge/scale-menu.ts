import { checkScale, type Scale } from "./expected-score.ts";
import type { MenuEntry } from "./question.ts";

/**
 * A menu of the whole numbers of a scale, with a meaning for each or for some.
 *
 * @example scaleMenu([1, 3], { 1: "rude", 3: "kind" })
 */
export function scaleMenu(scale: Scale, meanings: Readonly<Record<number, string>> = {}): MenuEntry[] {
  checkScale(scale);
  const [min, max] = scale;
  return Array.from({ length: max - min + 1 }, (_, index) => {
    const point = min + index;
    return { verdict: `${point}`, meaning: meanings[point] ?? `between its neighbours` };
  });
}
