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
  let steps = 0;
  /** Only for a value with many parts, which may refer to itself. */
  let seen: Set<object> | undefined;
  const open: unknown[] = [value];
  while (open.length > 0) {
    if (++steps > fewParts) seen ??= new Set();
    const one = open.pop();
    if (typeof one === "string") size += one.length + 3;
    else if (typeof one !== "object" || one === null) size += 5;
    else if (ArrayBuffer.isView(one)) size += one.byteLength * 4;
    else if (!seen?.has(one)) {
      seen?.add(one);
      size += 2 + openParts(one, open);
    }
  }
  return size;
}

const fewParts = 1_000;

/** Adds the parts of a list or an object to those that are still to be measured. Returns the size of the field names. */
function openParts(value: object, open: unknown[]): number {
  let size = 0;
  try {
    // Not spread into push, because a list may be longer than the most arguments of a call.
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else {
      for (const name of Object.keys(value)) {
        size += name.length + 3;
        open.push((value as Record<string, unknown>)[name]);
      }
    }
  } catch {
    // What cannot be read is not measured.
  }
  return size;
}
