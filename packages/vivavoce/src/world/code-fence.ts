/** It may follow any indentation and list markers, because code is often nested in a list item. */
const opening = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/s;

/** A run of backticks or tildes that opened a block of code. */
export type CodeFence = string;

/** The fence that a line opens; undefined if it opens none, as in `` ```inline``` ``. */
export function openedFence(line: string): CodeFence | undefined {
  const [, fence, info] = opening.exec(line) ?? [];
  if (fence === undefined || (fence.startsWith("`") && info?.includes("`"))) return undefined;
  return fence;
}

/** Whether a line closes the fence: the same character, at least as long, and nothing else. */
export function closesFence(line: string, fence: CodeFence): boolean {
  const run = line.trim();
  return run.length >= fence.length && run.startsWith(fence) && run === fence.charAt(0).repeat(run.length);
}
