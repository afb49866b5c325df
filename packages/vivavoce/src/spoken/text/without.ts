/** Stands for what was taken out: not a letter, a digit or white space, nor a sign that a reader looks for. */
const gap = "\uFFFC";

/** A text without some of its parts, such as values that were read. It keeps its length, so that places stay the same. */
export function without(text: string, parts: readonly { start: number; end: number }[]): string {
  return parts.reduce(
    (rest, { start, end }) => rest.slice(0, start) + gap.repeat(Math.max(0, end - start)) + rest.slice(end),
    text,
  );
}
