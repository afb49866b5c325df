/** Makes data unchangeable, through and through, and returns it. */
export function deepFreeze<T>(value: T): T {
  // A list of our own, because hostile data may be nested deeper than the call stack goes.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    for (const field of Object.values(next)) if (typeof field === "object") waiting.push(field);
  }
  return value;
}
