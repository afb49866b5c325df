/** The part of a text from its first opening brace to its last closing one, without prose and code fences around it. */
export function outermostBraces(text: string): string | undefined {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start === -1 || end < start ? undefined : text.slice(start, end + 1);
}

/** Whether a text is a list of items, without the object around it: `[{"id": …}, {"id": …}]`. */
export function isBareList(text: string): boolean {
  const end = text.slice(text.lastIndexOf("}") + 1);
  return /^[^{]*\[\s*\{\s*"id"\s*:/.test(text) && /^\s*,?\s*\]/.test(end);
}

/** The same JSON text without trailing commas; strings are left as they are. */
export function withoutTrailingCommas(text: string): string {
  return text.replace(stringOrTrailingComma, (match) => (match.startsWith('"') ? match : match.slice(1)));
}

const stringOrTrailingComma = /"[^"\\]*(?:\\.[^"\\]*)*"|,\s*(?=[}\]])/gs;

/** A key that an object of a valid JSON text has twice, so that it is unclear which one counts. */
export function doubledKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, key] of json.matchAll(/[{}[\]]|("[^"\\]*(?:\\.[^"\\]*)*")(?:\s*:)?/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (key !== undefined && token.endsWith(":")) {
      const name = JSON.parse(key) as string;
      const keys = open.at(-1);
      if (keys?.has(name)) return name;
      keys?.add(name);
    }
  }
  return undefined;
}
