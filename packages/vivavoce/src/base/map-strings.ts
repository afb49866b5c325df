/** Changes a string; `field` is the name of its field, if it has one. */
type StringChange = (text: string, field?: string) => string;

/**
 * JSON data with every string changed, including field names. Unchanged parts are kept, not copied; those that are
 * `finished` are not read.
 */
export function mapStrings<T>(value: T, change: StringChange, finished?: WeakSet<object>): T {
  const mapped = (one: unknown, field?: string): unknown => {
    if (typeof one === "string") return change(one, field);
    if (typeof one !== "object" || one === null || finished?.has(one)) return one;
    return Array.isArray(one) ? mappedList(one) : mappedObject(one as Record<string, unknown>);
  };
  const mappedList = (list: unknown[]): unknown[] => {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = mapped(list[index]);
      if (item === list[index]) continue;
      copy ??= [...list];
      copy[index] = item;
    }
    return copy ?? list;
  };
  const mappedObject = (object: Record<string, unknown>): object => {
    const keys = Object.keys(object);
    let copy: [string, unknown][] | undefined;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const given = object[key];
      const name = change(key);
      const item = mapped(given, key);
      if (name !== key || item !== given) copy ??= keys.slice(0, index).map((before) => [before, object[before]]);
      copy?.push([name, item]);
    }
    return copy ? Object.fromEntries(copy) : object;
  };
  return mapped(value) as T;
}
