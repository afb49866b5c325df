const frozen = new WeakSet<object>();

/** Freezes data at every level, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || frozen.has(value)) return value;
  // An explicit list, because hostile data may be nested deeper than the call stack allows.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    for (const field of Object.values(next)) if (typeof field === "object") waiting.push(field);
  }
  frozen.add(value);
  return value;
}

const texts = new WeakMap<object, string>();

/** JSON text; that of frozen data is made once, since it cannot change: a transcript is stored, hashed and searched. */
export function jsonText(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !frozen.has(value)) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
