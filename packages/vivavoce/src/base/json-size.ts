/** The most that is kept for one conversation, model call or score: far below what SQLite and V8 can hold. */
const largest = 64_000_000;

/** "612 MB, more than the 64 MB that are kept of one": the size of a value that is too large to keep. */
export function tooLargeToKeep(value: unknown): string | undefined {
  return tooLarge(jsonSize(value));
}

/** The same for a known size. */
export function tooLarge(size: number): string | undefined {
  if (size <= largest) return undefined;
  return `${Math.ceil(size / 1e6)} MB, more than the ${largest / 1e6} MB that are kept of one`;
}

/**
 * Approximately how many characters a value has as JSON, without making the text, which might be too large for a string.
 * Never throws.
 */
export function jsonSize(value: unknown): number {
  let size = 0;
  const seen = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") size += one.length + 3;
    else if (typeof one !== "object" || one === null) size += 5;
    else if (ArrayBuffer.isView(one)) size += one.byteLength * 4;
    else if (!seen.has(one)) {
      seen.add(one);
      size += 2;
      // Not spread into push, because a list may be longer than the most arguments of a call.
      if (Array.isArray(one)) for (const item of one) open.push(item);
      else for (const [name, item] of entriesOf(one)) open.push(name, item);
    }
  }
  return size;
}

/** Nothing, if reading the value throws. */
function entriesOf(value: object): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}
