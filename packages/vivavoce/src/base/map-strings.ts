/** Changes a string; `field` is the name of its field, if it has one. */
export type StringChange = (text: string, field?: string) => string;

/** JSON data with every string changed, including field names. Unchanged parts are kept, not copied. */
export function mapStrings<T>(value: T, change: StringChange): T {
  return mapped(value, change, undefined) as T;
}

function mapped(value: unknown, change: StringChange, field: string | undefined): unknown {
  if (typeof value === "string") return change(value, field);
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? mappedList(value, change) : mappedObject(value, change);
}

function mappedList(list: unknown[], change: StringChange): unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = mapped(list[index], change, undefined);
    if (item === list[index]) continue;
    copy ??= [...list];
    copy[index] = item;
  }
  return copy ?? list;
}

function mappedObject(object: object, change: StringChange): object {
  let isChanged = false;
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(object)) {
    const entry: [string, unknown] = [change(key), mapped(item, change, key)];
    if (entry[0] !== key || entry[1] !== item) isChanged = true;
    entries.push(entry);
  }
  return isChanged ? Object.fromEntries(entries) : object;
}
