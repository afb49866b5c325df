/** The same request always has the same key: it is the address at the server, and the id of a block in a report. */
export function requestKey(name: string, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const words = given.map(([key, value]): [string, string] => [key, String(value)]);
  return `${name}?${new URLSearchParams(words.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
