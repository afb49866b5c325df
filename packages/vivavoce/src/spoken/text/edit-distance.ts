/** How many letters must be added, removed or changed to turn one short word into another. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Whether two words are similar enough that one may be misheard as the other: "sara" and "sarah", not "bob" and "rob". */
export function soundsAlike(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  if (longest > 30 || Math.min(one.length, other.length) < 2) return false;
  return editDistance(one, other) <= (longest <= 3 ? 0 : longest <= 6 ? 1 : 2);
}
